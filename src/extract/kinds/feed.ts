import { markHidden } from '../hidden/index.js';
import { isoDate } from '../metadata/dates.js';
import { parse } from '../parse.js';
import { render } from '../render/index.js';
import { type FeedEntry, type FeedFacts, readJsonFeed, readXmlFeed } from './feed-formats.js';
import { type KindOptions, type KindResult, plainResult } from './result.js';

/** Entries that are written out; more than any feed reader shows. */
const MAX_ENTRIES = 500;

/** RSS, Atom, RDF and JSON Feed as their entries, with dates and links; null where the body is none of them. */
export function readFeed(text: string, options: KindOptions): KindResult | null {
  const feed = /^\s*\{/.test(text) ? readJsonFeed(text) : readXmlFeed(text);
  if (feed === null) return null;
  const result = plainResult('feed-1', '');
  result.title = feed.title;
  result.byline = feed.author;
  result.lang = feed.language;
  result.modified = feed.updated === null ? null : isoDate(feed.updated);
  result.canonical = absolute(feed.link, options.url);
  const links = new Set<string>();
  const parts = [head(feed, options)];
  for (const entry of feed.entries.slice(0, MAX_ENTRIES)) {
    parts.push(write(entry, options, links));
    result.outline.push({ level: 2, text: entry.title ?? entry.link ?? 'untitled' });
  }
  if (feed.title !== null) result.outline.unshift({ level: 1, text: feed.title });
  result.links = [...links];
  result.text = parts.filter((part) => part !== '').join(options.format === 'html' ? '\n' : '\n\n');
  result.text = result.text === '' ? '' : `${result.text}\n`;
  result.reasons = feed.entries.length === 0 ? ['empty'] : [];
  result.notes.push(`feed (${feed.format}) of ${feed.entries.length} entries`);
  if (feed.entries.length > MAX_ENTRIES) result.notes.push(`only the first ${MAX_ENTRIES} entries were read`);
  return result;
}

function head(feed: FeedFacts, { format }: KindOptions): string {
  const about = feed.description === null ? '' : line(feed.description);
  if (format === 'html')
    return `${feed.title === null ? '' : `<h1>${escapeHtml(feed.title)}</h1>`}${about === '' ? '' : `<p>${escapeHtml(about)}</p>`}`;
  const title = feed.title === null ? '' : format === 'text' ? feed.title : `# ${escapeText(feed.title)}`;
  return [title, format === 'text' ? about : escapeText(about)].filter((part) => part !== '').join('\n\n');
}

function write(entry: FeedEntry, options: KindOptions, links: Set<string>): string {
  const link = absolute(entry.link, options.url);
  if (link !== null) links.add(link);
  const published = entry.published === null ? null : isoDate(entry.published);
  const updated = entry.updated === null ? null : isoDate(entry.updated);
  const dates = published ?? updated;
  const facts = [
    dates,
    updated !== null && published !== null && updated !== published ? `updated ${updated}` : null,
    entry.author,
    ...entry.attachments,
  ];
  const body = content(entry, link ?? options.url, options, links);
  const title = line(entry.title ?? entry.link ?? 'untitled');
  if (options.format === 'html') {
    const head =
      link === null
        ? escapeHtml(title)
        : `<a href="${escapeHtml(link).replace(/"/g, '&quot;')}">${escapeHtml(title)}</a>`;
    return `<h2>${head}</h2>\n<p>${escapeHtml(facts.filter(Boolean).join(' · '))}</p>\n${body}`;
  }
  const plain = options.format === 'text';
  const heading = plain
    ? [title, link ?? ''].filter(Boolean).join('\n')
    : link === null
      ? `## ${escapeText(title)}`
      : `## [${escapeText(title)}](${target(link)})`;
  const about = line(facts.filter(Boolean).join(' · '));
  return [heading, plain ? about : escapeText(about), body.trim()].filter((part) => part !== '').join('\n\n');
}

/** An entry's HTML, read as a page is; the fuller of summary and content. */
function content(entry: FeedEntry, base: string | null, options: KindOptions, links: Set<string>): string {
  const source = entry.content ?? entry.summary;
  if (source === null) return '';
  if (entry.plain && !/<[a-z][^>]*>/i.test(source))
    return options.format === 'html' ? `<p>${escapeHtml(source)}</p>` : source.trim();
  const root = parse(source);
  markHidden(root);
  const rendered = render(root, { format: options.format, baseUrl: base });
  for (const link of rendered.links) links.add(link);
  return rendered.text;
}

function absolute(link: string | null, base: string | null): string | null {
  if (link === null || !URL.canParse(link, base ?? undefined)) return null;
  const address = new URL(link, base ?? undefined);
  return /^https?:$/.test(address.protocol) ? address.href : null;
}

function line(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, '\\$&');
}

function target(link: string): string {
  return link.replace(/\(/g, '%28').replace(/\)/g, '%29');
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
