import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderReply, SearchQuery } from '../../src/core/index.js';
import { PROVIDERS, type ProviderDeps, providerById, type StandInReply, tidyHits } from '../../src/providers/index.js';
import { kitFor } from './kits.js';
import { depsFor, NOW, serve } from './stand-in.js';

// What users of other tools reported of their search providers, each case as one of its kind.
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const query: SearchQuery = { query: 'abort signal', topic: 'web', count: 5, page: 1 };

async function ask(id: string, reply: StandInReply, more: Partial<SearchQuery> = {}): Promise<ProviderReply> {
  const server = await serve(() => reply);
  open.push(server);
  const found = await providerById(id)?.search({ ...query, ...more }, depsFor(server.url));
  if (found === undefined) throw new Error(`no provider ${id}`);
  return found;
}
const failure = (id: string, reply: StandInReply): Promise<unknown> => ask(id, reply).catch((error: unknown) => error);
const HTML = { 'content-type': 'text/html' };

describe('56: SearXNG answers 403', () => {
  it('says that JSON may be off in search.formats, or the limiter refuses', async () => {
    expect(await failure('searxng', { status: 403, headers: HTML, body: '<h1>Forbidden</h1>' })).toMatchObject({
      code: 'provider_auth',
      hint: expect.stringMatching(/search\.formats.*settings\.yml.*limiter/),
    });
  });

  it('says the same kind of thing where JSON is off and the page comes instead', async () => {
    expect(await failure('searxng', { headers: HTML, body: '<!doctype html>results' })).toMatchObject({
      code: 'provider_bad_reply',
      message: 'SearXNG answered with HTML instead of JSON.',
    });
  });
});

describe('58: SearXNG answers with an empty list although engines have hits', () => {
  it('is a failure that names the engines where all of them failed', async () => {
    const body = JSON.stringify({
      results: [],
      unresponsive_engines: [
        ['bing', 'CAPTCHA'],
        ['brave', 'timeout'],
      ],
    });
    expect(await failure('searxng', { body })).toMatchObject({
      code: 'provider_failed',
      message: 'Every engine of SearXNG failed: bing (CAPTCHA), brave (timeout).',
    });
  });

  it('is an empty list with its failures named where another engine answered', async () => {
    const engine = (name: string, enabled = true) => ({ name, categories: ['general'], enabled });
    const server = await serve(({ path }) => ({
      body: JSON.stringify(
        path === '/config'
          ? { engines: [engine('bing'), engine('mojeek'), engine('off', false)] }
          : { results: [], unresponsive_engines: [['bing', 'CAPTCHA']] },
      ),
    }));
    open.push(server);
    const reply = await providerById('searxng')?.search(query, depsFor(server.url));
    expect(reply).toMatchObject({ hits: [], failures: [{ engine: 'bing', reason: 'CAPTCHA' }] });
  });

  it('is a failure where the engine that did not fail is switched off', async () => {
    const engines = [
      { name: 'bing', categories: ['general'], enabled: true },
      { name: 'off', categories: ['general'], enabled: false },
      { name: 'other', categories: ['images'], enabled: true },
    ];
    const body = JSON.stringify({ results: [], unresponsive_engines: [['bing', 'CAPTCHA']], engines });
    expect(await failure('searxng', { body })).toMatchObject({ code: 'provider_failed' });
  });
});

describe('59: totals that do not match, a date filter that gives nothing', () => {
  it('never reports a total: what is returned is what was counted', async () => {
    const body = { ...JSON.parse(kitFor('searxng').reply([], 'web')), number_of_results: 6_870_000 };
    expect(JSON.stringify(await ask('searxng', { body: JSON.stringify(body) }))).not.toContain('6870000');
  });

  it('says which filter emptied the list', () => {
    const hits = [{ title: 'T', url: 'https://a.example/', snippet: 'S', published: '2020-01-01' }];
    const judged = { count: 5, topic: 'web', now: NOW, blockedDomains: [], judge: () => 'ok' as const } as const;
    expect(tidyHits(hits, { ...judged, recencyDays: 7 })).toMatchObject({
      dropped: { older: 1 },
      notes: ['1 result came and none was left: 1 older than 7 days'],
    });
  });
});

