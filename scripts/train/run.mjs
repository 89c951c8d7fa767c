// Bundles and runs one step of the training: node scripts/train/run.mjs STEP [options]. Steps: build (features and labels), fit (cross-validate; FINAL=1 also writes the weights).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFile } from '../bundle-file.mjs';

const root = new URL('../..', import.meta.url).pathname;
const step = process.argv[2] ?? 'build';
const out = join(root, 'node_modules', '.cache', 'train');
mkdirSync(out, { recursive: true });
const outfile = join(out, `${step}-${process.pid}.mjs`);
await bundleFile({ entryPoints: [join(root, 'scripts', 'train', `${step}.ts`)] }, outfile);
await import(pathToFileURL(outfile).href);
