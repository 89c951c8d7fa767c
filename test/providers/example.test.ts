import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'sallyport-example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the example of a third-party provider passes the whole suite, run as its README says', async () => {
  const outfile = join(folder, 'check.mjs');
  // The package's own name means the sources here, so that the example is run without a build.
  await build({
    entryPoints: ['examples/provider/check.mjs'],
    alias: { 'sallyport/provider': './src/providers/index.ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.18',
    logLevel: 'silent',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  const [, held, all] = /(\d+) of (\d+) checks hold/.exec(stdout) ?? [];
  expect(Number(held)).toBeGreaterThan(30);
  expect(held).toBe(all);
});

it('the example is under 80 lines', () => {
  expect(readFileSync('examples/provider/house-search.mjs', 'utf8').split('\n').length).toBeLessThan(80);
});
