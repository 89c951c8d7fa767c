import { describe, expect, test } from 'vitest';
import { extract } from '../../src/extract/index.js';

const html = { contentType: 'text/html; charset=utf-8', url: 'https://site.example/story' };
const PROSE = [
  'The ferry left the harbour a little after six, when the wind had gone round to the west and the last of the crates were lashed down on the afterdeck.',
  'Nobody on the quay remembered a winter in which the ice had come so far up the river, and the older pilots said that it would be spring before the channel was safe again.',
  'According to the port authority, the dredging will take eleven weeks and cost four million, half of which the region pays and half the shipping lines that use the inner basin.',
];
const prose = PROSE.map((text) => `<p>${text}</p>`).join('');
const nav =
  '<nav class="site-nav"><ul><li><a href="/world">World</a><li><a href="/trade">Trade</a><li><a href="/sport">Sport</a></ul></nav>';
const footer =
  '<footer><a href="/about">About us</a> <a href="/privacy">Privacy</a><p>© 2026 Harbour Media. All rights reserved.</p></footer>';
const page = (body: string) =>
  extract(`<!doctype html><title>Ice on the river</title>${nav}<main>${body}</main>${footer}`, html).text;

describe('what is around the content is left out', () => {
  test('navigation, footer, and related links', () => {
    const text = page(
      `<article><h1>Ice on the river</h1>${prose}</article><aside class="related"><h3>Related stories</h3><ul><li><a href="/1">Ferry returns</a><li><a href="/2">Gates arrive</a></ul></aside>`,
    );
    for (const kept of PROSE) expect(text).toContain(kept);
    for (const gone of ['Sport', 'Privacy', 'All rights reserved', 'Gates arrive']) expect(text).not.toContain(gone);
  });
});

describe('what is worthless in part is kept whole', () => {
  test('every pre of the content, character for character', () => {
    const code = 'if (a < b) {\n\treturn  x;\n}\n\n# done';
    const text = page(
      `<article><h1>Locks</h1>${prose}<pre><code class="language-c">${code.replaceAll('<', '&lt;')}</code></pre><p>${PROSE[0]}</p><pre>$ make</pre></article>`,
    );
    expect(text).toContain(code);
    expect(text).toContain('$ make');
  });
  test('the rows of a table', () => {
    const rows = Array.from(
      { length: 9 },
      (_, at) => `<tr><td>Gate ${at}</td><td>${at}.5 m</td><td>falling</td></tr>`,
    ).join('');
    const text = page(
      `<article><h1>Levels of the gates</h1>${prose}<table><tr><th>Station</th><th>Level</th><th>Trend</th></tr>${rows}</table><p>${PROSE[1]}</p></article>`,
    );
    for (let at = 0; at < 9; at++) expect(text).toContain(`| Gate ${at} |`);
  });
  test('the headings that text stands under', () => {
    const text = page(
      `<article><h1>Ice</h1>${prose}<h2>Before</h2><p>${PROSE[0]}</p><h2>After</h2><h3>In spring</h3><p>${PROSE[2]}</p></article>`,
    );
    for (const heading of ['## Before', '## After', '### In spring']) expect(text).toContain(heading);
  });
});

test('a picture among the text stays', () => {
  const text = page(
    `<article><h1>Ice</h1><p>${PROSE[0]}</p><figure><img src="/ice.jpg" alt="Ice at the quay"><figcaption>Photo: A. Pilot</figcaption></figure><p>${PROSE[1]}</p><p>${PROSE[2]}</p></article>`,
  );
  expect(text).toContain('![Ice at the quay](https://site.example/ice.jpg)');
});

test('a body that is split over sibling containers is read whole', () => {
  const text = page(
    `<div class="body-part">${prose}</div><div class="ad-slot"></div><div class="body-part"><p>${PROSE[0]} Again.</p><p>${PROSE[2]} Again.</p></div>`,
  );
  expect(text).toContain('afterdeck. Again.');
  expect(text).toContain('inner basin. Again.');
});

test('a page of a few words is not lost', () => {
  expect(
    extract('<html><body><h1>Closed on Monday</h1><p>The office opens on Tuesday at eight.</p>', html).text,
  ).toContain('opens on Tuesday');
});

test('a long run of like lines is read to its end', () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `<p class="line">Entry ${at}. ${PROSE[at % 3]}</p>`).join('');
  const { text } = extract(`<main><h1>Log of the lock</h1>${lines}</main>`, html);
  for (const at of [0, 1_000, 2_000, 2_999]) expect(text).toContain(`Entry ${at}.`);
});
