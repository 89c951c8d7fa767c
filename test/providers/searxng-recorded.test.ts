import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../src/core/index.js';
import { type ProviderRequest, providerById, tidyHits } from '../../src/providers/index.js';
import { sharedPath } from '../shared.js';
import { depsFor, NOW } from './stand-in.js';

const folder = sharedPath('searx', 'replies');
const searxng = providerById('searxng');

/** The reply as it was recorded: status and headers from one file, body from the other. */
function recorded(version: string, name: string): Awaited<ReturnType<ProviderRequest>> {
  const [first = '', ...lines] = readFileSync(join(folder ?? '', version, `${name}.headers`), 'utf8').split('\n');
  const headers = lines.flatMap((line) => {
    const at = line.indexOf(':');
    return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const] : [];
  });
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: readFileSync(join(folder ?? '', version, `${name}.json`), 'utf8'),
  };
}

async function search(version: string, name: string, more: Partial<SearchQuery> = {}) {
  const asked: string[] = [];
  const request: ProviderRequest = async ({ url }) => {
    asked.push(url);
    return recorded(version, url.endsWith('/config') ? 'config' : name);
  };
  const query: SearchQuery = { query: 'q', topic: 'web', count: 10, page: 1, ...more };
  const reply = await searxng?.search(query, depsFor('http://127.0.0.1:8888', { request, key: null }));
  if (reply === undefined) throw new Error('no provider');
  return { ...reply, asked };
}

const VERSIONS = ['searx-1.1.0', 'searxng-2026-08'];

describe.skipIf(folder === null)('recorded replies of a real SearX', () => {
  describe.each(VERSIONS)('%s', (version) => {
    it('reads titles, addresses, snippets and the machine form of dates', async () => {
      const { hits, failures } = await search(version, 'normal');
      const { results } = tidyHits(hits, { count: 10, topic: 'web', now: NOW, blockedDomains: [], judge: () => 'ok' });
      expect(results).toHaveLength(8);
      expect(results[0]).toMatchObject({
        title: 'Sqlite wal — note 2',
        url: 'https://docs2.example.org/sqlite%20wal/2?ref=2',
        published: '2026-11-29T21:24:00Z',
      });
      expect(results[0]?.snippet).toContain('wal & its pitfalls, with naïve “quotes” and 日本語 text.');
      expect(failures).toEqual([]);
    });

    it('names each engine that failed once, beside the hits of the others', async () => {
      const { hits, failures } = await search(version, 'mixed');
      expect(hits.length).toBeGreaterThan(0);
      const engines = failures.map(({ engine }) => engine);
      expect(engines).toContain('slow engine');
      expect(new Set(engines).size).toBe(engines.length);
      for (const { reason } of failures) expect(reason).not.toBe('');
    });

    it('reads news, and says nothing of web results', async () => {
      const { hits, ignored } = await search(version, 'news', { topic: 'news' });
      expect(hits).toHaveLength(3);
      expect(ignored).toEqual([]);
    });

    it('says that an unknown category fell back to web results', async () => {
      const { ignored } = await search(version, 'bad_category', { topic: 'news' });
      expect(ignored.map(({ argument }) => argument)).toEqual(['topic']);
    });

    it('takes no match and a page past the end for an empty list', async () => {
      expect((await search(version, 'noresults')).hits).toEqual([]);
      expect((await search(version, 'page99', { page: 99 })).hits).toEqual([]);
    });

    it.each([
      ['slow', 'slow engine'],
      ['denied', 'denied engine'],
      ['broken', 'broken engine'],
      ['down', 'down engine'],
    ])('says that every engine failed: %s', async (name, engine) => {
      // The instance's /config lists other engines of the category `general`, which did not fail here.
      expect((await search(version, name)).hits).toEqual([]);
      const request: ProviderRequest = async () => recorded(version, name);
      const query: SearchQuery = { query: 'q', topic: 'web', count: 5, page: 1 };
      await expect(
        searxng?.search(query, depsFor('http://127.0.0.1:8888', { request, key: null })),
      ).rejects.toMatchObject({ code: 'provider_failed', message: expect.stringContaining(engine) });
    });

    it.each([
      ['noquery', 'provider_failed'],
      ['bad_pageno', 'provider_failed'],
      ['bad_timerange', 'provider_failed'],
      ['bad_safesearch', 'provider_failed'],
      ['unknown_format', 'provider_bad_reply'],
      ['post_json', 'provider_bad_reply'],
      ['rss', 'provider_bad_reply'],
      ['bang', 'provider_failed'],
    ])('%s is %s, and no word of the body is told', async (name, code) => {
      const failure = await search(version, name).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code });
      expect(String(failure)).not.toMatch(/[<>]|Invalid value|google/);
    });

    it('gives an answer or a neutral error for every recorded reply', async () => {
      const names = readdirSync(join(folder ?? '', version)).filter((name) => name.endsWith('.json'));
      expect(names.length).toBeGreaterThan(30);
      for (const name of names) {
        const outcome = await search(version, name.replace('.json', '')).catch((error: unknown) => error);
        const known = outcome instanceof Error ? Reflect.get(outcome, 'code') : 'answer';
        expect(known, name).toMatch(/^(answer|provider_(failed|bad_reply|auth|rate_limited))$/);
      }
    });
  });

  it('asks again without the date filter where engines that lack it answered with nothing', async () => {
    const replies = ['news_timerange', 'news'];
    const asked: string[] = [];
    const request: ProviderRequest = async ({ url }) => {
      asked.push(new URL(url).searchParams.get('time_range') ?? 'none');
      return recorded('searx-1.1.0', replies[asked.length - 1] ?? 'down');
    };
    const query: SearchQuery = { query: 'node', topic: 'news', count: 5, page: 1, recencyDays: 7 };
    const reply = await searxng?.search(query, depsFor('http://127.0.0.1:8888', { request, key: null }));
    expect(asked).toEqual(['week', 'none']);
    expect(reply?.hits).toHaveLength(3);
    expect(reply?.ignored.map(({ argument }) => argument)).toEqual(['recency_days']);
  });

  it('says what a limiter and a missing JSON format are', async () => {
    const version = 'searxng-2026-08';
    const refused = await search(version, 'format_disabled_403').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'provider_auth', hint: expect.stringMatching(/search\.formats.*limiter/) });
    const limited = await search(version, 'limiter_curl_429').catch((error: unknown) => error);
    expect(limited).toMatchObject({ code: 'provider_rate_limited', message: expect.not.stringContaining('Too Many') });
    await expect(search(version, 'format_disabled_html_ok')).rejects.toMatchObject({ code: 'provider_bad_reply' });
  });

  it('leaves out key-value answers, which have no address', async () => {
    expect((await search('searxng-2026-08', 'demo_offline')).hits).toEqual([]);
  });
});
