// Bundles and runs the benchmark of `focus`: node bench/focus/run.mjs FOLDER [--tokens 1000] [--missed]
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', '..', 'node_modules', '.cache', 'bench-focus');
mkdirSync(out, { recursive: true });
const outfile = join(out, `main-${process.pid}.mjs`);
await build({
  entryPoints: [join(here, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['unpdf'],
  logLevel: 'error',
});
process.env.FOCUS_BENCH = here;
await import(pathToFileURL(outfile).href);
