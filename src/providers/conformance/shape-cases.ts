import { type ProviderReply, SallyportError, type SearchQuery, type SearchTopic } from '../../core/index.js';
import { expectFailure } from './expect-failure.js';
import { type ConformanceCase, type ConformanceKit, check, checkReply, HITS, queryOf, TEST_KEY } from './kit.js';
import { allNull, mutations, withItemReplaced } from './mutations.js';

const SCALARS = ['null', '0', 'true', '"text"'];
const DAMAGED: readonly unknown[] = [null, 42, 'text', [], {}, { url: null, title: null }];

/** What a reply of another shape comes to, however it reached the provider: `search` is given the reply's text. */
export function shapeCases(
  kit: ConformanceKit,
  topics: readonly SearchTopic[],
  search: (body: string, query: SearchQuery) => Promise<ProviderReply>,
): ConformanceCase[] {
  return [
    {
      name: 'JSON that is no object or list is provider_bad_reply',
      async run() {
        for (const body of SCALARS) await expectFailure(() => search(body, queryOf()), ['provider_bad_reply']);
      },
    },
    {
      name: 'JSON of another service is provider_bad_reply, never "no results"',
      async run() {
        const bodies = ['{}', '{"status":"ok"}', '{"data":{"items":[]}}', '[{"name":"x"}]'];
        for (const body of bodies) await expectFailure(() => search(body, queryOf()), ['provider_bad_reply']);
      },
    },
    ...topics.flatMap((topic): ConformanceCase[] => [
      {
        name: `${topic}: nulls everywhere give an answer or a neutral error`,
        run: () => survives(() => search(allNull(kit.reply(HITS, topic)), queryOf({ topic }))),
      },
      {
        name: `${topic}: any part of another type gives an answer or a neutral error`,
        async run() {
          for (const body of mutations(kit.reply(HITS, topic))) await survives(() => search(body, queryOf({ topic })));
        },
      },
      {
        name: `${topic}: one damaged result leaves the others`,
        async run() {
          for (const damage of DAMAGED) {
            const body = withItemReplaced(kit.reply(HITS, topic), HITS[1]?.url ?? '', damage);
            const urls = checkReply(await search(body, queryOf({ topic }))).hits.map((hit) => hit.url);
            const left = urls.join(' ') === `${HITS[0]?.url} ${HITS[2]?.url}`;
            check(left, `expected the first and the third hit beside ${JSON.stringify(damage)}, got ${urls.join(' ')}`);
          }
        },
      },
    ]),
  ];
}

const NEUTRAL = ['provider_bad_reply', 'provider_failed', 'provider_rate_limited', 'provider_quota', 'provider_auth'];

async function survives(search: () => Promise<ProviderReply>): Promise<void> {
  try {
    checkReply(await search());
  } catch (thrown) {
    if (!(thrown instanceof SallyportError)) throw thrown;
    check(NEUTRAL.includes(thrown.code), `expected a provider_* code, got ${thrown.code}: ${thrown.message}`);
    check(!JSON.stringify(thrown.toFailure()).includes(TEST_KEY), 'the credential stands in the error');
  }
}
