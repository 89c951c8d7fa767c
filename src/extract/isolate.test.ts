import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractDocument } from './index.js';

const built = existsSync(new URL('../../dist/extract-worker.js', import.meta.url));
const html = { contentType: 'text/html; charset=utf-8', url: 'https://site.example/' };
const SENTENCE = 'The ferry left the harbour a little after six, when the wind had gone round to the west.';
const large = `<main><h1>Ice</h1>${Array.from({ length: 4_000 }, (_, at) => `<p>Line ${at} of the log. ${SENTENCE}</p>`).join('')}</main>`;

describe.skipIf(!built)('what is large is read in a thread of its own (needs npm run build)', () => {
  test('and gives the page that this thread would give', async () => {
    const page = await extractDocument(new TextEncoder().encode(large), html);
    expect(page.kind).toBe('html');
    expect(page.text).toContain('The ferry left the harbour');
  });
  test('the deadline stops it, and the next document is read all the same', async () => {
    await expect(extractDocument(large, { ...html, timeoutMs: 1 })).rejects.toMatchObject({ code: 'timeout' });
    expect((await extractDocument(large, html)).text).toContain('The ferry');
  });
  test('an abort on the way stops it', async () => {
    const stop = new AbortController();
    const reading = extractDocument(large, { ...html, signal: stop.signal });
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });
  test('a refusal crosses the threads as one of our errors', async () => {
    const picture = new Uint8Array(300_000);
    picture.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await expect(extractDocument(picture, html)).rejects.toMatchObject({ code: 'unsupported_type' });
  });
  test('many at once are all read', { timeout: 120_000 }, async () => {
    const pages = await Promise.all(
      Array.from({ length: 4 }, () => extractDocument(large, { ...html, timeoutMs: 100_000 })),
    );
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  });
});
