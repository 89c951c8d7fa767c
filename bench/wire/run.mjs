// The guarded request: time against bare undici, and memory against hostile servers, each in a process of its own.
// Usage: node bench/wire/run.mjs [speed|memory]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-wire-'));
for (const name of process.argv[2] ? [process.argv[2]] : ['speed', 'memory']) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [new URL(`./${name}.ts`, import.meta.url).pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  spawnSync(process.execPath, [outfile], { stdio: 'inherit' });
}
rmSync(folder, { recursive: true });
