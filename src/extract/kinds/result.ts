import type { Heading, PageFormat, PageKind, QualityReason } from '../../core/index.js';

/** Kinds that are read from decoded text. HTML has its own reader, and a PDF is read from bytes. */
export type TextKind = Exclude<PageKind, 'html' | 'pdf'>;

export interface KindOptions {
  /** Media type as judged. */
  contentType: string;
  /** Address the body came from: relative links stand against it, and its end tells a language. */
  url: string | null;
  format: PageFormat;
}

/** What a reader of one kind makes of a body: the parts of a page that it can know. */
export interface KindResult {
  /** Name and version of the reader. */
  extractor: string;
  text: string;
  title: string | null;
  byline: string | null;
  site: string | null;
  lang: string | null;
  published: string | null;
  modified: string | null;
  canonical: string | null;
  outline: Heading[];
  links: string[];
  notes: string[];
  /** What makes the result poor; empty where nothing does. */
  reasons: QualityReason[];
}

/** A result with nothing known but its text. */
export function plainResult(extractor: string, text: string): KindResult {
  return {
    extractor,
    text,
    title: null,
    byline: null,
    site: null,
    lang: null,
    published: null,
    modified: null,
    canonical: null,
    outline: [],
    links: [],
    notes: [],
    reasons: text.trim() === '' ? ['empty'] : [],
  };
}

/** Text with line feeds alone, and one at the end. */
export function normalizeLines(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

const ADDRESS = /https?:\/\/[^\s<>"'`\\^{}|]+/g;
const MAX_LINKS = 2_000;

/** Absolute http(s) addresses that stand in text, without the punctuation of the sentence around them. */
export function addressesIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(ADDRESS)) {
    let address = match[0].replace(/[.,;:!?*_~]+$/, '');
    while (address.endsWith(')') && count(address, ')') > count(address, '(')) address = address.slice(0, -1);
    if (URL.canParse(address)) found.add(new URL(address).href);
    if (found.size >= MAX_LINKS) break;
  }
  return [...found];
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

/** Text that is not Markdown as a page of the format asked for: fenced, bare, or in `<pre>`. */
export function asCode(text: string, language: string, format: PageFormat): string {
  const body = text.replace(/\n+$/, '');
  if (body.trim() === '') return '';
  if (format === 'text') return `${body}\n`;
  if (format === 'html') return `<pre>${body.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</pre>\n`;
  let fence = '```';
  for (const run of body.match(/`{3,}/g) ?? []) if (run.length >= fence.length) fence = '`'.repeat(run.length + 1);
  return `${fence}${language}\n${body}\n${fence}\n`;
}
