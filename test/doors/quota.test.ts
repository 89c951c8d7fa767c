import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { errorOf, root, sallyport } from '../support/cli.js';
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

const child = join(root, 'test', 'doors', 'asking.child.mjs');
const library = join(root, 'dist', 'index.js');

/** One process that asks `count` times; resolves to how many answers had which code. */
function asks(home: string, env: Record<string, string>, count: number, agent = 'one') {
  const process_ = spawn(process.execPath, [child, library, agent, String(count)], {
    cwd: home,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  process_.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const codes = once(process_, 'close').then(() => (out === '' ? {} : (JSON.parse(out) as Record<string, number>)));
  return { codes, kill: () => process_.kill('SIGKILL') };
}

describe('dailyQueryLimit', () => {
  it('holds to the query with eight processes at once, each agent by itself', async () => {
    const server = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 40 } });
    const env = { SEARXNG_URL: server.url('') };
    const all = await Promise.all(Array.from({ length: 8 }, () => asks(home, env, 8).codes));
    const sum = (code: string) => all.reduce((total, codes) => total + (codes[code] ?? 0), 0);
    expect(sum('ok')).toBe(40);
    expect(sum('quota_exhausted')).toBe(24);
    expect(server.requests).toHaveLength(40);
    expect(await asks(home, env, 1, 'two').codes).toEqual({ ok: 1 });
  });

  it('is never passed by processes that are killed in the middle of a search', async () => {
    let slow = true;
    const server = await served((request, response) => {
      if (!slow) json(searxReply(HITS))(request, response);
    });
    const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 6 } });
    const env = { SEARXNG_URL: server.url('') };
    for (let i = 0; i < 3; i++) {
      const asking = asks(home, env, 1);
      while (server.requests.length <= i) await new Promise((resolve) => setTimeout(resolve, 20));
      asking.kill();
      await asking.codes;
    }
    slow = false;
    const { ok, quota_exhausted } = (await asks(home, env, 10).codes) as Record<string, number>;
    expect(ok).toBe(3);
    expect(quota_exhausted).toBe(7);
    expect(server.requests).toHaveLength(6);
  });

  it('says at the limit when it resets, exits 6, and sends nothing', async () => {
    const server = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 1 } });
    const run = () => sallyport(['search', 'knots', '--json'], { home, env: { SEARXNG_URL: server.url('') } });
    expect((await run()).json[0]?.['quota']).toMatchObject({ used: 1, limit: 1 });
    const second = await run();
    expect(second.status).toBe(6);
    expect(errorOf(second)).toMatchObject({ code: 'quota_exhausted', rule: 'daily-limit' });
    expect(errorOf(second).hint).toMatch(/\d{4}-\d\d-\d\dT00:00:00\.000Z/);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof serve>[0], number]>([
    ['a refusal is handed back', json('{}', 401), 0],
    ['a failed search is handed back', json('{}', 503), 0],
    ['a reply that cannot be read was served and stays counted', json('no json'), 1],
  ])('%s', async (_name, handle, used) => {
    const server = await served(handle);
    const home = homeWith({ search: { provider: 'brave', baseUrl: server.url('') } });
    const env = { BRAVE_API_KEY: 'BSA-test-key' };
    expect((await sallyport(['search', 'knots'], { home, env })).status).toBe(4);
    const after = await sallyport(['doctor', '--json'], { home, env });
    expect(after.json[0]?.['quota']).toMatchObject({ used });
  });

  it('hands back what was never sent', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 5 } });
    const env = { SEARXNG_URL: gone.url('') };
    expect((await sallyport(['search', 'knots'], { home, env })).status).toBe(4);
    expect((await sallyport(['doctor', '--json'], { home, env })).json[0]?.['quota']).toMatchObject({ used: 0 });
  });

  it('is lowered by a project and never raised by it', async () => {
    const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 3 } });
    writeFileSync(join(home, '.sallyport.json'), '{"search":{"dailyQueryLimit":0}}');
    const env = { SEARXNG_URL: 'http://127.0.0.1:9' };
    expect(errorOf(await sallyport(['search', 'x', '--json'], { home, env })).code).toBe('quota_exhausted');
    writeFileSync(join(home, '.sallyport.json'), '{"search":{"dailyQueryLimit":4}}');
    expect(errorOf(await sallyport(['search', 'x', '--json'], { home, env })).code).toBe('invalid_input');
  });
});

describe('monthlyCostLimit', () => {
  const env = { BRAVE_API_KEY: 'BSA-test-key' };

  it('holds to the cent with eight processes at once and all agents together', async () => {
    const server = await served(json(braveReply(HITS)));
    const search = { provider: 'brave', baseUrl: server.url(''), monthlyCostLimit: 0.1, prices: { brave: 0.005 } };
    const home = homeWith({ search });
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => asks(home, env, 4, `agent ${i}`).codes));
    const granted = all.reduce((total, codes) => total + (codes['ok'] ?? 0), 0);
    expect(granted).toBe(20);
    expect(server.requests).toHaveLength(20);
    const done = await sallyport(['search', 'one more', '--json'], { home, env });
    expect(done.status).toBe(6);
    expect(errorOf(done)).toMatchObject({ code: 'quota_exhausted', rule: 'monthly-cost' });
    expect(errorOf(done).hint).toMatch(/\d{4}-\d\d-01T00:00:00\.000Z/);
  });

  it('stands in the answer, and takes no query where it refuses', async () => {
    const server = await served(json(braveReply(HITS)));
    const search = { provider: 'brave', baseUrl: server.url(''), monthlyCostLimit: 0.01, prices: { brave: 0.01 } };
    const home = homeWith({ search });
    const first = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(first.json[0]?.['quota']).toMatchObject({ used: 1, cost: { spent: 0.01, limit: 0.01 } });
    expect((await sallyport(['search', 'sails'], { home, env })).status).toBe(6);
    const doctor = await sallyport(['doctor', '--json'], { home, env });
    expect(doctor.json[0]?.['quota']).toMatchObject({ used: 1, cost: { spent: 0.01 } });
  });

  it('refuses a provider whose price nobody told, since the limit could not be kept', async () => {
    const server = await served(json(braveReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', baseUrl: server.url(''), monthlyCostLimit: 5 } });
    const done = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(done.status).toBe(7);
    expect(errorOf(done)).toMatchObject({ code: 'not_configured', rule: 'price-unknown' });
    expect(errorOf(done).hint).toContain('search.prices.brave');
    expect(server.requests).toEqual([]);
  });

  it('asks nothing of a provider that bills nothing', async () => {
    const server = await served(json(searxReply(HITS)));
    const home = homeWith({ search: { provider: 'searxng', monthlyCostLimit: 0 } });
    const done = await sallyport(['search', 'knots'], { home: home, env: { SEARXNG_URL: server.url('') } });
    expect(done.status).toBe(0);
  });
});

it('an answer from memory and a replay cost nothing', async () => {
  const server = await served(json(searxReply(HITS)));
  const home = homeWith({ search: { provider: 'searxng', dailyQueryLimit: 1 } });
  const run = (...more: string[]) =>
    sallyport(['search', 'knots', '--session', 's', '--json', ...more], { home, env: { SEARXNG_URL: server.url('') } });
  await run();
  expect((await run()).json[0]).toMatchObject({ cached: true, quota: { used: 1, limit: 1 } });
  expect((await run('--replay')).json[0]).toMatchObject({ ok: true, cached: false });
  expect(server.requests).toHaveLength(1);
});
