import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { articles } from './articles.js';
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
  const folder = fileURLToPath(new URL('../../../docs', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const head =
    '# Reading, measured\n\nWritten by `node bench/read/run.mjs --write`. What the measures are and where the pages come from: `bench/read/`.\n';
  writeFileSync(`${folder}/reading.md`, `${[head, ...sections].join('\n')}\n`);
}
