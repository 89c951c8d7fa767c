import { LIMITS, type SearchQuery } from '../../core/index.js';
import { askJson, badReply } from '../ask.js';
import type { Provider } from '../contract.js';
import { readHits } from '../read-hits.js';
import { timeBefore } from '../recency.js';
import { type Fields, list, optional, text } from '../reply-fields.js';
import { hosts, isHost } from '../site-operators.js';
import { keyedReason, sourceAddress } from '../source-address.js';

/** Search by meaning. Its dates are Exa's own estimates. */
export const exa: Provider = {
  id: 'exa',
  title: 'Exa',
  docs: 'https://exa.ai/docs/reference/search',
  hosts: ['api.exa.ai'],
  env: { key: ['EXA_API_KEY'] },
  baseUrl: 'https://api.exa.ai',
  needs: 'request',
  supports: new Set(['domains', 'excludeDomains', 'recencyDays', 'news']),
  maxResults: 100,
  // 10 calls a second, by secondary sources.
  floorMs: 100,
  unavailableReason: (settings) => keyedReason({ key: 'EXA_API_KEY' }, settings),
  async search(query, deps) {
    const endpoint = `${deps.baseUrl}/search`;
    const body = await askJson(exa, deps, {
      url: endpoint,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': deps.key ?? '' },
      body: JSON.stringify(parameters(query, deps.now)),
    });
    const items = list(body['results']);
    if (items === null) throw badReply(exa, 'JSON of another shape');
    const source = sourceAddress(endpoint, { query: query.query }, deps.key);
    return { hits: readHits(exa, items, readHit), source, ignored: [], failures: [] };
  },
};

function parameters(query: SearchQuery, now: number): Fields {
  return {
    query: query.query,
    type: 'auto',
    numResults: query.count,
    ...(query.topic === 'news' ? { category: 'news' } : {}),
    ...(query.recencyDays === undefined ? {} : { startPublishedDate: timeBefore(now, query.recencyDays) }),
    ...(query.domains === undefined ? {} : { includeDomains: hosts(query.domains) }),
    ...(query.excludeDomains === undefined ? {} : { excludeDomains: query.excludeDomains.filter(isHost) }),
    contents: { highlights: { maxCharacters: LIMITS.snippetChars } },
  };
}

function readHit(item: Fields) {
  const highlights = (list(item['highlights']) ?? []).map(text).filter((part) => part !== '');
  return {
    title: text(item['title']),
    url: text(item['url']),
    snippet: highlights.join(' … ') || text(item['summary']) || text(item['text']),
    ...optional('published', item['publishedDate']),
  };
}
