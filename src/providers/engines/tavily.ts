import type { SearchQuery } from '../../core/index.js';
import { askJson, badReply } from '../ask.js';
import type { Provider } from '../contract.js';
import { readHits } from '../read-hits.js';
import { dateBefore } from '../recency.js';
import { type Fields, list, optional, text } from '../reply-fields.js';
import { hosts, isHost } from '../site-operators.js';
import { keyedReason, sourceAddress } from '../source-address.js';

/** Search made for agents; a basic search costs one credit. `site:` is no operator here, domains are arguments. */
export const tavily: Provider = {
  id: 'tavily',
  title: 'Tavily',
  docs: 'https://docs.tavily.com/documentation/api-reference/endpoint/search',
  hosts: ['api.tavily.com'],
  env: { key: ['TAVILY_API_KEY'] },
  baseUrl: 'https://api.tavily.com',
  needs: 'request',
  supports: new Set(['domains', 'excludeDomains', 'recencyDays', 'news']),
  terms: { maxChars: 400 },
  maxResults: 20,
  // 100 calls a minute with a development key, by secondary sources.
  floorMs: 600,
  unavailableReason: (settings) => keyedReason({ key: 'TAVILY_API_KEY' }, settings),
  async search(query, deps) {
    const endpoint = `${deps.baseUrl}/search`;
    const body = await askJson(tavily, deps, {
      url: endpoint,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${deps.key ?? ''}`,
      },
      body: JSON.stringify(parameters(query, deps.now)),
    });
    const items = list(body['results']);
    if (items === null) throw badReply(tavily, 'JSON of another shape');
    const source = sourceAddress(endpoint, { query: query.query }, deps.key);
    return { hits: readHits(tavily, items, readHit), source, ignored: [], failures: [] };
  },
};

function parameters(query: SearchQuery, now: number): Fields {
  return {
    query: query.query,
    topic: query.topic === 'news' ? 'news' : 'general',
    search_depth: 'basic',
    max_results: query.count,
    ...(query.recencyDays === undefined ? {} : since(query.recencyDays, now)),
    ...(query.domains === undefined ? {} : { include_domains: hosts(query.domains) }),
    ...(query.excludeDomains === undefined ? {} : { exclude_domains: query.excludeDomains.filter(isHost) }),
  };
}

/** A named range counts from this moment; a start date from that day's beginning. The two exclude each other. */
function since(days: number, now: number): Fields {
  if (days === 1) return { time_range: 'day' };
  return days === 7 ? { time_range: 'week' } : { start_date: dateBefore(now, days) };
}

function readHit(item: Fields) {
  return {
    title: text(item['title']),
    url: text(item['url']),
    snippet: text(item['content']),
    ...optional('published', item['published_date']),
  };
}
