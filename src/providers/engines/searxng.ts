import type { Ignored, ProviderReply, SearchQuery } from '../../core/index.js';
import { SallyportError } from '../../core/index.js';
import { askJson, badReply, refuseIfAborted } from '../ask.js';
import type { Provider, ProviderDeps, ProviderHttpReply } from '../contract.js';
import { quoteBangs } from '../quote-bangs.js';
import { readHits } from '../read-hits.js';
import { coveringSpan, type Span, uncovered } from '../recency.js';
import { type Fields, fields, list, optional, text } from '../reply-fields.js';
import { foldSites } from '../site-operators.js';
import { baseUrlFault, sourceAddress } from '../source-address.js';
import { allFailed, failedEngines } from './searxng-engines.js';

/** A person's own SearXNG or SearX. It has no key; what it can do depends on the engines behind it. */
export const searxng: Provider = {
  id: 'searxng',
  title: 'SearXNG',
  docs: 'https://docs.searxng.org/dev/search_api.html',
  hosts: [],
  env: { baseUrl: ['SEARXNG_URL', 'WEB_SEARCH_URL'] },
  baseUrl: null,
  needs: 'request',
  supports: new Set(['page', 'recencyDays', 'news', 'domains', 'excludeDomains']),
  maxResults: 20,
  unavailableReason({ baseUrl }) {
    if (baseUrl === null || baseUrl === '') return 'SEARXNG_URL is not set';
    const fault = baseUrlFault(baseUrl);
    return fault === null ? null : `SEARXNG_URL ${fault}`;
  },
  async search(query, deps) {
    const endpoint = `${deps.baseUrl.replace(/\/+(search\/*)?$/, '')}/search`;
    const wanted = parameters(query);
    const plain = parameters({ ...query, domains: [], excludeDomains: [] }, false);
    let body = await ask(endpoint, wanted, deps);
    const ignored = uncovered(query.recencyDays, spanOf(query));
    // Engines without these filters answer with nothing rather than say so; the hits are filtered again afterwards.
    if (results(body).length === 0 && failedEngines(body).length === 0 && differs(wanted, plain)) {
      body = await ask(endpoint, plain, deps);
      if (results(body).length > 0) ignored.push(...withoutFilters(query));
    }
    if (results(body).length === 0 && failedEngines(body).length > 0)
      await refuseWhereAllFailed(endpoint, query, body, deps);
    return read(body, query, sourceAddress(endpoint, wanted, null), ignored);
  },
};

function parameters(query: SearchQuery, filtered = true): Record<string, string> {
  const span = filtered ? spanOf(query) : null;
  return {
    q: foldSites(quoteBangs(query.query), query.domains ?? [], query.excludeDomains ?? []),
    format: 'json',
    categories: category(query),
    pageno: String(query.page),
    ...(span === null ? {} : { time_range: span }),
  };
}

const spanOf = (query: SearchQuery): Span | null =>
  query.recencyDays === undefined ? null : coveringSpan(query.recencyDays);

const category = (query: SearchQuery): string => (query.topic === 'news' ? 'news' : 'general');

const differs = (a: Record<string, string>, b: Record<string, string>): boolean =>
  a['q'] !== b['q'] || a['time_range'] !== b['time_range'];

function withoutFilters(query: SearchQuery): Ignored[] {
  const reason =
    'the engines of this SearXNG found nothing under it; the hits of a search without it were filtered here';
  return [
    ...(spanOf(query) === null ? [] : [{ argument: 'recency_days', reason }]),
    ...((query.domains ?? []).length === 0 ? [] : [{ argument: 'domains', reason }]),
    ...((query.excludeDomains ?? []).length === 0 ? [] : [{ argument: 'exclude_domains', reason }]),
  ];
}

function ask(endpoint: string, asked: Record<string, string>, deps: ProviderDeps): Promise<Fields> {
  const url = `${endpoint}?${new URLSearchParams(asked).toString()}`;
  return askJson(searxng, deps, { url, headers: { accept: 'application/json' } }, explain);
}

function explain(reply: ProviderHttpReply): SallyportError | null {
  if (reply.status !== 403) return null;
  return new SallyportError('provider_auth', 'SearXNG refused the request (HTTP 403).', {
    hint: 'JSON may be missing from search.formats in its settings.yml, or its limiter refuses this client.',
    facts: { provider: 'searxng', status: 403 },
  });
}

/** An empty list is "no results" only where some engine answered; `/config` says which engines there are. */
async function refuseWhereAllFailed(
  endpoint: string,
  query: SearchQuery,
  body: Fields,
  deps: ProviderDeps,
): Promise<void> {
  const config = await askJson(searxng, deps, { url: endpoint.replace(/search$/, 'config') }).catch(() => null);
  refuseIfAborted(deps.signal);
  const failure = allFailed(failedEngines(body), config, category(query));
  if (failure !== null) throw failure;
}

function results(body: Fields): readonly unknown[] {
  const found = list(body['results']);
  if (found === null) throw badReply(searxng, 'JSON of another shape');
  // Key-value answers of an engine are no pages: they have no address on purpose.
  return found.filter((item) => fields(item)?.['kvmap'] === undefined);
}

function read(body: Fields, query: SearchQuery, source: string, ignored: Ignored[]): ProviderReply {
  const items = results(body);
  // A category that the instance does not have falls back to the general one without a word.
  if (query.topic === 'news' && items.length > 0 && !items.some((item) => fields(item)?.['category'] === 'news')) {
    ignored.push({ argument: 'topic', reason: 'this SearXNG has no news engines and answered with web results' });
  }
  return { hits: readHits(searxng, items, readHit), source, ignored, failures: failedEngines(body), billed: false };
}

function readHit(item: Fields) {
  return {
    title: text(item['title']),
    url: text(item['url']),
    snippet: text(item['content']),
    // `pubdate` is the machine's form; old versions write `publishedDate` for people ("19 hour(s) ago").
    ...optional('published', text(item['pubdate']) || item['publishedDate']),
  };
}
