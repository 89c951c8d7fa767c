import type { RawHit, SearchTopic } from '../../src/core/index.js';
import { type ConformanceKit, providerById } from '../../src/providers/index.js';
import { plainRequest, serve } from './stand-in.js';

/** What each provider sends for these hits, with the fields around them that its real replies have. */
const REPLIES: Readonly<Record<string, (hits: readonly RawHit[], topic: SearchTopic) => unknown>> = {
  brave: (hits, topic) => {
    const results = hits.map(({ title, url, snippet }) => ({
      title,
      url,
      description: snippet,
      page_age: '2026-11-30T14:22:41',
      age: '1 day ago',
      meta_url: { scheme: 'https', netloc: new URL(url).host, hostname: new URL(url).hostname, path: '' },
    }));
    const query = { original: 'q', more_results_available: false };
    if (topic === 'news') return { type: 'news', query, results };
    return { type: 'search', query, web: { type: 'search', results, family_friendly: true } };
  },
  searxng: (hits, topic) => ({
    query: 'q',
    results: hits.map(({ title, url, snippet }) => ({
      title,
      url,
      content: snippet,
      engine: 'local pages',
      engines: ['local pages'],
      positions: [1],
      score: 1,
      category: topic === 'news' ? 'news' : 'general',
      publishedDate: null,
      pubdate: '2026-11-29 21:24:00+0000',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  local: (hits) => hits,
};

export function kitFor(id: string): ConformanceKit {
  const provider = providerById(id);
  const reply = REPLIES[id];
  if (provider === null || reply === undefined) throw new Error(`test/providers/kits.ts has no reply for '${id}'`);
  return {
    provider,
    reply: (hits, topic) => JSON.stringify(reply(hits, topic)),
    serve,
    request: plainRequest,
    command: ['search-program', '--query', '{query}'],
  };
}
