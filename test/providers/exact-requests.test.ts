import { afterEach, describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../src/core/index.js';
import {
  type Provider,
  type ProviderDeps,
  prepareQuery,
  providerById,
  type StandInRequest,
} from '../../src/providers/index.js';
import { kitFor } from './kits.js';
import { depsFor, NOW, serve } from './stand-in.js';

// What each provider sends, to the character: method, path, headers and body.
const KEY = 'key-of-the-test-0123456789';
const asked = (more: Partial<SearchQuery> = {}): SearchQuery => ({
  query: 'a&b "c" é',
  topic: 'web',
  count: 5,
  page: 1,
  ...more,
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

function providerOf(id: string): Provider {
  const provider = providerById(id);
  if (provider === null) throw new Error(`no provider ${id}`);
  return provider;
}

async function sentBy(id: string, query: SearchQuery, more: Partial<ProviderDeps> = {}): Promise<StandInRequest> {
  const server = await serve(() => ({ body: kitFor(id).reply([], query.topic) }));
  open.push(server);
  const provider = providerOf(id);
  await provider.search(prepareQuery(query, provider).query, depsFor(server.url, more));
  expect(server.asked).toHaveLength(1);
  const [request] = server.asked;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

/** Headers beside those that every request of node has. */
function headersOf({ headers }: StandInRequest): Record<string, string> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...own } = headers;
  return own;
}

describe('brave', () => {
  it('asks the web endpoint', async () => {
    const request = await sentBy('brave', asked());
    expect(request.method).toBe('GET');
    expect(request.path).toBe(
      '/res/v1/web/search?q=a%26b+%22c%22+%C3%A9&count=5&text_decorations=false&result_filter=web',
    );
    expect(headersOf(request)).toEqual({ accept: 'application/json', 'x-subscription-token': KEY });
    expect(request.body).toBe('');
  });

  it('asks the news endpoint', async () => {
    const { path } = await sentBy('brave', asked({ topic: 'news', recencyDays: 7 }));
    expect(path).toBe('/res/v1/news/search?q=a%26b+%22c%22+%C3%A9&count=5&freshness=pw');
  });

  it.each([
    [1, 'pd'],
    [3, '2026-11-28to2026-12-01'],
    [7, 'pw'],
    [8, '2026-11-23to2026-12-01'],
    [31, 'pm'],
    [365, 'py'],
    [400, '2025-10-27to2026-12-01'],
  ])('covers %i days with %s', async (recencyDays, freshness) => {
    const { path } = await sentBy('brave', asked({ recencyDays }));
    expect(new URL(path, 'http://x').searchParams.get('freshness')).toBe(freshness);
  });

  it('counts pages from nought and writes domains as operators', async () => {
    const { path } = await sentBy(
      'brave',
      asked({ query: 'wal', page: 3, domains: ['a.com'], excludeDomains: ['b.com'] }),
    );
    const sent = new URL(path, 'http://x').searchParams;
    expect(sent.get('offset')).toBe('2');
    expect(sent.get('q')).toBe('wal site:a.com -site:b.com');
  });
});

describe('tavily', () => {
  it('posts the query with its arguments', async () => {
    const query = asked({ domains: ['a.com', 'b.com/docs'], excludeDomains: ['c.com'], recencyDays: 3 });
    const request = await sentBy('tavily', query);
    expect(request).toMatchObject({ method: 'POST', path: '/search' });
    expect(headersOf(request)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${KEY}`,
    });
    expect(JSON.parse(request.body)).toEqual({
      query: 'a&b "c" é',
      topic: 'general',
      search_depth: 'basic',
      max_results: 5,
      start_date: '2026-11-28',
      include_domains: ['a.com', 'b.com'],
      exclude_domains: ['c.com'],
    });
  });

  it.each([
    [1, { time_range: 'day' }],
    [7, { time_range: 'week' }],
    [30, { start_date: '2026-11-01' }],
  ])('covers %i days of news with %o', async (recencyDays, filter) => {
    const { body } = await sentBy('tavily', asked({ topic: 'news', recencyDays }));
    const sent = { query: 'a&b "c" é', topic: 'news', search_depth: 'basic', max_results: 5, ...filter };
    expect(JSON.parse(body)).toEqual(sent);
  });
});

describe('exa', () => {
  it('posts the query with its arguments', async () => {
    const query = asked({ topic: 'news', recencyDays: 2, domains: ['a.com'], excludeDomains: ['b.com', 'c.com/x'] });
    const request = await sentBy('exa', query);
    expect(request).toMatchObject({ method: 'POST', path: '/search' });
    expect(headersOf(request)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-key': KEY,
    });
    expect(JSON.parse(request.body)).toEqual({
      query: 'a&b "c" é',
      type: 'auto',
      numResults: 5,
      category: 'news',
      startPublishedDate: '2026-11-29T10:00:00.000Z',
      includeDomains: ['a.com'],
      excludeDomains: ['b.com'],
      contents: { highlights: { maxCharacters: 500 } },
    });
  });
});

describe('searxng', () => {
  it('asks with a plain address and no credential', async () => {
    const request = await sentBy('searxng', asked({ page: 2 }));
    expect(request.method).toBe('GET');
    expect(request.path).toBe('/search?q=a%26b+%22c%22+%C3%A9&format=json&categories=general&pageno=2');
    expect(headersOf(request)).toEqual({ accept: 'application/json' });
  });

  it.each([
    [1, 'day'],
    [2, 'week'],
    [7, 'week'],
    [8, 'month'],
    [31, 'month'],
    [32, 'year'],
    [365, 'year'],
  ])('covers %i days with %s', async (recencyDays, span) => {
    const { ignored, asked: sent } = await withRecency(recencyDays);
    expect(sent).toEqual([span]);
    expect(ignored).toEqual([]);
  });

  it('says that no filter covers more than a year', async () => {
    const { ignored, asked: sent } = await withRecency(366);
    expect(sent).toEqual([null]);
    expect(ignored.map(({ argument }) => argument)).toEqual(['recency_days']);
  });

  async function withRecency(recencyDays: number) {
    const hits = [{ title: 'T', url: 'https://a.example/', snippet: 'S' }];
    const server = await serve(() => ({ body: kitFor('searxng').reply(hits, 'web') }));
    open.push(server);
    const { ignored } = await providerOf('searxng').search(asked({ recencyDays }), depsFor(server.url));
    const spans = server.asked.map(({ path }) => new URL(path, 'http://x').searchParams.get('time_range'));
    return { ignored, asked: spans };
  }

  it.each(['', '/', '/searx', '/searx/', '/searx/search', '/searx/search/'])(
    'finds the endpoint below %j',
    async (path) => {
      const server = await serve(() => ({ body: kitFor('searxng').reply([], 'web') }));
      open.push(server);
      await providerOf('searxng').search(asked(), depsFor(`${server.url}${path}`));
      expect(server.asked[0]?.path).toMatch(path.includes('searx') ? /^\/searx\/search\?q=/ : /^\/search\?q=/);
    },
  );
});

describe('anthropic', () => {
  it('posts one message with the search tool, and nothing of ours in the query', async () => {
    const request = await sentBy('anthropic', asked({ excludeDomains: ['b.com'] }), { model: 'some-model' });
    expect(request).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(headersOf(request)).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'x-api-key': KEY,
    });
    expect(JSON.parse(request.body)).toEqual({
      model: 'some-model',
      max_tokens: 1024,
      system: expect.stringContaining('word for word'),
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1, blocked_domains: ['b.com'] }],
      messages: [{ role: 'user', content: 'a&b "c" é' }],
    });
  });

  it('gives the tool one list of domains, and says what became of the other', async () => {
    const server = await serve(() => ({ body: kitFor('anthropic').reply([], 'web') }));
    open.push(server);
    const query = asked({ domains: ['a.com'], excludeDomains: ['b.com'] });
    const { ignored } = await providerOf('anthropic').search(query, depsFor(server.url));
    const [tool] = (JSON.parse(server.asked[0]?.body ?? '') as { tools: unknown[] }).tools;
    expect(tool).toEqual({ type: 'web_search_20250305', name: 'web_search', max_uses: 1, allowed_domains: ['a.com'] });
    expect(ignored.map(({ argument }) => argument)).toEqual(['exclude_domains']);
  });
});

describe('programs', () => {
  async function runBy(id: string, query: SearchQuery, command: readonly string[] | null = null) {
    const ran: Parameters<ProviderDeps['exec']>[0][] = [];
    const provider = providerOf(id);
    const exec: ProviderDeps['exec'] = async (given) => {
      ran.push(given);
      return { stdout: '[]', stderr: '', exitCode: 0, output: '[]' };
    };
    await provider.search(prepareQuery(query, provider).query, depsFor('', { exec, command, key: null }));
    expect(ran).toHaveLength(1);
    return ran[0];
  }

  it('ddgs: the query is the value of -q, the result a file', async () => {
    expect(await runBy('ddgs', asked({ query: '!g --help site:a.com', page: 2, recencyDays: 5 }))).toEqual({
      file: 'ddgs',
      args: ['text', '-q', "'!g' --help site:a.com", '-m', '5', '-p', '2', '-t', 'w', '-o', '{output}'],
      env: ['DDGS_PROXY'],
      timeoutMs: 25_000,
      output: 'results.json',
    });
  });

  it('ddgs: news knows no year', async () => {
    const ran = await runBy('ddgs', asked({ topic: 'news', recencyDays: 200 }));
    expect(ran?.args).toEqual(['news', '-q', 'a&b "c" é', '-m', '5', '-p', '1', '-o', '{output}']);
  });

  it.each([
    [['find'], ['a&b "c" é']],
    [
      ['find', '--n={count}', '{query}', '-p', '{page}'],
      ['--n=5', 'a&b "c" é', '-p', '1'],
    ],
    [
      ['find', '--q={query}', '{other}'],
      ['--q=a&b "c" é', '{other}'],
    ],
  ])('command: %j', async (command, args) => {
    expect(await runBy('command', asked(), command)).toEqual({ file: 'find', args, timeoutMs: 25_000 });
  });
});

it('command: says that a page was not asked for where its arguments have no place for it', async () => {
  const exec: ProviderDeps['exec'] = async () => ({ stdout: '[]', stderr: '', exitCode: 0 });
  const ask = (command: string[]) => providerOf('command').search(asked({ page: 2 }), depsFor('', { exec, command }));
  expect((await ask(['find'])).ignored.map(({ argument }) => argument)).toEqual(['page']);
  expect((await ask(['find', '--page={page}'])).ignored).toEqual([]);
});

it('tells the rate windows of every reply, also of one that failed', async () => {
  const headers = {
    'x-ratelimit-limit': '1, 15000',
    'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
    'x-ratelimit-remaining': '0, 14999',
    'x-ratelimit-reset': '1, 1419704',
  };
  let status = 200;
  const server = await serve(() => ({ status, headers, body: kitFor('brave').reply([], 'web') }));
  open.push(server);
  const told: number[] = [];
  const deps = depsFor(server.url, { now: NOW, onRate: (windows) => told.push(windows.length) });
  await providerOf('brave').search(asked(), deps);
  status = 429;
  await expect(providerOf('brave').search(asked(), deps)).rejects.toMatchObject({
    code: 'provider_rate_limited',
    retryAfterSeconds: 1,
  });
  expect(told).toEqual([2, 2]);
});
