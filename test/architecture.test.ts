import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { breaches, EXCEPTIONS, type SourceFile, sourceFiles } from './architecture.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const files = sourceFiles(join(root, 'src'));

describe('the house', () => {
  it('keeps every import inside the table of rooms, without rings', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(breaches(files)).toEqual([]);
  });

  it('has no exception for a file that is gone', () => {
    const paths = new Set(files.map((file) => file.path));
    expect(Object.keys(EXCEPTIONS).filter((path) => !paths.has(path))).toEqual([]);
  });

  it('has no module mock and no loosened type in any test or source', () => {
    const all = [...sourceFiles(join(root, 'src'), 'all'), ...sourceFiles(join(root, 'test'), 'all')];
    const silenced = /@ts-(?:ignore|expect-error)/;
    const loose = new RegExp(`${['vi', 'mock'].join('\\.')}\\(|\\bas any\\b`);
    const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const found = all.filter(({ text }) => silenced.test(text) || loose.test(code(text))).map(({ path }) => path);
    expect(found).toEqual([]);
  });
});

describe('the check of the house', () => {
  const planted = (path: string, text: string): SourceFile => ({ path, text });

  it.each([
    [
      'a forbidden room',
      planted('core/x.ts', "import { createJail } from '../jail/index.js';"),
      /core may import only nothing/,
    ],
    [
      'a type from a forbidden room',
      planted('policy/x.ts', "import type { Store } from '../store/contract.js';"),
      /policy may import only core/,
    ],
    [
      'a surface that reaches past app',
      planted('surfaces/cli/x.ts', "import { openStore } from '../../store/index.js';"),
      /surfaces may import only/,
    ],
    ['a second way out', planted('app/x.ts', "import net from 'node:net';"), /only src\/jail leaves the process/],
    [
      'a second way out, on demand',
      planted('app/x.ts', "const u = await import('undici');"),
      /only src\/jail leaves the process/,
    ],
    ['a bare fetch', planted('providers/x.ts', "const r = await fetch('https://example.com');"), /calls fetch/],
    ['an unknown room', planted('utils/x.ts', 'export const a = 1;'), /there is no room/],
  ])('sees %s', (_name, file, message) => {
    expect(breaches([file]).join('\n')).toMatch(message);
  });

  it('sees a ring over three files', () => {
    const ring = [
      planted('core/a.ts', "import { b } from './b.js';"),
      planted('core/b.ts', "export { c as b } from './c.js';"),
      planted('core/c.ts', "import { a } from './a.js';"),
    ];
    expect(breaches(ring)).toEqual(['import ring: core/a.ts -> core/b.ts -> core/c.ts -> core/a.ts']);
  });

  it('lets a type-only import close a ring, since it is gone at run time', () => {
    const files = [
      planted('core/a.ts', "import { b } from './b.js';"),
      planted('core/b.ts', "import type { A } from './a.js';"),
    ];
    expect(breaches(files)).toEqual([]);
  });
});
