import { SallyportError, type SearchQuery } from '../../core/index.js';
import { badReply, parseJson, refuseIfAborted } from '../ask.js';
import type { Provider } from '../contract.js';
import { readHits } from '../read-hits.js';
import { type Fields, fields, list, optional, text } from '../reply-fields.js';
import { sourceAddress } from '../source-address.js';

const TIMEOUT_MS = 25_000;

/**
 * Any local program (`search.command`) that prints `{ "results": [{ "title", "url", "snippet", "published"?, "source"? }] }`
 * or the bare list. In its arguments `{query}`, `{count}` and `{page}` are replaced; without `{query}` the query comes
 * last. It dials outside the jail.
 */
export const command: Provider = {
  id: 'command',
  title: 'Local command',
  docs: 'https://www.npmjs.com/package/sallyport',
  hosts: [],
  env: {},
  baseUrl: null,
  needs: 'exec',
  supports: new Set(['page']),
  maxResults: 20,
  unavailableReason: (settings) => (settings.command?.[0] === undefined ? 'search.command is not set' : null),
  async search(query, deps) {
    refuseIfAborted(deps.signal);
    const [file, ...args] = deps.command ?? [];
    if (file === undefined) {
      throw new SallyportError('not_configured', 'No search command is set.', {
        hint: 'Give search.command as a list: the program, then its arguments.',
      });
    }
    const ran = await deps.exec({ file, args: argumentsFor(args, query), timeoutMs: TIMEOUT_MS });
    refuseIfAborted(deps.signal);
    if (ran.exitCode !== 0) {
      throw new SallyportError('provider_failed', `The search command ended with status ${ran.exitCode}.`, {
        hint: 'Run it by hand to see why.',
        facts: { provider: 'command', exitCode: ran.exitCode },
      });
    }
    const printed = parseJson(command, ran.stdout);
    const items = list(printed) ?? list(fields(printed)?.['results']);
    if (items === null) throw badReply(command, 'JSON of another shape');
    const source = sourceAddress('command:search', { query: query.query, page: String(query.page) }, null);
    const paged = query.page === 1 || args.some((arg) => arg.includes('{page}'));
    const ignored = paged ? [] : [{ argument: 'page', reason: 'search.command has no {page}: this is its first page' }];
    return { hits: readHits(command, items, readHit), source, ignored, failures: [], billed: false };
  },
};

function argumentsFor(given: readonly string[], query: SearchQuery): string[] {
  const values: Readonly<Record<string, string>> = {
    query: query.query,
    count: String(query.count),
    page: String(query.page),
  };
  const template = given.some((arg) => arg.includes('{query}')) ? given : [...given, '{query}'];
  return template.map((arg) => {
    // One pass: what stands in the query is never a placeholder.
    const filled = arg.replace(/\{(query|count|page)\}/g, (_, name: string) => values[name] ?? '');
    // A query that begins with a dash would be read as an option; the space is no part of any word.
    return arg.startsWith('{query}') && filled.startsWith('-') ? ` ${filled}` : filled;
  });
}

function readHit(item: Fields) {
  return {
    title: text(item['title']),
    url: text(item['url']),
    snippet: text(item['snippet']),
    ...optional('published', item['published']),
    ...optional('source', item['source']),
  };
}
