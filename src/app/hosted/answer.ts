import { type EngineFailure, isoTime, LIMITS, type RawHit } from '../../core/index.js';
import { checkUrl } from '../../jail/check-url.js';
import { tidyHits } from '../../providers/index.js';
import { HOSTED_WORDS, type HostedDoor, type HostedSearch, type ReadOptions } from './contract.js';

interface Read {
  query: string;
  hits: RawHit[];
  failures: EngineFailure[];
  opened: string[];
}

/** What was read, in the shape of every other search: hits cleaned, judged and without duplicates. */
export function hostedAnswer(door: HostedDoor, read: Read, { now, blockedDomains = [] }: ReadOptions): HostedSearch {
  const { results, dropped, notes } = tidyHits(read.hits, {
    count: LIMITS.resultsCeiling,
    topic: 'web',
    now,
    blockedDomains,
    judge: (url) => (checkUrl(url).verdict === 'allow' ? 'ok' : 'refused'),
  });
  return {
    data: {
      query: read.query,
      provider: `hosted:${door}`,
      fetchedAt: isoTime(() => now),
      dataAsOf: null,
      source: `hosted:${door}?${new URLSearchParams({ query: read.query }).toString()}`,
      results,
      ignored: [],
      dropped,
      failures: read.failures,
      cached: false,
      quota: null,
      notes: [...notes, HOSTED_WORDS],
    },
    opened: read.opened,
  };
}
