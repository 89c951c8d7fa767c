import { describe, expect, it } from 'vitest';
import { SallyportError } from '../../src/core/index.js';
import { extract, extractDocument } from '../../src/extract/index.js';
import { sliceFrom, windowText } from '../../src/extract/passages/index.js';
import { encode } from './encode.js';
import { makePdf } from './make-pdf.js';

// What users of such tools reported, by number: each is one of a kind, and the kind is what holds.

describe('32: text in legacy encodings was read as UTF-8', () => {
  const rows: [string, string, string, string][] = [
    ['shift_jis', 'text/html; charset=Shift_JIS', '日本語のページ', 'shift_jis'],
    ['shift_jis', 'text/html; charset="X-SJIS"', '日本語のページ', 'shift_jis'],
    ['gbk', 'text/html;charset=GBK', '中文网页内容', 'gbk'],
    ['windows-1251', "text/html; charset='windows-1251'", 'Русская страница', 'windows-1251'],
  ];
  it.each(rows)('%s as %s', (encoding, contentType, text, charset) => {
    const page = extract(encode(`<h1>T</h1><p>${text}</p>`, encoding)!, { contentType });
    expect([page.charset, page.charsetSource]).toEqual([charset, 'header']);
    expect(page.text).toContain(text);
  });
  it('named by a meta element after the first kilobyte', () => {
    const head = Buffer.from(`<!--${' '.repeat(1500)}--><meta charset=windows-1251>`);
    const page = extract(Buffer.concat([head, encode('<p>Русская страница</p>', 'windows-1251')!]), {
      contentType: 'text/html',
    });
    expect([page.charset, page.charsetSource]).toEqual(['windows-1251', 'meta']);
    expect(page.text).toContain('Русская страница');
  });
  it('UTF-16 with a BOM', () => {
    const page = extract(Buffer.from('\ufeff<p>Grüße</p>', 'utf16le'), { contentType: 'text/html; charset=utf-8' });
    expect([page.charset, page.charsetSource]).toEqual(['utf-16le', 'bom']);
    expect(page.text).toContain('Grüße');
  });
});

it('34: of a page whose content is hidden before hydration only the footer was kept', () => {
  const story =
    '<p>One of many paragraphs of the story that this page is about and that scripts show later.</p>'.repeat(30);
  const page = extract(
    `<title>T</title><div id=root style="visibility:hidden"><main><h1>Story</h1>${story}</main></div><footer>Imprint and contact</footer>`,
    { contentType: 'text/html' },
  );
  expect(page.text).toContain('One of many paragraphs');
  expect(page.notes.join()).toContain('hidden until scripts run');
});

describe('38: text types were refused', () => {
  it.each([
    'text/markdown',
    'text/csv',
    'text/x-rst',
    'text/troff',
    'application/yaml',
    'application/ld+json',
    'application/xml',
  ])('%s', (contentType) => {
    expect(extract(Buffer.from('{"a": 1}'), { contentType }).text).toContain('"a"');
  });
});

describe('40: binary was shown as text', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  it.each([
    ['a PNG labelled as HTML', png, 'text/html', 'image/png'],
    ['NUL bytes labelled as text', Buffer.alloc(500), 'text/plain', 'application/octet-stream'],
    ['a zip without a type', Buffer.from('504b030414000000', 'hex'), undefined, 'application/zip'],
  ])('%s', (_name, bytes, contentType, type) => {
    let thrown: unknown;
    try {
      extract(bytes, contentType === undefined ? {} : { contentType });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SallyportError);
    expect(thrown).toMatchObject({ code: 'unsupported_type', facts: { contentType: type, bytes: bytes.length } });
  });
  it('a PDF sent as bytes of no kind is not text', async () => {
    const pdf = makePdf([[[11, 'Text of the page']]]);
    expect(() => extract(pdf, { contentType: 'application/octet-stream' })).toThrow(SallyportError);
    const page = await extractDocument(pdf, { contentType: 'application/octet-stream' }).catch(
      (error: unknown) => error,
    );
    // Read, or refused in our words: never shown as text.
    if (page instanceof SallyportError) expect(['unsupported_type', 'extract_failed']).toContain(page.code);
    else expect((page as { text: string }).text).toContain('Text of the page');
  });
});

describe('42: feeds were mangled by HTML conversion', () => {
  const rss =
    '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>One</title><link>https://x.example/1</link><pubDate>Mon, 06 May 2024 10:00:00 GMT</pubDate><description>Text</description></item></channel></rss>';
  it.each([
    'application/rss+xml',
    'text/xml',
    'application/xml; charset=utf-8',
    'text/html',
    'application/octet-stream',
  ])('RSS as %s', (contentType) => {
    const page = extract(Buffer.from(rss), { contentType });
    expect(page.kind).toBe('feed');
    expect(page.text).toBe('# T\n\n## [One](https://x.example/1)\n\n2024-05-06T10:00:00Z\n\nText\n');
  });
  it('JSON Feed as application/json', () => {
    const feed = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [{ id: '1', url: 'https://x.example/1', content_text: 'x' }],
    };
    expect(extract(JSON.stringify(feed), { contentType: 'application/json' }).kind).toBe('feed');
  });
});

it('45: a linked image was written twice', () => {
  const story = '<p>Enough words around the picture that this is a page with something to read on it.</p>'.repeat(3);
  const { text } = extract(`<main><h1>T</h1>${story}<a href="/i.png"><img src="/i.png" alt="Map"></a>${story}</main>`, {
    contentType: 'text/html',
    url: 'https://x.example/',
  });
  expect(text.split('https://x.example/i.png').length - 1).toBeLessThanOrEqual(1);
});

describe('52: false truncation at the exact boundary, and 54: no way to go on', () => {
  const text = 'One sentence after the other. '.repeat(200);
  it('a cut text names where to go on, and the slices make the whole', () => {
    const window = windowText(text, { maxTokens: 200 });
    expect(window.truncated!.next).toBe(window.truncated!.omitted.start);
    let joined = '';
    for (let at: number | null = 0; at !== null; ) {
      const slice = sliceFrom(text, at, 150);
      joined += text.slice(slice.start, slice.end);
      at = slice.next;
    }
    expect(joined).toBe(text);
  });
});
