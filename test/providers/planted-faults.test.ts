import { expect, it } from 'vitest';
import {
  type ConformanceKit,
  type Provider,
  type ProviderDeps,
  providerById,
  runConformance,
} from '../../src/providers/index.js';
import { kitFor } from './kits.js';
import { plainRequest } from './stand-in.js';

// A suite that cannot fail proves nothing: each row plants one fault into a provider that passes, and names the checks
// that must find it.
const good = providerById('exa') as Provider;

const searching =
  (change: (deps: ProviderDeps) => ProviderDeps): Provider['search'] =>
  (query, deps) =>
    good.search(query, change(deps));
const answering =
  (change: (reply: Awaited<ReturnType<ProviderDeps['request']>>) => Partial<typeof reply>): Provider['search'] =>
  (query, deps) =>
    good.search(query, {
      ...deps,
      request: (request) => deps.request(request).then((reply) => ({ ...reply, ...change(reply) })),
    });
const recovering =
  (recover: (error: unknown, deps: ProviderDeps) => ReturnType<Provider['search']>): Provider['search'] =>
  (query, deps) =>
    good.search(query, deps).catch((error: unknown) => recover(error, deps));
const nothing = async () => ({ hits: [], source: 'x', ignored: [], failures: [] });

const FAULTS: readonly { fault: string; planted: Partial<Provider>; kit?: Partial<ConformanceKit>; found: RegExp }[] = [
  {
    fault: 'the key in the address',
    planted: {
      search: searching((deps) => ({
        ...deps,
        request: (r) => deps.request({ ...r, url: `${r.url}?key=${deps.key}` }),
      })),
    },
    found: /credential in a header only/,
  },
  {
    fault: 'the key in the source',
    planted: { search: async (query, deps) => ({ ...(await good.search(query, deps)), source: `x?${deps.key}` }) },
    found: /reads the hits in order/,
  },
  {
    fault: 'a query that is written twice over',
    planted: { search: (query, deps) => good.search({ ...query, query: encodeURIComponent(query.query) }, deps) },
    found: /sends the query unchanged/,
  },
  {
    fault: 'any failure is an empty list',
    planted: { search: recovering(nothing) },
    found: /^401 is|^500 is|HTML instead/,
  },
  {
    fault: 'the body in the message',
    planted: {
      search: searching((deps) => ({
        ...deps,
        request: async (r) => Promise.reject(new Error((await deps.request(r)).text)),
      })),
    },
    found: /^401 is/,
  },
  {
    fault: 'the status is not looked at',
    planted: { search: answering(() => ({ status: 200 })) },
    found: /^429 without/,
  },
  {
    fault: 'Retry-After is not read',
    planted: { search: answering(() => ({ headers: {} })) },
    found: /^429 with Retry-After is/,
  },
  {
    fault: 'one damaged result spoils all',
    planted: {
      search: async (query, deps) => {
        const reply = await good.search(query, deps);
        return reply.hits.length === 2 ? nothing() : reply;
      },
    },
    found: /one damaged result/,
  },
  {
    fault: 'a fault of its own instead of a neutral error',
    planted: { search: recovering(() => Promise.reject(new TypeError('undefined is not a function'))) },
    found: /any part of another type/,
  },
  {
    fault: 'hits that are not text',
    planted: {
      search: async (query, deps) => {
        const reply = await good.search(query, deps);
        return { ...reply, hits: reply.hits.map((hit) => ({ ...hit, title: null as unknown as string })) };
      },
    },
    found: /nulls everywhere|reads the hits/,
  },
  {
    fault: 'an abort taken for a failure of the provider',
    planted: { search: recovering((error, deps) => (deps.signal.aborted ? nothing() : Promise.reject(error))) },
    found: /an abort before the call/,
  },
  {
    fault: 'a redirect that is followed',
    planted: {},
    kit: {
      request: (signal) => async (request) => {
        const reply = await plainRequest(signal)(request);
        const { location } = reply.headers;
        return location === undefined ? reply : plainRequest(signal)({ ...request, url: location });
      },
    },
    found: /a redirect to another host/,
  },
  {
    fault: 'a base address that is not among its hosts',
    planted: { hosts: ['other.example'] },
    found: /describes itself/,
  },
  { fault: 'always available', planted: { unavailableReason: () => null }, found: /says which variable/ },
];

it.each(FAULTS)('the suite finds $fault', async ({ planted, kit, found }) => {
  const faulty: Provider = { ...good, ...planted };
  const { ok, cases } = await runConformance({ ...kitFor('exa'), ...kit, provider: faulty });
  expect(ok).toBe(false);
  const names = cases.filter(({ fault }) => fault !== null).map(({ name }) => name);
  expect(
    names.some((name) => found.test(name)),
    names.join('\n'),
  ).toBe(true);
});

it('the suite is content with the provider before the fault', async () => {
  const { ok, cases } = await runConformance(kitFor('exa'));
  expect(cases.filter(({ fault }) => fault !== null)).toEqual([]);
  expect(ok).toBe(true);
});
