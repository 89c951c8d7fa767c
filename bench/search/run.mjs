// What the door costs a search: the whole path (secrets, quota, evidence, events, memory) against a bare request to the same
// provider on loopback, taken in turn so that a busy machine slows both alike; then 1,000 queries in a row.
//
//   node scripts/build.mjs && node bench/search/run.mjs [rounds]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const { createSallyport } = await import('../../dist/index.js');
const rounds = Number(process.argv[2] ?? 300);
const home = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
const standIn = fork(join(here, 'stand-in.mjs'));
const [address] = await once(standIn, 'message');

const sallyport = await createSallyport({
  env: { HOME: home, SEARXNG_URL: address },
  home,
  settings: { 'search.provider': 'searxng', 'search.dailyQueryLimit': 1_000_000 },
});

async function bare(query) {
  const reply = await fetch(`${address}/search?${new URLSearchParams({ q: query, format: 'json' })}`);
  return (await reply.json()).results.length;
}

async function whole(query) {
  const answer = await sallyport.call('web_search', { query });
  if (!answer.ok || answer.data.results.length !== 5) throw new Error(answer.text);
}

/** Wall and processor time of `work` in milliseconds. */
async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const times = { bare: [], whole: [] };
for (let i = -20; i < rounds; i++) {
  const first = await timed(() => bare(`rope knot number ${i}`));
  const second = await timed(() => whole(`rope knot number ${i}`));
  if (i < 0) continue;
  times.bare.push(first);
  times.whole.push(second);
}
const of = (name, kind) => median(times[name].map((time) => time[kind]));
const overhead = times.whole.map((time, i) => time.wall - times.bare[i].wall);

const COUNT = 1_000;
const inRow = await timed(async () => {
  for (let i = 0; i < COUNT; i++) await whole(`rope and sail ${i}`);
});
const together = await timed(async () => {
  let next = 0;
  const one = async () => {
    while (next < COUNT) await whole(`mast and oar ${next++}`);
  };
  await Promise.all(Array.from({ length: 8 }, one));
});
await sallyport.close();
standIn.kill();
rmSync(home, { recursive: true, force: true });

const ms = (value) => Number(value.toFixed(2));
const rate = ({ wall, cpu }) => ({
  perSecond: Math.round((COUNT * 1000) / wall),
  perProcessorSecond: Math.round((COUNT * 1000) / cpu),
});
console.log(
  JSON.stringify(
    {
      rounds,
      bareMedianMs: ms(of('bare', 'wall')),
      wholeMedianMs: ms(of('whole', 'wall')),
      overheadMedianMs: ms(median(overhead)),
      processorMedianMs: { bare: ms(of('bare', 'cpu')), whole: ms(of('whole', 'cpu')) },
      oneAfterTheOther: rate(inRow),
      eightTogether: rate(together),
    },
    null,
    2,
  ),
);
