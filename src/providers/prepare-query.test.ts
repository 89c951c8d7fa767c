import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../core/index.js';
import { prepareQuery } from './prepare-query.js';
import { PROVIDERS, providerById } from './registry.js';

const asked = (query: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  query,
  topic: 'web',
  count: 5,
  page: 1,
  ...more,
});
const prepare = (id: string, query: string, more: Partial<SearchQuery> = {}) => {
  const provider = providerById(id);
  if (provider === null) throw new Error(`no provider ${id}`);
  return prepareQuery(asked(query, more), provider);
};

describe('prepareQuery', () => {
  it('hands a plain query on as it is', () => {
    expect(prepare('brave', 'abort signal')).toEqual({
      query: asked('abort signal'),
      ignored: [],
      filters: { domains: [], excludeDomains: [] },
    });
  });

  it.each([
    ['sqlite site:sqlite.org wal', 'sqlite wal', ['sqlite.org'], []],
    ['-site:w3schools.com css grid', 'css grid', [], ['w3schools.com']],
    ['wal (site:a.com OR site:b.com) -site:c.com', 'wal', ['a.com', 'b.com'], ['c.com']],
    ['site:https://Example.COM/docs/ install', 'install', ['example.com/docs'], []],
    ['SITE:*.gov report', 'report', ['gov'], []],
    // Near misses
    ['what does "site:example.com" mean', 'what does "site:example.com" mean', [], []],
    ['website:example.com x', 'website:example.com x', [], []],
    ['site: example.com', 'site: example.com', [], []],
    ['rain OR site:b.com', 'rain', ['b.com'], []],
  ])('lifts the operators out of %j', (query, text, domains, excludeDomains) => {
    const { query: prepared, filters } = prepare('tavily', query);
    expect(prepared.query).toBe(text);
    expect(filters).toEqual({ domains, excludeDomains });
  });

  it('hands domains on as arguments where the provider has them', () => {
    const { query, ignored } = prepare('exa', 'wal', { site: 'https://sqlite.org/', domains: ['a.com', 'sqlite.org'] });
    expect(query).toEqual(asked('wal', { domains: ['sqlite.org', 'a.com'] }));
    expect(ignored).toEqual([]);
  });

  it('writes domains as operators where the provider reads those', () => {
    const { query, ignored, filters } = prepare('brave', 'wal', {
      domains: ['a.com', 'b.com'],
      excludeDomains: ['c.com'],
    });
    expect(query).toEqual(asked('wal site:a.com OR site:b.com -site:c.com'));
    expect(filters).toEqual({ domains: ['a.com', 'b.com'], excludeDomains: ['c.com'] });
    expect(ignored).toEqual([]);
  });

  it('filters the hits where the provider can do neither, and says so', () => {
    const { query, ignored, filters } = prepare('command', 'wal site:a.com');
    expect(query).toEqual(asked('wal'));
    expect(filters.domains).toEqual(['a.com']);
    expect(ignored.map(({ argument }) => argument)).toEqual(['domains']);
  });

  it('makes a query of the domains where nothing else is left', () => {
    expect(prepare('tavily', 'site:sqlite.org').query.query).toBe('sqlite.org');
    expect(prepare('brave', 'site:sqlite.org').query.query).toBe('site:sqlite.org');
  });

  it('says what is no domain', () => {
    const { ignored, filters } = prepare('tavily', 'x', { domains: ['not a domain', 'a.com'], excludeDomains: [''] });
    expect(filters.domains).toEqual(['a.com']);
    expect(ignored.map(({ argument }) => argument)).toEqual(['domains', 'exclude_domains']);
  });

  it.each([
    ['brave', 400],
    ['tavily', 400],
  ])('%s: clips a long query at a word and says so', (id, most) => {
    const long = 'wording '.repeat(60).trim();
    const { query, ignored } = prepare(id, long);
    expect(query.query.length).toBeLessThanOrEqual(most);
    expect(query.query.endsWith('wording')).toBe(true);
    expect(ignored).toEqual([{ argument: 'query', reason: expect.stringMatching(/^clipped from 479 to \d+ char/) }]);
    const exact = 'x'.repeat(most);
    expect(prepare(id, exact).ignored).toEqual([]);
    expect(prepare(id, `${exact}y`).query.query).toBe(exact);
  });

  it('clips to fifty words, operators included', () => {
    const { query, ignored } = prepare('brave', 'ab '.repeat(60), { domains: ['a.com', 'b.com'] });
    expect(query.query.split(' ')).toHaveLength(50);
    expect(query.query.endsWith('site:a.com OR site:b.com')).toBe(true);
    expect(ignored.map(({ argument }) => argument)).toEqual(['query']);
    expect(prepare('brave', 'ab '.repeat(50)).ignored).toEqual([]);
  });

  it('keeps half of the room for the words, however many domains there are', () => {
    const domains = Array.from({ length: 60 }, (_, i) => `host-${i}.example.com`);
    const { query, ignored, filters } = prepare('brave', 'abort signal', { domains });
    expect(query.query.length).toBeLessThanOrEqual(400);
    expect(query.query.startsWith('abort signal site:host-0.example.com')).toBe(true);
    expect(filters.domains).toHaveLength(60);
    expect(ignored).toEqual([{ argument: 'domains', reason: expect.stringContaining('did not fit') }]);
  });

  it('never cuts a character in two', () => {
    expect(prepare('tavily', `${'x'.repeat(399)}😀`).query.query).toBe('x'.repeat(399));
  });

  it.each([
    ['tavily', { page: 2 }, { page: 1 }, 'page'],
    ['brave', { page: 11 }, { page: 1 }, 'page'],
    ['command', { topic: 'news' as const }, { topic: 'web' as const }, 'topic'],
    ['brave', { count: 30 }, { count: 20 }, 'count'],
  ])('%s: what it cannot do of %o is said', (id, given, becomes, argument) => {
    const { query, ignored } = prepare(id, 'x', given);
    expect(query).toEqual(asked('x', becomes));
    expect(ignored.map((one) => one.argument)).toEqual([argument]);
  });

  it('keeps the recency as a filter where the provider has none', () => {
    const { query, ignored, filters } = prepare('anthropic', 'x', { recencyDays: 7 });
    expect(query).toEqual(asked('x'));
    expect(filters.recencyDays).toBe(7);
    expect(ignored.map(({ argument }) => argument)).toEqual(['recency_days']);
  });

  it('cleans what a person would not see out of the query', () => {
    expect(prepare('brave', 'a\u0085b\u202e c\n\td').query.query).toBe('a b c d');
  });

  it('stays within the limits of every provider, whatever is asked', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('site:a.com', '-site:b.com', '"', 'OR', '(', '!g'),
    );
    const query = fc.array(word, { maxLength: 80 }).map((parts) => parts.join(' '));
    const domains = fc.array(fc.oneof(fc.domain(), fc.string()), { maxLength: 40 });
    fc.assert(
      fc.property(query, domains, domains, fc.integer({ min: 1, max: 20 }), (text, wanted, excluded, page) => {
        for (const provider of PROVIDERS) {
          const more = { domains: wanted, excludeDomains: excluded, page, recencyDays: page };
          const { query: prepared } = prepareQuery(asked(text, more), provider);
          const { maxChars = 100_000, maxWords = 100_000, maxPage = 100 } = provider.terms ?? {};
          expect(prepared.query.length).toBeLessThanOrEqual(maxChars);
          expect(prepared.query.split(' ').length).toBeLessThanOrEqual(maxWords);
          expect(prepared.page).toBeLessThanOrEqual(maxPage);
          expect(prepared.query).toBe(prepared.query.trim());
        }
      }),
      { numRuns: 50 },
    );
  });
});
