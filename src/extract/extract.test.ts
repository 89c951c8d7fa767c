import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SallyportError } from '../core/index.js';
import { extract, extractDocument } from './index.js';

const html = { contentType: 'text/html; charset=utf-8' };
const bytes = (text: string) => new TextEncoder().encode(text);

/** The page, or null where one of our errors was thrown. Anything else is thrown on. */
function attempt(input: Uint8Array | string, options = {}) {
  try {
    return extract(input, options);
  } catch (thrown) {
    if (thrown instanceof SallyportError && (thrown.code === 'unsupported_type' || thrown.code === 'extract_failed'))
      return null;
    throw thrown;
  }
}

describe('any input gives a page or one of our errors', () => {
  test('bytes of any kind', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2_000 }),
        fc.constantFrom(
          undefined,
          'text/html',
          'application/json',
          'text/plain',
          'text/xml',
          'image/svg+xml',
          'text/csv',
        ),
        (input, contentType) => {
          attempt(input, contentType === undefined ? {} : { contentType });
        },
      ),
      { numRuns: 150 },
    );
  });
  test('tags in any order', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '</table>',
      '<b>',
      '</b>',
      '<a href="/x">',
      '</a>',
      '<div class="content">',
      '</div>',
      '<template>',
      '<svg>',
      '<select>',
      '<pre>\n',
      '<ul><li>',
      'word ',
      'many words in a row. ',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<noscript>',
      '</noscript>',
      '&amp;',
      '<',
      '\0',
      '<body>',
      '<frameset>',
      '<h2>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const once = attempt(pieces.join(''), html);
        const again = attempt(pieces.join(''), html);
        expect(once).toEqual(again);
      }),
      { numRuns: 200 },
    );
  });
  test.each([
    ['nothing', ''],
    ['NULs', '\0'.repeat(100_000)],
    ['a hundred thousand nested elements', `${'<div>'.repeat(100_000)}text`],
    ['a hundred thousand nested lists', `${'<ul><li>'.repeat(100_000)}text`],
    ['a hundred thousand nested tables', `${'<table><tr><td>'.repeat(100_000)}text`],
    ['a cut tag', '<p>text</p><a href="http'],
    ['a cut comment', '<p>text</p><!-- '],
    ['a cut character reference', '<p>text &am'],
  ])('%s', (_, input) => {
    attempt(bytes(input), html);
  });
  test('a picture that says it is a page is refused with its type', () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
    expect(() => extract(png, html)).toThrowError(expect.objectContaining({ code: 'unsupported_type' }));
  });
});

test('a string is taken as decoded, and bytes say how they were', () => {
  expect(extract('<p>é</p>', html).charsetSource).toBe('given');
  expect(extract(bytes('<p>é</p>'), html)).toMatchObject({ charset: 'utf-8', charsetSource: 'header' });
});

test('a link stands against the base of the page, not only against its address', () => {
  const page = extract(
    '<base href="/docs/"><article><h1>Title of it</h1><p>Enough words to be read as the content, with <a href="x">a link</a> among them.</p></article>',
    { ...html, url: 'https://site.example/a' },
  );
  expect(page.links).toContain('https://site.example/docs/x');
});

test('trace tells each removal with its reason, and only where it was asked for', () => {
  const page =
    '<nav><a href=/a>Home</a> <a href=/b>News</a></nav><article><h1>The river in winter</h1><p>The ferry left the harbour a little after six, when the wind had gone round to the west, and the crates were lashed down.</p></article><p style="display:none">never seen by anybody at all</p>';
  const traced = extract(page, { ...html, trace: true });
  expect(traced.trace?.some(({ step, text }) => step === 'hidden' && text.includes('never seen'))).toBe(true);
  expect(traced.trace?.every(({ step, reason, selector }) => step !== '' && reason !== '' && selector !== '')).toBe(
    true,
  );
  expect(extract(page, html).trace).toBeUndefined();
});

test('body noscript is read where the page is a shell without it, and that is said', () => {
  const post =
    '<p>The ferry left the harbour a little after six, when the wind had gone round to the west and the last of the crates were lashed down on the afterdeck, and nobody on the quay remembered such a winter.</p>';
  const shell = extract(
    `<body><div id="app"></div><noscript><div class="topic">${post.repeat(4)}</div></noscript><script src="/a.js"></script>`,
    html,
  );
  expect(shell.text).toContain('The ferry left');
  expect(shell.notes.join()).toContain('noscript');
  const full = extract(
    `<body><main>${post.repeat(12)}</main><noscript><p>Please turn on scripts, or this page with its long fallback will not do what it should do for you.</p></noscript>`,
    html,
  );
  expect(full.text).not.toContain('turn on scripts');
});

test('parts that were streamed after the page stand where a script would have put them', () => {
  const sentence = 'The ferry left the harbour a little after six, when the wind had gone round to the west.';
  const page = extract(
    `<body><main><h1>Ice</h1><p>First. ${sentence}</p><!--$?--><template id="B:0"></template><!--/$--><p>Last. ${sentence}</p></main><div hidden id="S:1"><p>Between. ${sentence}</p></div><script>$RC("B:0","S:1")</script>`,
    html,
  );
  expect(page.text.match(/First|Between|Last/g)).toEqual(['First', 'Between', 'Last']);
  expect(page.notes.join()).toContain('streamed');
});

describe('extractDocument', () => {
  test('reads what is small in this thread', async () => {
    expect((await extractDocument('<p>Some words to read.</p>', html)).kind).toBe('html');
  });
  test('an abort that came before is told as cancelled', async () => {
    await expect(extractDocument('<p>x</p>', { ...html, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
