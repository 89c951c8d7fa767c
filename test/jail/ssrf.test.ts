import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJail, DEFAULT_NETWORK_POLICY } from '../../src/jail/index.js';
import { failure } from '../lab/lab-case.js';
import { answer, Laboratory } from '../lab/laboratory.js';
import { sharedPath } from '../shared.js';

interface SsrfCase {
  url: string;
  verdict: 'allow' | 'refuse';
  dns?: string[];
  either?: boolean;
}

const path = sharedPath('cases', 'ssrf.dev.json');
const cases: SsrfCase[] = path ? JSON.parse(readFileSync(path, 'utf8')).cases : [];
const PAGE = { purpose: 'page', maxBytes: 10_000, timeoutMs: 20_000, retry: false } as const;

describe.skipIf(!path)('the handed SSRF cases, dialled (absent: ../shared/cases/ssrf.dev.json)', () => {
  let lab: Laboratory;
  beforeAll(async () => {
    lab = await Laboratory.open();
  });
  afterAll(() => lab.close());

  // What a stub resolver cannot carry on the wire (a zone id) comes through the seam, like every other answer.
  const ask = (c: SsrfCase) => {
    const dialled: string[] = [];
    const jail = lab.jail(
      {},
      {
        resolve: (_host, done) => {
          done(null, c.dns ?? []);
          return () => {};
        },
        unsafeDial: (address, port) => {
          dialled.push(`${address} ${port}`);
          throw new Error('dialled');
        },
      },
    );
    return { call: jail.request({ ...PAGE, url: c.url }), dialled };
  };

  test.each(cases.filter((c) => c.verdict === 'refuse' && !c.either).map((c) => [c.url, c] as const))(
    '%s is refused and nothing is dialled',
    async (_url, c) => {
      const { call, dialled } = ask(c);
      expect(['url_refused', 'address_refused']).toContain((await failure(call)).code);
      expect(dialled).toEqual([]);
    },
  );

  test.each(cases.filter((c) => c.verdict === 'allow' && !c.either).map((c) => [c.url, c] as const))(
    '%s is dialled at the address that was judged, and nowhere else',
    async (_url, c) => {
      const { call, dialled } = ask(c);
      await expect(call).rejects.toThrow();
      const { hostname, protocol, port } = new URL(c.url);
      const address = c.dns?.[0] ?? hostname.replace(/[[\]]|\.$/g, '');
      expect(dialled).toEqual([`${address} ${port || (protocol === 'https:' ? 443 : 80)}`]);
    },
  );
});

describe('a real service on loopback, the real way of dialling', () => {
  const sentinel = 'SENTINEL-7f3a';
  let connections = 0;
  const server = createServer((_request, response) => response.end(sentinel));
  let port = 0;
  beforeAll(async () => {
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://app.localhost:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://１２７。０。０。１:PORT/',
    'http://127.0.0.1:PORT@example.com:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
  ])('%s never gets there', async (template) => {
    const jail = createJail(DEFAULT_NETWORK_POLICY);
    const error = await failure(jail.request({ ...PAGE, url: template.replaceAll('PORT', String(port)) }));
    await jail.close();
    expect(['url_refused', 'address_refused']).toContain(error.code);
    expect(error.message).not.toContain(sentinel);
    expect(connections).toBe(0);
  });
});

test('check gives the verdict on the answers of the resolver, without a connection', async () => {
  const lab = await Laboratory.open();
  lab.zone('inside.example.org', { addresses: ['10.0.0.5'] });
  const site = await lab.site((socket) => socket.end(answer('x')));
  const jail = lab.jail();
  expect(await jail.check('http://inside.example.org/')).toMatchObject({ verdict: 'allow', rule: 'public-name' });
  expect(await jail.check('http://inside.example.org/', { resolve: true })).toMatchObject({
    verdict: 'refuse',
    rule: 'private',
  });
  expect(await jail.check(site.url(), { resolve: true })).toMatchObject({
    verdict: 'allow',
    addresses: ['93.184.215.1'],
  });
  expect(await jail.check('http://10.0.0.5/', { resolve: true })).toMatchObject({ verdict: 'refuse', rule: 'private' });
  expect(lab.dialled).toEqual([]);
  await lab.close();
});
