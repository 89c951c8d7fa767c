import type { EngineFailure, Ignored, RawHit } from '../../core/index.js';
import { hostedAnswer } from './answer.js';
import type { HostedEntry, HostedOptions, HostedSearch, ReadOptions } from './contract.js';
import { bareHosts, type Fields, fieldsOf, listOf, textOf } from './fields.js';

/** Newest last; the first is the one that every model with the tool takes. */
export const ANTHROPIC_VERSIONS = ['web_search_20250305', 'web_search_20260209', 'web_search_20260318'] as const;

/** The entry for `tools` of a Messages request. The tool takes one domain list: the allowed one where both are given. */
export function anthropicEntry(options: HostedOptions): HostedEntry {
  const allowed = bareHosts(options.allowedDomains);
  const blocked = bareHosts(options.blockedDomains);
  const ignored: Ignored[] = [];
  const lacks = (argument: string, reason: string): void => void ignored.push({ argument, reason });
  if (allowed.length > 0 && blocked.length > 0) {
    lacks('blockedDomains', 'the tool takes one list only: such hits are left out when the reply is read');
  }
  if (options.contextSize !== undefined) lacks('contextSize', 'the tool has no such option');
  if (options.cachedOnly === true) lacks('cachedOnly', 'the tool has no such option');
  const tool = {
    type: options.version ?? ANTHROPIC_VERSIONS[0],
    name: 'web_search',
    ...(options.maxUses === undefined ? {} : { max_uses: options.maxUses }),
    ...(allowed.length > 0 ? { allowed_domains: allowed } : blocked.length > 0 ? { blocked_domains: blocked } : {}),
    ...(options.location === undefined ? {} : { user_location: { type: 'approximate', ...options.location } }),
  };
  return { tool, request: {}, ignored };
}

/** The searches of a Messages reply, in order. Text of the results is encrypted: a snippet is what the model cited of it. */
export function readAnthropic(reply: unknown, options: ReadOptions): HostedSearch[] {
  const blocks = (Array.isArray(reply) ? reply : listOf(fieldsOf(reply)['content'])).map(fieldsOf);
  const asked = new Map(
    blocks
      .filter((block) => block['type'] === 'server_tool_use' && block['name'] === 'web_search')
      .map((block) => [textOf(block['id']), textOf(fieldsOf(block['input'])['query'])]),
  );
  const quotes = cited(blocks);
  return blocks
    .filter((block) => block['type'] === 'web_search_tool_result')
    .map((block) => {
      const hits = listOf(block['content'])
        .map(fieldsOf)
        .map((item) => hitOf(item, quotes));
      const query = asked.get(textOf(block['tool_use_id'])) ?? '';
      return hostedAnswer('anthropic', { query, hits, failures: failureOf(block['content']), opened: [] }, options);
    });
}

function hitOf(item: Fields, quotes: ReadonlyMap<string, string[]>): RawHit {
  const url = textOf(item['url']);
  const published = textOf(item['page_age']);
  return {
    title: textOf(item['title']),
    url,
    snippet: (quotes.get(url) ?? []).join(' … '),
    ...(published === '' ? {} : { published }),
  };
}

function cited(blocks: readonly Fields[]): Map<string, string[]> {
  const quotes = new Map<string, string[]>();
  for (const citation of blocks.flatMap((block) => listOf(block['citations'])).map(fieldsOf)) {
    const quote = textOf(citation['cited_text']);
    const url = textOf(citation['url']);
    if (quote !== '') quotes.set(url, [...(quotes.get(url) ?? []), quote]);
  }
  return quotes;
}

/** A failed search comes with HTTP status 200 and one object in place of the list. */
function failureOf(content: unknown): EngineFailure[] {
  if (Array.isArray(content)) return [];
  const code = textOf(fieldsOf(content)['error_code']);
  return [{ engine: 'anthropic', reason: /^[a-z_]{1,40}$/.test(code) ? code : 'a reply of another shape' }];
}
