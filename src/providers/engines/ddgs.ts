import { SallyportError, type SearchQuery } from '../../core/index.js';
import { badReply, parseJson, refuseIfAborted } from '../ask.js';
import type { Provider, ProviderExecReply } from '../contract.js';
import { quoteBangs } from '../quote-bangs.js';
import { readHits } from '../read-hits.js';
import { coveringSpan, type Span, uncovered } from '../recency.js';
import { type Fields, list, optional, text } from '../reply-fields.js';
import { sourceAddress } from '../source-address.js';

const TIMEOUT_MS = 25_000;

/**
 * The `ddgs` command line, which asks public search engines. It dials outside the jail. It prints tables, asks for Enter
 * at a terminal and exits 0 on most failures: only the result file that it wrote says that it worked.
 */
export const ddgs: Provider = {
  id: 'ddgs',
  title: 'ddgs',
  docs: 'https://pypi.org/project/ddgs/',
  hosts: [],
  env: {},
  baseUrl: null,
  needs: 'exec',
  supports: new Set(['page', 'recencyDays', 'news']),
  terms: { siteOperators: true },
  maxResults: 20,
  unavailableReason: () => null,
  async search(query, deps) {
    refuseIfAborted(deps.signal);
    const ran = await deps.exec({
      file: 'ddgs',
      args: argumentsFor(query),
      env: ['DDGS_PROXY'],
      timeoutMs: TIMEOUT_MS,
      output: 'results.json',
    });
    refuseIfAborted(deps.signal);
    const items = list(parseJson(ddgs, written(ran)));
    if (items === null) throw badReply(ddgs, 'JSON of another shape');
    const source = sourceAddress(`ddgs:${topic(query)}`, { query: query.query, page: String(query.page) }, null);
    const ignored = uncovered(query.recencyDays, spanOf(query));
    return { hits: readHits(ddgs, items, readHit), source, ignored, failures: [], billed: false };
  },
};

const topic = (query: SearchQuery): string => (query.topic === 'news' ? 'news' : 'text');

/** News knows no year; without a filter the hits' own dates decide. */
function spanOf(query: SearchQuery): Span | null {
  const span = query.recencyDays === undefined ? null : coveringSpan(query.recencyDays);
  return query.topic === 'news' && span === 'year' ? null : span;
}

function argumentsFor(query: SearchQuery): string[] {
  const span = spanOf(query);
  const filter = span === null ? [] : ['-t', span.charAt(0)];
  const paging = ['-m', String(query.count), '-p', String(query.page)];
  return [topic(query), '-q', quoteBangs(query.query), ...paging, ...filter, '-o', '{output}'];
}

/** The text of the result file. Without one, the class of its last exception is all that is told. */
function written(ran: ProviderExecReply): string {
  if (typeof ran.output === 'string') return ran.output;
  const said = `${ran.stdout}\n${ran.stderr}`;
  if (/No results found/.test(said)) return '[]';
  if (/RatelimitException/.test(said)) {
    throw new SallyportError('provider_rate_limited', 'ddgs was asked to slow down by its engines.', {
      hint: 'Wait some minutes, or choose another provider.',
      facts: { provider: 'ddgs' },
    });
  }
  const late = /TimeoutException/.test(said);
  throw new SallyportError('provider_failed', `ddgs wrote no results${late ? ': its engines did not answer' : ''}.`, {
    hint: 'Run `ddgs text -q test` by hand to see why.',
    facts: { provider: 'ddgs', exitCode: ran.exitCode },
  });
}

function readHit(item: Fields) {
  return {
    title: text(item['title']),
    url: text(item['href']) || text(item['url']),
    snippet: text(item['body']),
    ...optional('published', item['date']),
    ...optional('source', item['source']),
  };
}
