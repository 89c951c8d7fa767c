import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { storeConformance } from '../../src/store/conformance.js';
import { openStore } from '../../src/store/index.js';

describe('the SQLite store', () => {
  const open = () => openStore('sqlite:', { stateDir: mkdtempSync(join(tmpdir(), 'sallyport-store-')) });
  for (const { name, run } of storeConformance(open)) it(name, run);
});
