import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { articles } from './articles.js';
import { delay } from './delay.js';
import { docs } from './docs-bench.js';
import { hostile } from './hostile-bench.js';
import { metadata } from './metadata-bench.js';
import { quality } from './quality-bench.js';
import { speed } from './speed.js';

/** Each part prints its table as Markdown; with `--write` all of them go to docs/reading.md. */
const PARTS: Readonly<Record<string, () => Promise<string> | string>> = {
  articles,
  docs,
  speed,
  hostile,
  quality,
  metadata,
  delay,
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((word) => !(word in PARTS));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
const sections: string[] = [];
for (const [name, run] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const section = await run();
  console.log(`${section}\n`);
  sections.push(section);
}
if (process.argv.includes('--write')) {
  const file = fileURLToPath(new URL('../../../docs/reading.md', import.meta.url));
  const kept = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const titleOf = (section: string) => section.slice(3, section.indexOf('\n')).replace(/ \(.*/, '');
  const all = new Map([...kept, ...sections].map((section) => [titleOf(section), section.trimEnd()]));
  const head =
    '# Reading, measured\n\nEach part is written by `node bench/read/run.mjs PART --write`. What the measures are and where the pages come from stands in `bench/read/`.';
  writeFileSync(file, `${[head, ...all.values()].join('\n\n')}\n`);
}
