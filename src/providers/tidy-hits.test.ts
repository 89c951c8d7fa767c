import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawHit } from '../core/index.js';
import { type TidyOptions, tidyHits } from './tidy-hits.js';

const NOW = Date.parse('2026-12-01T10:00:00Z');
const options = (more: Partial<TidyOptions> = {}): TidyOptions => ({
  count: 10,
  topic: 'web',
  now: NOW,
  blockedDomains: [],
  judge: () => 'ok',
  ...more,
});
const hit = (url: string, more: Partial<RawHit> = {}): RawHit => ({ title: 'T', url, snippet: 'S', ...more });
const urls = (raw: RawHit[], more: Partial<TidyOptions> = {}) =>
  tidyHits(raw, options(more)).results.map(({ url }) => url);

describe('tidyHits', () => {
  it('ranks what it keeps and stops at the count', () => {
    const raw = ['a', 'b', 'c'].map((name) => hit(`https://${name}.example/`));
    expect(tidyHits(raw, options({ count: 2 })).results).toEqual([
      { rank: 1, title: 'T', url: 'https://a.example/', site: 'a.example', snippet: 'S' },
      { rank: 2, title: 'T', url: 'https://b.example/', site: 'b.example', snippet: 'S' },
    ]);
  });

  it('merges one page given twice into the better rank, the secure address and what only the other knew', () => {
    const raw = [
      hit('http://www.example.com/a/?utm_source=x', { snippet: '' }),
      hit('https://example.com/a', { snippet: 'known', published: '2026-11-29' }),
      hit('https://example.com/b'),
    ];
    const { results, dropped } = tidyHits(raw, options());
    expect(results[0]).toMatchObject({ url: 'https://example.com/a', snippet: 'known', published: '2026-11-29' });
    expect(results).toHaveLength(2);
    expect(dropped).toEqual({ blocked: 0, refused: 0, duplicate: 1 });
  });

  it('drops what cannot be fetched and what the judge refuses, and counts it as refused', () => {
    const raw = [hit('javascript:alert(1)'), hit('http://10.0.0.1/'), hit('local://x/y'), hit('https://a.example/')];
    const judge = (url: string) => (url.includes('10.0.0.1') ? ('refused' as const) : ('ok' as const));
    const { results, dropped } = tidyHits(raw, options({ judge }));
    expect(results.map(({ url }) => url)).toEqual(['https://a.example/']);
    expect(dropped.refused).toBe(3);
  });

  it('blocks hosts by pattern: the name that host, the star its subdomains', () => {
    const raw = ['https://example.com/', 'https://sub.example.com/', 'https://notexample.com/'].map((url) => hit(url));
    expect(urls(raw, { blockedDomains: ['example.com'] })).toEqual([
      'https://sub.example.com/',
      'https://notexample.com/',
    ]);
    expect(urls(raw, { blockedDomains: ['*.example.com'] })).toEqual([
      'https://example.com/',
      'https://notexample.com/',
    ]);
    expect(tidyHits(raw, options({ blockedDomains: ['example.com', '*.example.com'] })).dropped.blocked).toBe(2);
  });

  it('leaves out what is known to be older, and keeps what has no date', () => {
    const raw = [
      hit('https://a.example/', { published: '2026-11-23' }),
      hit('https://b.example/', { published: '2026-11-24' }),
      hit('https://c.example/', { published: '3 weeks ago' }),
      hit('https://d.example/', { published: '6 days ago' }),
      hit('https://e.example/'),
      hit('https://f.example/', { published: 'whenever' }),
    ];
    const { results, dropped } = tidyHits(raw, options({ recencyDays: 7 }));
    expect(results.map(({ site }) => site)).toEqual(['b.example', 'd.example', 'e.example', 'f.example']);
    expect(results.map(({ published }) => published)).toEqual(['2026-11-24', '2026-11-25', undefined, undefined]);
    expect(dropped.older).toBe(2);
  });

  it('keeps only the sites asked for and counts the rest', () => {
    const raw = ['https://docs.a.example/', 'https://b.example/', 'https://old.a.example/'].map((url) => hit(url));
    const { results, dropped } = tidyHits(raw, options({ domains: ['a.example'], excludeDomains: ['old.a.example'] }));
    expect(results.map(({ url }) => url)).toEqual(['https://docs.a.example/']);
    expect(dropped.elsewhere).toBe(2);
  });

  it('says which filter emptied the list', () => {
    const raw = [hit('https://a.example/', { published: '2020-01-01' }), hit('https://b.example/')];
    const { results, notes } = tidyHits(raw, options({ recencyDays: 7, blockedDomains: ['b.example'] }));
    expect(results).toEqual([]);
    expect(notes).toEqual(['2 results came and none was left: 1 older than 7 days, 1 on blocked domains']);
    expect(tidyHits([], options()).notes).toEqual([]);
  });

  it('names the source of news: the publisher, or else the host', () => {
    const raw = [hit('https://www.a.example/', { source: 'The <b>Daily</b>' }), hit('https://www.b.example/')];
    expect(tidyHits(raw, options({ topic: 'news' })).results.map(({ source, site }) => [source, site])).toEqual([
      ['The Daily', 'a.example'],
      ['b.example', 'b.example'],
    ]);
  });

  it('gives a hit without a title its address', () => {
    expect(tidyHits([hit('https://a.example/docs/x', { title: ' ' })], options()).results[0]?.title).toBe(
      'a.example/docs/x',
    );
  });

  it('keeps going over hits that are not what their types say', () => {
    const raw = [{ title: null, url: 'https://a.example/', snippet: 7, published: {} }, { url: null }] as never[];
    const { results, dropped } = tidyHits(raw, options());
    expect(results).toEqual([
      { rank: 1, title: 'a.example/', url: 'https://a.example/', site: 'a.example', snippet: '' },
    ]);
    expect(dropped.refused).toBe(1);
  });

  it('gives clean results for any hits', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<b', '&lt;', '\u001b]8;;x', '</script>'));
    const raw = fc.record({ title: text, url: fc.oneof(fc.webUrl(), text), snippet: text, published: text });
    fc.assert(
      fc.property(fc.array(raw), (hits) => {
        const { results, dropped } = tidyHits(hits, options({ count: 1_000 }));
        expect(results.length + dropped.refused + dropped.duplicate).toBe(hits.length);
        for (const result of results) {
          expect(result.title + result.snippet).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
          expect(result.snippet.length).toBeLessThanOrEqual(500);
          expect(result.url).toMatch(/^https?:\/\//);
        }
      }),
    );
  });
});
