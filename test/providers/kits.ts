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
  tavily: (hits) => ({
    query: 'q',
    images: [],
    results: hits.map(({ title, url, snippet }) => ({
      title,
      url,
      content: snippet,
      score: 0.9,
      raw_content: null,
      published_date: 'Fri, 12 Jun 2026 07:00:00 GMT',
    })),
    response_time: 0.5,
    request_id: 'r1',
  }),
  exa: (hits) => ({
    requestId: 'r1',
    resolvedSearchType: 'neural',
    results: hits.map(({ title, url, snippet }) => ({
      id: url,
      url,
      title,
      publishedDate: '2026-06-12T07:00:00.000Z',
      author: null,
      highlights: [snippet],
      highlightScores: [0.5],
    })),
    costDollars: { total: 0.005 },
  }),
  anthropic: (hits) => ({
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: hits.map(({ title, url }) => ({
          type: 'web_search_result',
          url,
          title,
          page_age: 'April 30, 2026',
          encrypted_content: 'xxxx',
        })),
      },
      {
        type: 'text',
        text: 'A sentence.',
        citations: hits.map(({ title, url, snippet }) => ({
          type: 'web_search_result_location',
          url,
          title,
          cited_text: snippet,
          encrypted_index: 'yyyy',
        })),
      },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: 1 } },
  }),
  ddgs: (hits) => hits.map(({ title, url, snippet }) => ({ title, href: url, body: snippet })),
  command: (hits) => ({ results: hits }),
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
