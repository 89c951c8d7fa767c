import type { Ignored, RawHit } from '../../core/index.js';
import { hostedAnswer } from './answer.js';
import type { HostedEntry, HostedOptions, HostedSearch, ReadOptions } from './contract.js';
import { bareHosts, type Fields, fieldsOf, listOf, textOf } from './fields.js';

/** Newest first: the older one has neither filters nor a choice of cached pages. */
export const OPENAI_VERSIONS = ['web_search', 'web_search_preview'] as const;

const MOST_DOMAINS = 100;

/** The entry for `tools` of a Responses request; without the `include` beside it the sources are not in the reply. */
export function openaiEntry(options: HostedOptions): HostedEntry {
  const type = options.version ?? OPENAI_VERSIONS[0];
  const older = type.startsWith('web_search_preview');
  const ignored: Ignored[] = [];
  const lacks = (argument: string, reason: string): void => void ignored.push({ argument, reason });
  const lists = {
    allowed_domains: bareHosts(options.allowedDomains),
    blocked_domains: bareHosts(options.blockedDomains),
  };
  const filters: Record<string, string[]> = {};
  for (const [name, domains] of Object.entries(lists)) {
    const argument = name === 'allowed_domains' ? 'allowedDomains' : 'blockedDomains';
    if (domains.length === 0) continue;
    if (older) lacks(argument, `${type} has no filters`);
    else filters[name] = domains.slice(0, MOST_DOMAINS);
    if (!older && domains.length > MOST_DOMAINS) lacks(argument, `only the first ${MOST_DOMAINS} are taken`);
  }
  if (options.maxUses !== undefined) lacks('maxUses', 'the tool has no such option');
  if (options.cachedOnly === true && older) lacks('cachedOnly', `${type} always reads live pages`);
  const tool = {
    type,
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(options.contextSize === undefined ? {} : { search_context_size: options.contextSize }),
    ...(options.location === undefined ? {} : { user_location: { type: 'approximate', ...options.location } }),
    ...(options.cachedOnly === true && !older ? { external_web_access: false } : {}),
  };
  return { tool, request: { include: ['web_search_call.action.sources'] }, ignored };
}

/**
 * The searches of a Responses reply, in order. A source is an address alone; its title comes from a citation of the answer.
 * Citations that no search names as its source stand with the last one.
 */
export function readOpenai(reply: unknown, options: ReadOptions): HostedSearch[] {
  const items = (Array.isArray(reply) ? reply : listOf(fieldsOf(reply)['output'])).map(fieldsOf);
  const titles = new Map<string, string>();
  for (const annotation of items
    .flatMap((item) => listOf(item['content']))
    .flatMap((part) => listOf(fieldsOf(part)['annotations']))) {
    const { type, url, title } = fieldsOf(annotation);
    if (type === 'url_citation') titles.set(textOf(url), textOf(title));
  }
  const calls = items.filter((item) => item['type'] === 'web_search_call');
  const searches = calls.filter(
    (call) => actionOf(call)['type'] !== 'open_page' && actionOf(call)['type'] !== 'find_in_page',
  );
  const opened = calls.map((call) => textOf(actionOf(call)['url'])).filter((url) => url !== '');
  const named = new Set<string>();
  const found = searches.map((call) => {
    const action = actionOf(call);
    const hits: RawHit[] = listOf(action['sources'])
      .map(fieldsOf)
      .filter((source) => source['type'] === 'url')
      .map((source) => ({ title: titles.get(textOf(source['url'])) ?? '', url: textOf(source['url']), snippet: '' }));
    for (const { url } of hits) named.add(url);
    const queries = listOf(action['queries'])
      .map(textOf)
      .filter((query) => query !== '');
    const failures = call['status'] === 'failed' ? [{ engine: 'openai', reason: 'failed' }] : [];
    return { query: queries.join(' | ') || textOf(action['query']), hits, failures, opened: [] as string[] };
  });
  const last = found.at(-1);
  if (last !== undefined) {
    last.opened = opened;
    for (const [url, title] of titles) if (!named.has(url)) last.hits.push({ title, url, snippet: '' });
  }
  return found.map((search) => hostedAnswer('openai', search, options));
}

const actionOf = (call: Fields): Fields => fieldsOf(call['action']);
