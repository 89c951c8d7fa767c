import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../src/core/index.js';
import type { Jail } from '../../src/jail/contract.js';
import { createJail } from '../../src/jail/index.js';
import { type ProviderRequest, prepareQuery, providerById, tidyHits } from '../../src/providers/index.js';
import { depsFor } from './stand-in.js';

// A real SearX on loopback with engines of its own: CI starts it and says where it is.
const base = process.env['SALLYPORT_SEARX_URL'];

describe.skipIf(base === undefined)('a real SearX (runs where SALLYPORT_SEARX_URL says where it is)', () => {
  let jail: Jail;
  beforeAll(async () => {
    jail = await createJail({
      allowPrivate: [],
      allowRanges: [],
      dns: null,
      proxy: null,
      caFile: null,
      userAgent: null,
      perHost: { concurrent: 2, perMinute: 1_000 },
    });
  });
  afterAll(() => jail?.close());

  async function search(query: string, more: Partial<SearchQuery> = {}, now = Date.now()) {
    const provider = providerById('searxng');
    if (provider === null || base === undefined) throw new Error('no SearX');
    const asked: string[] = [];
    const request: ProviderRequest = async ({ url, method = 'GET', headers = {} }) => {
      asked.push(url);
      const reply = await jail.request({
        url,
        method,
        headers,
        purpose: 'endpoint',
        lockedTo: [new URL(base).host],
        operatorEndpoint: true,
        maxBytes: 4 * 1024 * 1024,
        timeoutMs: 20_000,
        maxRedirects: 0,
        accept: 'any',
      });
      return { status: reply.status, headers: reply.headers, text: new TextDecoder().decode(reply.body) };
    };
    const prepared = prepareQuery({ query, topic: 'web', count: 5, page: 1, ...more }, provider);
    const reply = await provider.search(prepared.query, depsFor(base, { request, key: null, now }));
    const options = { count: 5, topic: prepared.query.topic, now, blockedDomains: [], judge: () => 'ok' as const };
    return { ...reply, ...tidyHits(reply.hits, { ...options, ...prepared.filters }), asked };
  }

  it('finds pages with titles, clean snippets and dates', async () => {
    const { results, failures } = await search('rope knots');
    expect(failures).toEqual([]);
    expect(results).toHaveLength(5);
    for (const { title, url, snippet, published } of results) {
      expect(title).toMatch(/^On rope knots, part \d+$/);
      expect(url).toMatch(/^https:\/\/library\d\.example\.org\/rope-knots\/\d+$/);
      expect(snippet).toMatch(/^Part \d+ of the notes on rope knots & what sailors say of them\.$/);
      expect(published ?? '2026-11-01').toMatch(/^2026-1[0-2]-\d\d/);
    }
  });

  it('turns pages', async () => {
    const [first, second] = [await search('notes'), await search('notes', { page: 2 })];
    expect(second.results.length).toBeGreaterThan(0);
    const urls = new Set(first.hits.map(({ url }) => url));
    expect(second.hits.some(({ url }) => !urls.has(url))).toBe(true);
  });

  it('finds news with source and date, although its engines know no date filter', async () => {
    const now = Date.parse('2026-12-01T10:00:00Z');
    const { results, ignored, dropped } = await search('sailors', { topic: 'news', recencyDays: 7 }, now);
    expect(results.length).toBeGreaterThan(0);
    for (const { source, published } of results) {
      expect(source).toMatch(/^library\d\.example\.org$/);
      expect(Date.parse(published ?? '')).toBeGreaterThan(now - 7 * 86_400_000);
    }
    expect(dropped.older).toBeGreaterThan(0);
    expect(ignored.map(({ argument }) => argument)).toEqual(['recency_days']);
  });

  it('keeps to a site, although its engines know no site operator', async () => {
    const { results } = await search('notes site:library2.example.org');
    expect(results.length).toBeGreaterThan(0);
    for (const { site } of results) expect(site).toBe('library2.example.org');
  });

  it('finds nothing where nothing matches, and past the last page', async () => {
    expect((await search('zzzqqqxxyy')).results).toEqual([]);
    expect((await search('notes', { page: 99 })).results).toEqual([]);
  });

  it.each(['!!g test', '!!', 'sqlite !!g', '!lp sqlite'])('lets no bang leave: %s', async (query) => {
    const { asked } = await search(query);
    for (const url of asked) expect(new URL(url).searchParams.get('q')).not.toMatch(/(^|\s)!/);
  });

  it('follows no redirect, should one come all the same', async () => {
    const provider = providerById('searxng');
    const request: ProviderRequest = async () => {
      const url = `${base}/search?q=${encodeURIComponent('!!g test')}&format=json`;
      const locked = { lockedTo: [new URL(base ?? '').host], operatorEndpoint: true, maxBytes: 65_536 };
      const reply = await jail.request({ url, purpose: 'endpoint', timeoutMs: 20_000, maxRedirects: 0, ...locked });
      return { status: reply.status, headers: reply.headers, text: '' };
    };
    const query: SearchQuery = { query: 'x', topic: 'web', count: 5, page: 1 };
    await expect(provider?.search(query, depsFor(base ?? '', { request, key: null }))).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('redirect'),
    });
  });
});
