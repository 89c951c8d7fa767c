import { safeForModel } from '../../src/app/present/index.js';
import { QuoteIndex } from '../../src/app/quotes/index.js';
import { extract } from '../../src/extract/index.js';
import { judgePlain, scanForSecrets } from '../../src/policy/index.js';
import { madeQuotes } from '../../test/trust/made-quotes.js';
import { handedPages, PAGES } from '../../test/trust/pages.js';
import { realAddresses } from '../../test/trust/real-addresses.js';
import { secretCases } from '../../test/trust/secret-cases.js';
import { smuggledAddresses } from '../../test/trust/smuggling.js';

/** Milliseconds of this process's own processor time: a busy machine does not change it much. */
function cpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;

function secrets(): void {
  let [found, flags, wrong, passes, ms, texts] = [0, 0, 0, 0, 0, 0];
  for (let seed = 1; seed <= 20; seed++) {
    const made = secretCases(seed);
    const options = { ownKeys: [made.ownKey] };
    ms += cpu(() => {
      found += made.flags.filter((text) => scanForSecrets(text, options).length > 0).length;
      wrong += made.passes.filter((text) => scanForSecrets(text, options).length > 0).length;
    });
    flags += made.flags.length;
    passes += made.passes.length;
    texts += made.flags.length + made.passes.length;
  }
  console.log(
    `secrets: found ${share(found, flags)}, false ${share(wrong, passes)}, ${(ms / texts).toFixed(3)} ms a text`,
  );
}

function plain(): void {
  const real = realAddresses();
  const smuggled = [1, 2, 3, 4, 5].flatMap((seed) => smuggledAddresses(10, seed));
  const passed = (urls: readonly string[]): number => urls.filter((url) => judgePlain(url).plain).length;
  if (real.length > 0) console.log(`plain, real addresses: ${share(passed(real), real.length)} pass`);
  const urls = smuggled.map(({ url }) => url);
  console.log(`plain, smuggling addresses: ${share(passed(urls), urls.length)} pass`);
  const ms = cpu(() => void passed([...real, ...urls]));
  console.log(`plain: ${(ms / (real.length + urls.length)).toFixed(3)} ms an address`);
}

function sanitiser(): void {
  const pages = handedPages(150);
  if (pages.length === 0) return;
  const read = (): string[] =>
    pages.map(({ body, name }) => extract(body, { url: `https://example.org/${name}`, contentType: 'text/html' }).text);
  const texts = read();
  for (const text of texts) safeForModel(text);
  const reading = cpu(() => void read());
  const safe = cpu(() => {
    for (const text of texts) safeForModel(text);
  });
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(
    `sanitiser: ${(bytes / 1_000 / safe).toFixed(1)} MB/s of Markdown, ${((100 * safe) / reading).toFixed(1)} % on top of extraction`,
  );
}

function quotes(): void {
  if (PAGES === null) return;
  const { sources, quotes: made } = madeQuotes(60, 12);
  const index = new QuoteIndex(sources);
  const held = made.filter(({ text }) => index.find(text).verdict === 'verbatim');
  const right = held.filter(({ holds }) => holds).length;
  const trueOnes = made.filter(({ holds }) => holds).length;
  console.log(
    `quotes: precision ${share(right, held.length)}, recall ${share(right, trueOnes)}, of ${made.length} quotes`,
  );

  const pages = handedPages(1_000).map(({ name, body }, i) => ({
    evidence: `ev_${i}`,
    url: `https://example.org/${name}`,
    text: extract(body, { url: `https://example.org/${name}`, contentType: 'text/html' }).text,
  }));
  let large = new QuoteIndex([]);
  const building = cpu(() => {
    large = new QuoteIndex(pages);
  });
  const asked = Array.from({ length: 10_000 }, (_, i) => (made[i % made.length] as { text: string }).text);
  const asking = cpu(() => {
    for (const text of asked) large.find(text);
  });
  console.log(
    `quotes: ${asked.length} against ${pages.length} pages in ${((building + asking) / 1_000).toFixed(1)} s (index ${(building / 1_000).toFixed(1)} s)`,
  );
}

const PARTS: Readonly<Record<string, () => void>> = { secrets, plain, sanitiser, quotes };
const wanted = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) if (wanted.length === 0 || wanted.includes(name)) part();
