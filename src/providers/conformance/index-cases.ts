import { SallyportError } from '../../core/index.js';
import type { ProviderIndex } from '../contract.js';
import { expectFailure } from './expect-failure.js';
import { AWKWARD, type ConformanceCase, type ConformanceKit, check, checkReply, depsOf, HITS, queryOf } from './kit.js';

/** For providers that look into an index that is handed in. */
export function indexCases(kit: ConformanceKit): ConformanceCase[] {
  const search = (index: ProviderIndex, query = queryOf(), signal = new AbortController().signal) =>
    kit.provider.search(query, depsOf(kit, { index, signal }));
  return [
    {
      name: 'hands the query on unchanged and the hits back in order',
      async run() {
        const asked: unknown[] = [];
        const index: ProviderIndex = async (...given) => {
          asked.push(given);
          return [...HITS];
        };
        const query = queryOf({ query: AWKWARD, page: 2, domains: ['a.example'], excludeDomains: ['b.example'] });
        const { hits } = checkReply(await search(index, query));
        check(JSON.stringify(hits) === JSON.stringify(HITS), 'expected the hits of the index');
        const options = { count: 5, page: 2, domains: ['a.example'], excludeDomains: ['b.example'] };
        check(JSON.stringify(asked) === JSON.stringify([[AWKWARD, options]]), 'expected the query and its options');
      },
    },
    {
      name: 'no match is an empty list, not an error',
      run: async () => check(checkReply(await search(async () => [])).hits.length === 0, 'expected no hits'),
    },
    {
      name: 'a fault of the index is a neutral error',
      async run() {
        await expectFailure(() => search(() => Promise.reject(new Error('disk'))), ['provider_failed']);
        const failed = new SallyportError('store_failed', 'The store is locked.', { hint: 'Wait.' });
        await expectFailure(() => search(() => Promise.reject(failed)), ['store_failed']);
      },
    },
    {
      name: 'an abort before the call looks nothing up',
      run: async () =>
        void (await expectFailure(
          () => search(() => Promise.reject(new Error('the index was asked')), queryOf(), AbortSignal.abort()),
          ['cancelled'],
        )),
    },
  ];
}
