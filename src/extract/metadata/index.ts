import { decodeHTML } from 'entities';
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
  const site = meta('og:site_name', 'application-name') ?? firstOf(main, ['publisher'], nameOf);
  return {
    title: chooseTitle(survey, meta('og:title', 'twitter:title', 'dc.title'), said('headline'), site),
    byline: chooseByline(
      survey,
      main,
      meta('author', 'article:author', 'dc.creator', 'byl', 'parsely-author', 'sailthru.author'),
    ),
    site,
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

/**
 * A single heading of the first rank is the title, unless it is the site's name; else the heading that the page's title
 * names; else what is declared, without the site's name behind it.
 */
function chooseTitle(
  survey: Survey,
  declared: string | null,
  headline: string | null,
  site: string | null,
): string | null {
  const whole = survey.title ? textOf(survey.title, true) : '';
  const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const siteKey = key(site ?? '');
  const heads = survey.headlines
    .map((h1) => textOf(h1).replace(/\s*[¶#]$/, ''))
    .filter((text) => text.length > 2 && text.length < 300 && key(text) !== siteKey);
  const named = [whole, declared ?? '', headline ?? ''].map(key);
  const isNamed = (head: string) => named.some((name) => name.startsWith(key(head)) || name.endsWith(key(head)));
  // A heading that only ends the title is where a site puts its name.
  const leads = heads.find((head) => named.some((name) => name.startsWith(key(head))));
  if (leads) return leads;
  const only = heads.length === 1 ? heads[0]! : null;
  if (only && wordCount(only) > 2 && !whole.endsWith(only)) return only;
  const best = headline ?? declared ?? whole;
  if (best) return withoutSite(best, site);
  return heads.find(isNamed) ?? heads[0] ?? null;
}

/** A title as declared often ends with the site's name; without it at least two words must stay. */
function withoutSite(title: string, site: string | null): string {
  const cut = /^(.*\S)\s+[|\u2013\u2014\u00b7:-]\s+([^|]{2,60})$/.exec(title);
  if (!cut || wordCount(cut[1]!) < 2) return title;
  const tail = cut[2]!.toLowerCase();
  const isSite = site !== null && (tail.includes(site.toLowerCase()) || site.toLowerCase().includes(tail));
  return isSite || (title.includes(' | ') && wordCount(cut[2]!) <= 4) ? cut[1]! : title;
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

function chooseByline(survey: Survey, main: JsonObject[], declared: string | null): string | null {
  const named =
    firstOf(main, ['author', 'creator'], nameOf) ?? (declared && !/^https?:|^@/.test(declared) ? declared : null);
  if (named) return named.slice(0, 200);
  for (const element of survey.stated) {
    const { rel, itemprop } = element.attrs;
    if (!/\bauthor\b/.test(`${rel ?? ''} ${itemprop ?? ''}`)) continue;
    const name = personName(textOf(element));
    if (name) return name;
  }
  for (const element of survey.bylines) {
    const name = personName(textOf(element));
    if (name) return name;
  }
  return null;
}

/** The name in a short text such as `By Ada Pilot`, or null where it is no name: two to five words with capitals, no figures. */
function personName(text: string): string | null {
  if (text.length > 90) return null;
  const name = text
    .replace(/^(?:written |posted |reviewed |story |words )?by:?\s+/i, '')
    .replace(/\s*(?:[|,\u2022\u00b7]|\bon\b|\bupdated\b|\bpublished\b|\d).*$/i, '')
    .trim();
  return /^\p{Lu}[\p{L}.'\u2019-]*(?:\s+(?:(?:de|da|van|von|der|den|la|le|al|bin|y)\s+)*\p{Lu}[\p{L}.'\u2019-]*){1,4}$/u.test(
    name,
  )
    ? name
    : null;
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

function timeOf(survey: Survey, property: 'datePublished' | 'dateModified'): string | null {
  const stated = (element: Element) => element.attrs['itemprop'] === property;
  const element =
    survey.times.find((time) => stated(time) || (property === 'datePublished' && 'pubdate' in time.attrs)) ??
    survey.stated.find(stated) ??
    survey.times.find(
      (time) => (property === 'dateModified') === /updat|modif/i.test(labelOf(time)) && isOfThePage(time),
    );
  if (!element) return null;
  return element.attrs['datetime'] ?? element.attrs['content'] ?? element.attrs['title'] ?? textOf(element);
}

/** What classes call a time and what it stands in. */
function labelOf(time: Element): string {
  return `${time.attrs['class'] ?? ''} ${time.parent?.attrs['class'] ?? ''}`;
}

/** A time in a comment, a teaser, or beside the page is the date of something else. */
function isOfThePage(time: Element): boolean {
  if (time.attrs['datetime'] === undefined) return false;
  for (let at = time.parent; at && at.name !== 'body'; at = at.parent) {
    if (at.name === 'aside' || at.name === 'nav' || at.name === 'footer' || at.name === 'li') return false;
    if (
      /comment|related|recent|sidebar|widget|card|teaser|list/i.test(
        `${at.attrs['class'] ?? ''} ${at.attrs['id'] ?? ''}`,
      )
    )
      return false;
  }
  return true;
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
  return typeof value === 'string' && value.trim() ? collapse(value.includes('&') ? decodeHTML(value) : value) : null;
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
