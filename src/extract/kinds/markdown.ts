import { isoDate } from '../metadata/dates.js';
import { outline } from '../passages/index.js';
import { addressesIn, type KindOptions, type KindResult, normalizeLines, plainResult } from './result.js';

/** Markdown as it stands, its front matter read and taken off. */
export function readMarkdown(text: string, options: KindOptions): KindResult {
  const { fields, body } = frontMatter(normalizeLines(text.replace(/^\ufeff/, '')));
  const result = plainResult('markdown-1', body);
  const headings = outline(body);
  result.outline = headings.map(({ level, text: heading }) => ({ level, text: heading }));
  result.title = fields.get('title') ?? headings.find(({ level }) => level === 1)?.text ?? null;
  result.byline = fields.get('author') ?? fields.get('authors') ?? null;
  result.lang = fields.get('lang') ?? fields.get('language') ?? null;
  result.published = dateOf(fields.get('date') ?? fields.get('published'));
  result.modified = dateOf(
    fields.get('updated') ?? fields.get('lastmod') ?? fields.get('modified') ?? fields.get('last_modified_at'),
  );
  result.links = linksOf(body, options.url);
  if (fields.size > 0) result.notes.push(`front matter read: ${[...fields.keys()].slice(0, 12).join(', ')}`);
  return result;
}

function dateOf(value: string | undefined): string | null {
  return value === undefined ? null : isoDate(value);
}

/** Top-level `key: value` lines of YAML (`---`) or `key = value` of TOML (`+++`) front matter, and what follows it. */
function frontMatter(text: string): { fields: Map<string, string>; body: string } {
  const fields = new Map<string, string>();
  const match = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!match || match[2]!.length > 20_000) return { fields, body: text };
  let last = '';
  for (const line of match[2]!.split('\n')) {
    const field = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(line);
    const item = /^\s*-\s+(.+)$/.exec(line);
    if (field) {
      last = field[1]!.toLowerCase();
      const value = unquote(field[2]!);
      if (value !== '') fields.set(last, value);
    } else if (item && last !== '' && !/^[\w-]+\s*:/.test(item[1]!)) {
      const before = fields.get(last);
      fields.set(last, before === undefined ? unquote(item[1]!) : `${before}, ${unquote(item[1]!)}`);
    } else if (line.trim() !== '' && !/^\s|^#/.test(line)) return { fields: new Map(), body: text };
  }
  return { fields, body: text.slice(match[0].length) };
}

function unquote(value: string): string {
  const text = value.trim();
  const list = /^\[(.*)\]$/.exec(text);
  if (list) return list[1]!.split(',').map(unquote).join(', ');
  return text.replace(/^(["'])(.*)\1$/, '$2').trim();
}

/** Targets of links, absolute where the address of the document is known. */
function linksOf(text: string, url: string | null): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(/(?<!!)\[[^\]\n]{0,400}\]\(\s*<?([^\s()<>]+(?:\([^\s()<>]*\))?)/g)) {
    const target = match[1]!;
    if (!URL.canParse(target, url ?? undefined)) continue;
    const address = new URL(target, url ?? undefined);
    if (/^https?:$/.test(address.protocol)) found.add(address.href);
    if (found.size >= 2_000) break;
  }
  for (const address of addressesIn(text)) found.add(address);
  return [...found];
}
