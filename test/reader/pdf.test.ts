import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SallyportError } from '../../src/core/index.js';
import { readPdf } from '../../src/extract/kinds/index.js';
import { makePdf } from './make-pdf.js';

const options = { url: null, format: 'markdown' as const };

describe('PDF', () => {
  it('gives text with page numbers, headings by size, and what it says of itself', async () => {
    const pdf = makePdf(
      [
        [
          [24, 'The Ferry'],
          [11, 'The ferry leaves at nine in the mor-'],
          [11, 'ning and costs 4 euros (one way).'],
          [16, 'Dogs'],
          [11, 'Dogs travel free.'],
        ],
        [[11, 'See https://x.example/a for *more*.']],
      ],
      '/Title (Ferry times) /Author (Ann) /CreationDate (D:20240503101500Z)',
    );
    const page = await readPdf(pdf, options);
    expect(page.text).toBe(
      '[page 1]\n\n# The Ferry\n\nThe ferry leaves at nine in the morning and costs 4 euros (one way).\n\n## Dogs\n\nDogs travel free.\n\n[page 2]\n\nSee https://x.example/a for \\*more\\*.\n',
    );
    expect(page.outline).toEqual([
      { level: 1, text: 'The Ferry' },
      { level: 2, text: 'Dogs' },
    ]);
    expect([page.title, page.byline, page.published, page.links]).toEqual([
      'Ferry times',
      'Ann',
      '2024-05-03T10:15:00Z',
      ['https://x.example/a'],
    ]);
    expect(page.reasons).toEqual([]);
  });

  it('leaves out running heads and feet', async () => {
    const pages = Array.from(
      { length: 6 },
      (_, i) =>
        [
          [9, 'Annual report'],
          [11, `Text ${'abcdef'[i]} one`],
          [11, `two ${'abcdef'[i]} it`],
          [11, `three ${'abcdef'[i]} it`],
          [9, `Page ${i + 1} of 6`],
        ] as [number, string][],
    );
    const page = await readPdf(makePdf(pages), { ...options, format: 'text' });
    expect(page.text).not.toMatch(/Annual|of 6/);
    expect(page.text).toContain('Text c one');
    expect(page.notes).toEqual(['running heads and feet left out: 2']);
  });

  it('says that it holds pictures only', async () => {
    const page = await readPdf(makePdf([[], []]), options);
    expect([page.text, page.reasons]).toEqual(['', ['image-only']]);
    expect(page.notes).toEqual(['the PDF holds pictures of pages and no text']);
  });

  it('stops at its limits, and says so', async () => {
    const pages = Array.from({ length: 5 }, (_, i) => [[11, `Text of page ${i}`]] as [number, string][]);
    expect((await readPdf(makePdf(pages), { ...options, maxPages: 2 })).notes).toEqual([
      'only 2 of 5 pages were read: the limit of pages was reached',
    ]);
    let now = 0;
    const slow = await readPdf(makePdf(pages), { ...options, maxMs: 2, clock: () => now++ });
    expect(slow.notes.join()).toMatch(/only \d of 5 pages were read: the time was reached/);
    expect((await readPdf(makePdf(pages), { ...options, maxCharacters: 20 })).notes.join()).toContain(
      'the limit of characters',
    );
  });

  it('leaves the bytes that it was given as they were', async () => {
    const pdf = makePdf([[[11, 'Text of a page']]]);
    await readPdf(pdf, options);
    expect(pdf.length).toBeGreaterThan(100);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  });

  it('damaged in any way, it gives a page or one of our errors', async () => {
    const sound = makePdf([[[11, 'Some text of this page']], [[11, 'More text']]], '/Title (T)');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        fc.nat(sound.length),
        async (changes, length) => {
          const bytes = sound.slice(0, Math.max(length, 5));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          await readPdf(bytes, options).catch((thrown: unknown) => {
            expect(thrown).toBeInstanceOf(SallyportError);
            expect((thrown as SallyportError).code).toBe('extract_failed');
          });
        },
      ),
      { numRuns: 40 },
    );
  });
});
