import { describe, expect, it } from 'vitest';
import { readDeclarations } from './declarations.js';
import { splitPassages } from './passages.js';

describe('passages', () => {
  it('begin at headings, of both kinds, and never inside of code', () => {
    const text = '# One\n\nfirst\n\nTwo\n---\n\nsecond\n\n```sh\n# not a heading\n```\n\n## Three `x`\n\nthird\n';
    const passages = splitPassages(text);
    expect(passages.map(({ heading }) => heading)).toEqual(['One', 'Two', 'Three x']);
    expect(passages.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  it.each([
    ['paragraphs', 'word '.repeat(30).concat('\n\n').repeat(100)],
    ['one endless line', 'x'.repeat(100_000)],
    ['code without an end', `\`\`\`\n${'line of code\n'.repeat(5_000)}`],
    ['headings alone', '# a\n'.repeat(1_000)],
  ])('of %s are whole and bounded', (_name, text) => {
    const passages = splitPassages(text);
    expect(passages.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    expect(Math.max(...passages.map(({ start, end }) => end - start))).toBeLessThan(4_000);
  });

  it('of a later part are those of the whole', () => {
    const text = Array.from({ length: 40 }, (_, i) => `## H${i}\n\n${'words and more '.repeat(100)}\n\n`).join('');
    const whole = splitPassages(text);
    const from = whole[17]!;
    const part = splitPassages(text.slice(from.start), whole[16]!.heading);
    expect(part.map(({ heading, start }) => [heading, start + from.start])).toEqual(
      whole.slice(17).map(({ heading, start }) => [heading, start]),
    );
  });
});

describe('declarations', () => {
  it('stand with their comment under the name they are known by', () => {
    const text = readDeclarations(`
      /** Licence, about nothing below. */

      // a note with { a brace
      declare module 'node:fs' {
        /** Reads. See {@link open | opening}.
         * @param path where it is
         * @returns the bytes */
        function readFile(path: string, options?: { flag: string }): Buffer;
        interface Stats {
          /** Size in bytes. */
          size: number;
          plain: string; // "no comment"
        }
      }
      /** After. */
      export declare const after: '}' | "{";
    `);
    expect(text).toContain('## fs.readFile\n');
    expect(text).toContain('Reads. See opening.\n- `path`: where it is\nReturns the bytes');
    expect(text).toContain('## Stats.size\n');
    expect(text).toContain('## after\n');
    expect(text).not.toContain('plain');
  });

  it.each(['', '/**', '/** x', '/** x */', '/** x */ }', '"', '`', '{{{{', '}}}}', '/*'.repeat(1_000)])(
    'of %j are text or nothing',
    (source) => {
      expect(typeof readDeclarations(source)).toBe('string');
    },
  );
});
