import type { Page } from '../../core/index.js';
import type { Survey } from '../survey.js';
import type { Element } from '../tree.js';
import { collapse, textOf } from '../walk.js';
import { isoDate } from './dates.js';
import { type JsonObject, typesOf } from './json-ld.js';

export type Metadata = Pick<Page, 'title' | 'byline' | 'site' | 'lang' | 'published' | 'modified' | 'canonical'>;

const ARTICLE = /(?:Article|Posting|Report|Recipe|Review|HowTo|Course|Book|QAPage|Product)$/;

/** Reads what the page says of itself: `meta`, JSON-LD, `time` elements. Nothing is estimated; what is not said is null. */
export function readMetadata(survey: Survey, baseUrl: string | null): Metadata {
  const { metas, objects } = survey;
  const meta = (...names: string[]) => names.map((name) => metas.get(name)).find((value) => value) ?? null;
  const main = objects.filter((object) => typesOf(object).some((type) => ARTICLE.test(type)));
  const said = (...keys: string[]) => firstOf(main, keys, stringOf);
  return {
    title: chooseTitle(survey, meta('og:title', 'twitter:title', 'dc.title'), said('headline')),
    byline: chooseByline(
      survey,
      main,
      meta('author', 'article:author', 'dc.creator', 'byl', 'parsely-author', 'sailthru.author'),
    ),
    site: meta('og:site_name', 'application-name') ?? firstOf(main, ['publisher'], nameOf),
    lang: language(survey.root, meta('content-language', 'og:locale')),
    published: firstDate([
      meta(
        'article:published_time',
        'og:published_time',
        'datepublished',
        'parsely-pub-date',
        'dc.date.issued',
        'dcterms.created',
      ),
      said('datePublished', 'dateCreated'),
      meta('date', 'pubdate', 'dc.date', 'publish-date', 'sailthru.date', 'citation_publication_date'),
      timeOf(survey, 'datePublished'),
    ]),
    modified: firstDate([
      meta('article:modified_time', 'og:updated_time', 'datemodified', 'last-modified', 'dcterms.modified'),
      said('dateModified'),
      timeOf(survey, 'dateModified'),
    ]),
    canonical: canonicalOf(survey, baseUrl, meta('og:url')),
  };
}

function chooseTitle(survey: Survey, declared: string | null, headline: string | null): string | null {
  const whole = survey.title ? textOf(survey.title, true) : '';
  const heads = survey.headlines.map((h1) => textOf(h1)).filter((text) => text.length > 2 && text.length < 300);
  const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  // The heading that the page's title begins or ends with is the title without the site's name.
  const named = [whole, declared ?? '', headline ?? ''].map(key);
  const shown = heads.find(
    (head) => key(head) && named.some((name) => name.startsWith(key(head)) || name.endsWith(key(head))),
  );
  return shown ?? headline ?? declared ?? (heads.length === 1 ? heads[0]! : null) ?? (whole || null);
}

function chooseByline(survey: Survey, main: JsonObject[], declared: string | null): string | null {
  const named =
    firstOf(main, ['author', 'creator'], nameOf) ?? (declared && !/^https?:/.test(declared) ? declared : null);
  if (named) return named.slice(0, 200);
  for (const element of survey.stated) {
    const { rel, itemprop } = element.attrs;
    if (!/\bauthor\b/.test(`${rel ?? ''} ${itemprop ?? ''}`)) continue;
    const text = textOf(element);
    if (text.length > 2 && text.length < 100) return text.replace(/^by\s+/i, '');
  }
  return null;
}

function language(root: Element, declared: string | null): string | null {
  const lang = (root.attrs['lang'] ?? root.attrs['xml:lang'] ?? declared ?? '').trim().replaceAll('_', '-');
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(lang) ? lang : null;
}

function canonicalOf(survey: Survey, baseUrl: string | null, declared: string | null): string | null {
  const link = survey.links.find(({ attrs }) => /(?:^|\s)canonical(?:\s|$)/i.test(attrs['rel'] ?? ''));
  for (const address of [link?.attrs['href'], declared]) {
    if (!address || !URL.canParse(address, baseUrl ?? undefined)) continue;
    const url = new URL(address, baseUrl ?? undefined);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url.href;
  }
  return null;
}

function timeOf(survey: Survey, property: string): string | null {
  const stated = survey.times.find(
    ({ attrs }) => attrs['itemprop'] === property || ('pubdate' in attrs && property === 'datePublished'),
  );
  const element = stated ?? survey.stated.find(({ attrs }) => attrs['itemprop'] === property);
  if (!element) return null;
  return element.attrs['datetime'] ?? element.attrs['content'] ?? element.attrs['title'] ?? textOf(element);
}

function firstDate(candidates: (string | null)[]): string | null {
  for (const candidate of candidates) {
    const date = candidate ? isoDate(candidate) : null;
    if (date) return date;
  }
  return null;
}

function firstOf(objects: JsonObject[], keys: string[], read: (value: unknown) => string | null): string | null {
  for (const key of keys)
    for (const object of objects) {
      const value = read(object[key]);
      if (value) return value;
    }
  return null;
}

function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? collapse(decodeBasic(value)) : null;
}

/** A person or organisation as JSON-LD writes it: a name, an object with one, or a list. */
function nameOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const names = value
      .slice(0, 20)
      .map((one) => (Array.isArray(one) ? null : nameOf(one)))
      .filter((name) => name !== null);
    return names.length > 0 ? [...new Set(names)].join(', ') : null;
  }
  if (value !== null && typeof value === 'object') return nameOf((value as JsonObject)['name'] ?? null);
  const name = stringOf(value);
  return name && !/^https?:/.test(name) ? name : null;
}

/** JSON-LD should hold plain text, but many pages escape it once more. */
function decodeBasic(text: string): string {
  const named: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    rsquo: '\u2019',
    lsquo: '\u2018',
    ldquo: '\u201c',
    rdquo: '\u201d',
    ndash: '\u2013',
    mdash: '\u2014',
  };
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
