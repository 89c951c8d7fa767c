import type { SearchQuery } from '../../core/index.js';
import { SallyportError } from '../../core/index.js';
import { askJson, badReply, type Explain } from '../ask.js';
import type { Provider } from '../contract.js';
import { readHits } from '../read-hits.js';
import { dateBefore } from '../recency.js';
import { type Fields, fields, list, optional, text, tryJson } from '../reply-fields.js';
import { keyedReason, sourceAddress } from '../source-address.js';

/** Brave's own index, web and news endpoints. A bad key is a 422 here, told from a bad argument by the error's code. */
export const brave: Provider = {
  id: 'brave',
  title: 'Brave Search',
  docs: 'https://api-dashboard.search.brave.com/app/documentation',
  hosts: ['api.search.brave.com'],
  env: { key: ['BRAVE_API_KEY', 'BRAVE_SEARCH_API_KEY'] },
  baseUrl: 'https://api.search.brave.com',
  needs: 'request',
  supports: new Set(['page', 'recencyDays', 'news']),
  terms: { maxChars: 400, maxWords: 50, maxPage: 10, siteOperators: true },
  maxResults: 20,
  unavailableReason: (settings) => keyedReason({ key: 'BRAVE_API_KEY' }, settings),
  async search(query, deps) {
    const news = query.topic === 'news';
    const endpoint = `${deps.baseUrl}/res/v1/${news ? 'news' : 'web'}/search`;
    const asked = parameters(query, deps.now);
    const body = await askJson(
      brave,
      deps,
      {
        url: `${endpoint}?${new URLSearchParams(asked).toString()}`,
        headers: { accept: 'application/json', 'x-subscription-token': deps.key ?? '' },
      },
      explain,
    );
    const hits = readHits(brave, results(body, news), readHit);
    return { hits, source: sourceAddress(endpoint, asked, deps.key), ignored: [], failures: [] };
  },
};

function parameters(query: SearchQuery, now: number): Record<string, string> {
  return {
    q: query.query,
    count: String(query.count),
    // A page index, not a number of hits.
    ...(query.page > 1 ? { offset: String(query.page - 1) } : {}),
    ...(query.recencyDays === undefined ? {} : { freshness: freshness(query.recencyDays, now) }),
    ...(query.topic === 'news' ? {} : { text_decorations: 'false', result_filter: 'web' }),
  };
}

const NAMED_SPANS: Readonly<Record<number, string>> = { 1: 'pd', 7: 'pw', 31: 'pm', 365: 'py' };

function freshness(days: number, now: number): string {
  return NAMED_SPANS[days] ?? `${dateBefore(now, days)}to${dateBefore(now, 0)}`;
}

/** `web` may be absent where nothing matches; then the reply must still be recognisable as Brave's. */
function results(body: Fields, news: boolean): readonly unknown[] {
  const found = list(news ? body['results'] : fields(body['web'])?.['results']);
  if (found !== null) return found;
  if (fields(body['query']) === null || (!news && fields(body['web']) !== null)) {
    throw badReply(brave, 'JSON of another shape');
  }
  return [];
}

function readHit(item: Fields) {
  return {
    title: text(item['title']),
    url: text(item['url']),
    snippet: text(item['description']),
    ...optional('published', text(item['page_age']) || item['age']),
    ...optional('source', fields(item['profile'])?.['name'] ?? fields(item['meta_url'])?.['hostname']),
  };
}

const explain: Explain = ({ status, text: body }) => {
  const error = status === 422 ? fields(fields(tryJson(body))?.['error']) : null;
  if (error?.['code'] !== 'SUBSCRIPTION_TOKEN_INVALID') return null;
  return new SallyportError('provider_auth', 'Brave Search refused the credential (HTTP 422).', {
    hint: 'Check BRAVE_API_KEY: the subscription token is not valid.',
    facts: { provider: 'brave', status },
  });
};