describe('62: Brave answers 422 for a bad token and for bad arguments', () => {
  const said = (code: string) =>
    JSON.stringify({ type: 'ErrorResponse', error: { id: 'x', status: 422, code, detail: 'd' }, time: 1 });
  it.each([
    ['SUBSCRIPTION_TOKEN_INVALID', 'provider_auth'],
    ['VALIDATION', 'provider_failed'],
    ['SUBSCRIPTION_TOKEN_INVALID_NOT', 'provider_failed'],
  ])('%s is %s', async (code, neutral) => {
    expect(await failure('brave', { status: 422, body: said(code) })).toMatchObject({ code: neutral });
  });

  it('does not take the words of a detail for the code', async () => {
    const body = JSON.stringify({ error: { code: 'VALIDATION', detail: '"SUBSCRIPTION_TOKEN_INVALID"' } });
    expect(await failure('brave', { status: 422, body })).toMatchObject({ code: 'provider_failed' });
  });
});

describe('63: a challenge page is copied into the error', () => {
  const page = '<!DOCTYPE html><title>Just a moment...</title><script>challenge()</script>';
  it.each(PROVIDERS.filter(({ needs }) => needs === 'request').map(({ id }) => id))('%s', async (id) => {
    for (const status of [403, 429, 503, 200]) {
      const error = await failure(id, { status, headers: HTML, body: page });
      expect(JSON.stringify(error)).not.toMatch(/moment|challenge|[<>]/);
      expect(String(error)).not.toMatch(/moment|challenge|[<>]/);
    }
  });
});

describe('66: the ddgs program waits for Enter, prints no JSON and exits 0 on failure', () => {
  const run = (ran: Partial<Awaited<ReturnType<ProviderDeps['exec']>>>) =>
    providerById('ddgs')
      ?.search(
        query,
        depsFor('', { exec: async () => ({ stdout: '', stderr: '', exitCode: 0, output: null, ...ran }) }),
      )
      .catch((error: unknown) => error);

  it('takes the file that it wrote for its answer, whatever it printed and however it ended', async () => {
    const output = '[{"title":"T","href":"https://a.example/","body":"S"}]';
    expect(await run({ output, exitCode: 1, stderr: 'warning' })).toMatchObject({
      hits: [{ title: 'T', url: 'https://a.example/', snippet: 'S' }],
    });
  });

  it.each([
    ['DDGSException: something', 'provider_failed'],
    ['TimeoutException: x', 'provider_failed'],
    ['RatelimitException: 202', 'provider_rate_limited'],
    ['', 'provider_failed'],
  ])('without a file, %j is %s although it exits 0', async (stderr, code) => {
    expect(await run({ stderr })).toMatchObject({ code });
  });

  it('without a file, "No results found." is an empty list', async () => {
    expect(await run({ stderr: 'DDGSException: No results found.' })).toMatchObject({ hits: [] });
  });

  it('a file that does not parse is no answer', async () => {
    expect(await run({ output: '[{"title":' })).toMatchObject({ code: 'provider_bad_reply' });
  });
});

describe('67: a key in the address leaks to logs', () => {
  it.each(['BRAVE_API_KEY', 'TAVILY_API_KEY', 'EXA_API_KEY', 'ANTHROPIC_API_KEY'])(
    '%s: a base address with a query, a user or a fragment is refused',
    (name) => {
      const provider = PROVIDERS.find(({ env }) => env.key?.[0] === name);
      for (const baseUrl of ['https://x.example/?api_key=1', 'https://u:p@x.example', 'https://x.example/#k']) {
        expect(provider?.unavailableReason({ key: 'k', baseUrl })).toMatch(/^search\.baseUrl holds/);
      }
      expect(provider?.unavailableReason({ key: 'k', baseUrl: 'https://x.example/gateway' })).toBeNull();
    },
  );

  it('a key that was pasted as the query is masked in the source', async () => {
    const key = 'key-of-the-test-0123456789';
    for (const id of ['brave', 'tavily', 'exa', 'anthropic']) {
      const reply = await ask(id, { body: kitFor(id).reply([], 'web') }, { query: `what is ${key}` });
      expect(reply.source).not.toContain(key);
    }
  });
});

describe('74: "Invalid URL" for a mistake in the configuration', () => {
  it('names the variable and the expected shape', () => {
    expect(providerById('searxng')?.unavailableReason({ key: null, baseUrl: 'localhost:8080' })).toBe(
      'SEARXNG_URL is not an address such as https://search.example.org',
    );
  });
});
