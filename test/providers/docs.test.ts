import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('docs/providers.md is what the registry says (node scripts/provider-docs.mjs writes it)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-docs-'));
  try {
    const fresh = join(folder, 'providers.md');
    await promisify(execFile)(process.execPath, ['scripts/provider-docs.mjs', fresh]);
    expect(readFileSync('docs/providers.md', 'utf8')).toBe(readFileSync(fresh, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
