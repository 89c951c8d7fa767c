// The guarded request: time against bare undici, and memory against hostile servers, each in a process of its own.
// Usage: node bench/wire/run.mjs [speed|memory]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFile } from '../../scripts/bundle-file.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-wire-'));
for (const name of process.argv[2] ? [process.argv[2]] : ['speed', 'memory']) {
  const outfile = join(folder, `${name}.mjs`);
  await bundleFile({ entryPoints: [new URL(`./${name}.ts`, import.meta.url).pathname] }, outfile);
  spawnSync(process.execPath, [outfile], { stdio: 'inherit' });
}
rmSync(folder, { recursive: true });
