import type { SearchTopic } from '../../core/index.js';
import type { ProviderRequest } from '../contract.js';
import { expectFailure } from './expect-failure.js';
import { BODIES, STATUSES } from './failing-replies.js';
import {
  AWKWARD,
  type ConformanceCase,
  type ConformanceKit,
  check,
  checkReply,
  depsOf,
  HITS,
  queryOf,
  type StandIn,
  type StandInReply,
  type StandInRequest,
  TEST_KEY,
} from './kit.js';
import { shapeCases } from './shape-cases.js';

/** For providers that ask over HTTP: every case goes through the kit's loopback server and request. */
export function requestCases(kit: ConformanceKit): ConformanceCase[] {
  const { provider } = kit;
  const topics: SearchTopic[] = provider.supports.has('news') ? ['web', 'news'] : ['web'];
  const search = (baseUrl: string, query = queryOf(), signal = new AbortController().signal) =>
    provider.search(query, depsOf(kit, { baseUrl, signal, request: requestOf(kit)(signal) }));

  return [
    ...topics.map((topic) => ({
      name: `${topic}: reads the hits in order`,
      run: () =>
        withServer(
          kit,
          () => ({ body: kit.reply(HITS, topic) }),
          async ({ url }) => {
            const reply = checkReply(await search(url, queryOf({ topic })));
            const got = reply.hits.map((hit) => hit.url).join(' ');
            check(got === HITS.map((hit) => hit.url).join(' '), `expected the three addresses in order, got ${got}`);
            const titles = reply.hits.map((hit) => hit.title).join(' ');
            check(titles === 'First Second Third', `expected the three titles, got ${titles}`);
          },
        ),
    })),
    ...topics.map((topic) => ({
      name: `${topic}: an empty reply is an empty list, not an error`,
      run: () =>
        withServer(
          kit,
          () => ({ body: kit.reply([], topic) }),
          async ({ url }) => {
            check(checkReply(await search(url, queryOf({ topic }))).hits.length === 0, 'expected no hits');
          },
        ),
    })),
    {
      name: 'sends the query unchanged and the credential in a header only',
      run: () =>
        withServer(
          kit,
          () => ({ body: kit.reply(HITS, 'web') }),
          async ({ url, asked }) => {
            checkReply(await search(url, queryOf({ query: AWKWARD })));
            for (const request of asked) checkSent(kit, request);
            check(asked.some(carriesQuery), 'expected the query, character for character, in the address or the body');
          },
        ),
    },
    ...STATUSES.map(({ name, reply, codes, waits }) => ({
      name: `${name} is ${codes.join(' or ')}`,
      run: () =>
        withServer(
          kit,
          () => reply,
          async ({ url }) => {
            const error = await expectFailure(() => search(url), codes);
            if (waits === undefined) return;
            check(error.retryAfterSeconds === waits, `expected to wait ${waits} s, got ${error.retryAfterSeconds}`);
          },
        ),
    })),
    ...BODIES.map(({ name, reply }) => ({
      name: `${name} is provider_bad_reply`,
      run: () =>
        withServer(
          kit,
          () => reply,
          async ({ url }) => {
            await expectFailure(() => search(url), ['provider_bad_reply']);
          },
        ),
    })),
    {
      name: 'a reply of 30 MB is provider_bad_reply',
      run: () => {
        const body = `${' '.repeat(30 * 1024 * 1024)}${kit.reply(HITS, 'web')}`;
        return withServer(
          kit,
          () => ({ body }),
          async ({ url }) => {
            await expectFailure(() => search(url), ['provider_bad_reply']);
          },
        );
      },
    },
    {
      name: 'a redirect to another host is not followed',
      run: () =>
        withServer(
          kit,
          () => ({ body: kit.reply(HITS, 'web') }),
          (elsewhere) =>
            withServer(
              kit,
              () => ({ status: 302, headers: { location: `${elsewhere.url}/` } }),
              async ({ url }) => {
                await expectFailure(() => search(url), ['provider_failed']);
                check(elsewhere.asked.length === 0, 'the redirect was followed');
              },
            ),
        ),
    },
    {
      name: 'a closed port is provider_failed',
      async run() {
        const gone = await serverOf(kit)(() => 'silence');
        await gone.close();
        await expectFailure(() => search(gone.url), ['provider_failed']);
      },
    },
    {
      name: 'an abort before the call sends nothing',
      run: () =>
        withServer(
          kit,
          () => ({ body: kit.reply(HITS, 'web') }),
          async ({ url, asked }) => {
            await expectFailure(() => search(url, queryOf(), AbortSignal.abort()), ['cancelled']);
            check(asked.length === 0, 'expected no request');
          },
        ),
    },
    {
      name: 'an abort in the middle ends the call',
      async run() {
        const stop = new AbortController();
        const answer = () => {
          stop.abort();
          return 'silence' as const;
        };
        await withServer(kit, answer, async ({ url }) => {
          await expectFailure(() => search(url, queryOf(), stop.signal), ['cancelled']);
        });
      },
    },
    ...shapeCases(kit, topics, (body, query) => {
      const request: ProviderRequest = async () => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        text: body,
      });
      return provider.search(query, depsOf(kit, { request }));
    }),
  ];
}

function checkSent(kit: ConformanceKit, request: StandInRequest): void {
  check(!request.path.includes(TEST_KEY) && !request.body.includes(TEST_KEY), 'the credential left outside a header');
  if (kit.provider.env.key === undefined) return;
  const sent = Object.values(request.headers).some((value) => value.includes(TEST_KEY));
  check(sent, 'expected the credential in a header');
}

function carriesQuery({ path, body }: StandInRequest): boolean {
  const inAddress = [...new URL(path, 'http://x').searchParams.values()].some((value) => value.includes(AWKWARD));
  const inForm = [...new URLSearchParams(body).values()].some((value) => value.includes(AWKWARD));
  return inAddress || inForm || body.includes(JSON.stringify(AWKWARD).slice(1, -1));
}

function serverOf(kit: ConformanceKit): NonNullable<ConformanceKit['serve']> {
  check(kit.serve !== undefined, 'the kit needs `serve` for a provider that asks over HTTP');
  return kit.serve;
}

function requestOf(kit: ConformanceKit): NonNullable<ConformanceKit['request']> {
  check(kit.request !== undefined, 'the kit needs `request` for a provider that asks over HTTP');
  return kit.request;
}

async function withServer(
  kit: ConformanceKit,
  answer: (request: StandInRequest) => StandInReply | 'silence',
  use: (server: StandIn) => Promise<void>,
): Promise<void> {
  const server = await serverOf(kit)(answer);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}
