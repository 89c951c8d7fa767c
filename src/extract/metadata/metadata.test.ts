import { describe, expect, test } from 'vitest';
import { parse } from '../parse.js';
import { surveyOf } from '../survey.js';
import { readMetadata } from './index.js';

const read = (head: string, body = '') =>
  readMetadata(
    surveyOf(parse(`<html lang="en-GB"><head>${head}</head><body>${body}</body>`)),
    'https://site.example/a/b',
  );

describe('the title', () => {
  test('is the heading that the page title begins with, without the site behind it', () => {
    expect(read('<title>Ice on the river | Harbour News</title>', '<h1>Ice on the river</h1>').title).toBe(
      'Ice on the river',
    );
  });
  test('is not a heading that the title does not name', () => {
    expect(read('<title>Ice on the river</title>', '<h1>Harbour News</h1>').title).toBe('Ice on the river');
  });
  test('is not that of a picture', () => {
    expect(read('', '<svg><title>logo</title></svg><h1>Ice</h1>').title).toBe('Ice');
  });
  test('is null where nothing names the page', () => {
    expect(read('').title).toBeNull();
  });
});

describe('structured data', () => {
  const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  test('names authors in every form that it has', () => {
    for (const author of ['Ada Pilot', { '@type': 'Person', name: 'Ada Pilot' }, [{ name: 'Ada Pilot' }]])
      expect(read(ld({ '@type': 'NewsArticle', author })).byline).toBe('Ada Pilot');
    expect(read(ld({ '@graph': [{ '@type': 'Article', author: [{ name: 'Ada' }, { name: 'Ben' }] }] })).byline).toBe(
      'Ada, Ben',
    );
  });
  test('gives dates only as declared', () => {
    const page = read(ld({ '@type': 'BlogPosting', datePublished: '2024-05-03', dateModified: '03/05/24' }));
    expect(page.published).toBe('2024-05-03');
    expect(page.modified).toBeNull();
  });
  test('may be broken without harm', () => {
    expect(
      read('<script type="application/ld+json">{"@type":"Article",</script><meta name=author content="Ada">').byline,
    ).toBe('Ada');
  });
  test('may hold raw line breaks in strings', () => {
    expect(
      read('<script type="application/ld+json">{"@type":"Article","headline":"Ice\non the river"}</script>').title,
    ).toBe('Ice on the river');
  });
});

describe('the canonical address', () => {
  test('is made absolute', () => {
    expect(read('<link rel="canonical" href="/c">').canonical).toBe('https://site.example/c');
  });
  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://site.example/'])('is never %s', (href) => {
    expect(read(`<link rel="canonical" href="${href}">`).canonical).toBeNull();
  });
});

test('the language is the one that the page declares, and null where that is none', () => {
  expect(read('').lang).toBe('en-GB');
  expect(readMetadata(surveyOf(parse('<html lang="">')), null).lang).toBeNull();
});
