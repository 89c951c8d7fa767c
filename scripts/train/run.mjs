// Bundles and runs one step of the training: node scripts/train/run.mjs STEP [options]. Steps: build (features and labels), fit (cross-validate; FINAL=1 also writes the weights).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;
const step = process.argv[2] ?? 'build';
const out = join(root, 'node_modules', '.cache', 'train');
mkdirSync(out, { recursive: true });
const outfile = join(out, `${step}-${process.pid}.mjs`);
await build({
  entryPoints: [join(root, 'scripts', 'train', `${step}.ts`)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
  logLevel: 'error',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
await import(pathToFileURL(outfile).href);
