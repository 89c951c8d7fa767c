// Bundles the benchmark and runs it: node bench/local/run.mjs FOLDER [STATE]
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// Inside of node_modules, so that the packages left out of the bundle are found.
const folder = join(here, '..', '..', 'node_modules', '.cache', 'sallyport-bench');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, `local-${process.pid}.mjs`);
await build({
  entryPoints: [join(here, 'bench.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
rmSync(outfile, { force: true });
process.exit(status ?? 1);
