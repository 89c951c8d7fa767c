import { afterEach, describe, expect, it } from 'vitest';
import { errorOf, resultsOf, sallyport } from '../support/cli.js';
import { type Served, serve } from '../support/server.js';
import { braveReply, HITS, homeWith, json, searxReply } from './door.js';

const open: Served[] = [];
const served = async (...handle: Parameters<typeof serve>): Promise<Served> => {
  const server = await serve(...handle);
  open.push(server);
  return server;
};
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const KEY = { BRAVE_API_KEY: 'BSA-test-key' };

describe('search.fallback', () => {
  it.each<[string, Parameters<typeof serve>[0], string]>([
    ['refuses the key', json('{}', 401), 'provider_auth'],
    ['has no allowance left', json('{}', 402), 'provider_quota'],
    ['is out of order', json('{}', 503), 'provider_failed'],
    ['answers with a page', json('<!doctype html><title>x</title>'), 'provider_bad_reply'],
  ])('is asked where the first %s, and the answer says so', async (_name, handle, code) => {
    const first = await served(handle);
    const second = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'] } });
    const env = { ...KEY, SEARXNG_URL: second.url('') };
    const done = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(done.status).toBe(0);
    expect(resultsOf(done)).toHaveLength(2);
    expect(done.json[0]).toMatchObject({ provider: 'searxng', failures: [{ engine: 'brave' }] });
    expect(done.json[0]?.['notes']).toEqual([
      `answered by searxng, which stands in search.fallback: brave failed (${code})`,
    ]);
    const plain = await sallyport(['search', 'knots again'], { home, env });
    expect(plain.stdout).toContain(`brave failed (${code})`);
    const log = await sallyport(['log', '--json'], { home });
    expect(log.json.map(({ kind }) => kind)).toContain('fallback');
  });

  it('is never asked where it is not set, nor where the first finds nothing', async () => {
    const second = await served(json(searxReply(HITS)));
    const failing = await served(json('{}', 503));
    const empty = await served(json(braveReply([])));
    const env = { ...KEY, SEARXNG_URL: second.url('') };
    const without = homeWith({ search: { provider: 'brave', baseUrl: failing.url('') } });
    const failed = await sallyport(['search', 'knots', '--json'], { home: without, env });
    expect(errorOf(failed).code).toBe('provider_failed');
    const nothing = homeWith({ search: { provider: 'brave', baseUrl: empty.url(''), fallback: ['searxng'] } });
    expect((await sallyport(['search', 'knots'], { home: nothing, env })).status).toBe(5);
    expect(second.requests).toEqual([]);
  });

  it('stands in for a provider that lacks its key, and says what it lacks', async () => {
    const second = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', fallback: ['exa', 'searxng'] } });
    const done = await sallyport(['search', 'knots', '--json'], { home, env: { SEARXNG_URL: second.url('') } });
    expect(done.json[0]?.['notes']).toEqual([
      'answered by searxng, which stands in search.fallback: brave cannot be used (BRAVE_API_KEY is not set), exa cannot be used (EXA_API_KEY is not set)',
    ]);
  });

  it('counts each provider that was asked, and none past the limit', async () => {
    // Unreadable replies were served, so both are counted.
    const first = await served(json('no json'));
    const second = await served(json(searxReply(HITS)));
    const search = { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'], dailyQueryLimit: 3 };
    const home = homeWith({ search });
    const env = { ...KEY, SEARXNG_URL: second.url('') };
    const run = () => sallyport(['search', 'knots', '--json'], { home, env });
    expect((await run()).json[0]?.['quota']).toMatchObject({ used: 2, limit: 3 });
    const cut = await run();
    expect(errorOf(cut).code).toBe('quota_exhausted');
    expect(second.requests).toHaveLength(1);
  });

  it('goes from a provider whose cost limit is reached to one that costs nothing', async () => {
    const first = await served(json(braveReply(HITS)));
    const second = await served(json(searxReply(HITS)));
    const search = { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'] };
    const home = homeWith({ search: { ...search, monthlyCostLimit: 0, prices: { brave: 0.01 } } });
    const done = await sallyport(['search', 'knots', '--json'], { home, env: { ...KEY, SEARXNG_URL: second.url('') } });
    expect(done.json[0]).toMatchObject({ provider: 'searxng', quota: { used: 1 } });
    expect(first.requests).toEqual([]);
  });

  it('names every provider that failed where all did, under the code of the first', async () => {
    const first = await served(json('{}', 401));
    const second = await served(json('{}', 500));
    const home = homeWith({ search: { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'] } });
    const done = await sallyport(['search', 'knots', '--json'], { home, env: { ...KEY, SEARXNG_URL: second.url('') } });
    expect(errorOf(done).code).toBe('provider_auth');
    expect(errorOf(done).hint).toContain('searxng failed too (provider_failed)');
  });

  it('refuses a name that is no provider', async () => {
    const home = homeWith({ search: { provider: 'local', fallback: ['braev'] } });
    const done = await sallyport(['search', 'knots', '--json'], { home });
    expect(errorOf(done)).toMatchObject({ code: 'invalid_input' });
    expect(errorOf(done).hint).toContain('search.fallback');
  });

  it('sends no secret to any of them', async () => {
    const first = await served(json('{}', 503));
    const second = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'] } });
    const env = { ...KEY, SEARXNG_URL: second.url('') };
    const done = await sallyport(['search', `why does ${KEY.BRAVE_API_KEY} fail`, '--json'], { home, env });
    expect(errorOf(done).code).toBe('secret_refused');
    expect([...first.requests, ...second.requests]).toEqual([]);
  });
});

describe('the address of a gateway belongs to the provider it was written for', () => {
  it('takes no key of another provider that a flag names', async () => {
    const gateway = await served(json(braveReply(HITS)));
    const home = homeWith({ search: { provider: 'tavily', baseUrl: gateway.url('') } });
    const done = await sallyport(['doctor', '--provider', 'brave', '--json'], { home, env: KEY });
    const providers = done.json[0]?.['providers'] as { id: string; address: string }[];
    expect(providers.find(({ id }) => id === 'brave')?.address).toBe('https://api.search.brave.com');
    expect(gateway.requests).toEqual([]);
  });

  it('is kept where the flag names the same one, or the file names none', async () => {
    const gateway = await served(json(braveReply(HITS)));
    for (const search of [{ provider: 'brave', baseUrl: gateway.url('') }, { baseUrl: gateway.url('') }]) {
      const done = await sallyport(['search', 'knots', '--provider', 'brave'], {
        home: homeWith({ search }),
        env: KEY,
      });
      expect(done.status).toBe(0);
    }
    expect(gateway.requests).toHaveLength(2);
  });
});

describe('the memory of a session', () => {
  it.each<[string, Parameters<typeof serve>[0], number]>([
    ['an empty answer', json(searxReply([])), 5],
    ['a failure', json('{}', 503), 4],
    ['an answer of which an engine failed', json(searxReply(HITS).replace('[]}', '[["two","timeout"]]}')), 0],
  ])('never keeps %s', async (_name, handle, status) => {
    const server = await served(handle);
    const home = homeWith({ search: { provider: 'searxng' } });
    const env = { SEARXNG_URL: server.url('') };
    for (let i = 0; i < 2; i++) {
      expect((await sallyport(['search', 'knots', '--session', 's'], { home, env })).status).toBe(status);
    }
    expect(server.requests).toHaveLength(2);
  });

  it('never keeps an answer of a provider that stood in for another', async () => {
    const first = await served(json('{}', 503));
    const second = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', baseUrl: first.url(''), fallback: ['searxng'] } });
    const env = { ...KEY, SEARXNG_URL: second.url('') };
    for (let i = 0; i < 2; i++) await sallyport(['search', 'knots', '--session', 's'], { home, env });
    expect([first.requests.length, second.requests.length]).toEqual([2, 2]);
  });

  it('is of one session, one tool and one set of arguments', async () => {
    const server = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'searxng' } });
    const run = (...argv: string[]) => sallyport([...argv, '--json'], { home, env: { SEARXNG_URL: server.url('') } });
    const cached = async (...argv: string[]) => (await run(...argv)).json[0]?.['cached'];
    expect(await cached('search', 'knots', '--session', 'a')).toBe(false);
    expect(await cached('search', 'knots', '--session', 'a')).toBe(true);
    expect(await cached('search', 'knots', '--session', 'b')).toBe(false);
    expect(await cached('search', 'knots', '--session', 'a', '--count', '2')).toBe(false);
    expect(await cached('news', 'knots', '--session', 'a')).toBe(false);
  });
});
