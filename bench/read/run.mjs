// Bundles and runs the reading benchmark: node bench/read/run.mjs [news wcxb docs hostile speed peers quality meta] [--write]
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, '..', '..', 'node_modules', '.cache', 'bench-read');
mkdirSync(out, { recursive: true });
const outfile = join(out, `main-${process.pid}.mjs`);
await build({
  entryPoints: [join(here, 'main.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
  logLevel: 'error',
  external: ['linkedom', '@mozilla/readability', 'turndown'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
await import(pathToFileURL(outfile).href);
