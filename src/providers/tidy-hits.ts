import { LIMITS, matchesHost, type RawHit, type SearchHit, type SearchTopic } from '../core/index.js';
import { type HitAddress, isWithin, readAddress } from './hit-address.js';
import { readDate } from './hit-date.js';
import { plainLine } from './hit-text.js';
import { text } from './reply-fields.js';

export interface TidyOptions {
  /** Hits kept at most. */
  count: number;
  topic: SearchTopic;
  /** Milliseconds since the epoch. */
  now: number;
  /** Host patterns: `example.com` that host, `*.example.com` its subdomains. */
  blockedDomains: readonly string[];
  /** The verdict on the text of an address; no name is looked up for it. */
  judge: (url: string) => 'ok' | 'refused';
  /** Hits known to be older are left out; those without a date stay. */
  recencyDays?: number | undefined;
  /** Only these sites and what is below them, as `prepareQuery` returns them. */
  domains?: readonly string[] | undefined;
  excludeDomains?: readonly string[] | undefined;
  /** Whether `local:` addresses may stand here: only for hits of the local index. Default false. */
  allowLocal?: boolean | undefined;
}

export interface Dropped {
  blocked: number;
  refused: number;
  duplicate: number;
  /** Known to be older than asked. */
  older?: number;
  /** On another site than asked for, or on one that was excluded. */
  elsewhere?: number;
}

export interface TidyHits {
  results: SearchHit[];
  dropped: Dropped;
  /** What emptied the list, where hits came and none stayed. */
  notes: string[];
}

const TITLE_CHARS = 300;
const NAME_CHARS = 100;
const DAY_MS = 86_400_000;

/**
 * A provider's hits made fit to hand on: addresses judged and cut of tracking, text plain and capped, dates ISO or
 * absent, one hit for each page. What is dropped is counted. Pure; any input gives a result.
 */
export function tidyHits(raw: readonly RawHit[], options: TidyOptions): TidyHits {
  const dropped: Required<Dropped> = { blocked: 0, refused: 0, duplicate: 0, older: 0, elsewhere: 0 };
  const kept = new Map<string, { hit: SearchHit; secure: boolean }>();
  for (const found of raw) {
    // A provider of a third party may not keep its types.
    const address = readAddress(text(found.url), options.allowLocal === true);
    const reason = address === null ? 'refused' : verdict(address, options);
    const date = readDate(text(found.published), options.now);
    if (address === null || reason !== null) dropped[reason ?? 'refused'] += 1;
    else if (date !== null && isOlder(date.latest, options)) dropped.older += 1;
    else {
      const hit = tidy(found, address, date?.iso, options.topic);
      const first = kept.get(address.key);
      if (first === undefined) kept.set(address.key, { hit, secure: address.secure });
      else {
        dropped.duplicate += 1;
        kept.set(address.key, merged(first, { hit, secure: address.secure }));
      }
    }
  }
  const results = [...kept.values()].slice(0, options.count).map(({ hit }, i) => ({ ...hit, rank: i + 1 }));
  const { older, elsewhere, ...always } = dropped;
  return {
    results,
    dropped: { ...always, ...(older > 0 ? { older } : {}), ...(elsewhere > 0 ? { elsewhere } : {}) },
    notes: results.length === 0 && raw.length > 0 ? [emptied(raw.length, dropped, options)] : [],
  };
}

function verdict(address: HitAddress, options: TidyOptions): 'blocked' | 'refused' | 'elsewhere' | null {
  if (options.blockedDomains.some((pattern) => matchesHost(pattern, address.host))) return 'blocked';
  if (!address.local && options.judge(address.url) !== 'ok') return 'refused';
  const { domains = [], excludeDomains = [] } = options;
  if (domains.length > 0 && !domains.some((domain) => isWithin(domain, address))) return 'elsewhere';
  return excludeDomains.some((domain) => isWithin(domain, address)) ? 'elsewhere' : null;
}

function isOlder(latest: number, { now, recencyDays }: TidyOptions): boolean {
  return recencyDays !== undefined && latest < now - recencyDays * DAY_MS;
}

function tidy(found: RawHit, address: HitAddress, published: string | undefined, topic: SearchTopic): SearchHit {
  const source = plainLine(text(found.source), NAME_CHARS);
  return {
    rank: 0,
    title: plainLine(text(found.title), TITLE_CHARS) || plainLine(`${address.site}${address.path}`, TITLE_CHARS),
    url: address.url,
    site: address.site,
    snippet: plainLine(text(found.snippet), LIMITS.snippetChars),
    ...(published === undefined ? {} : { published }),
    ...(topic === 'news' ? { source: source || address.site } : {}),
  };
}

/** The better-ranked hit, with the secure address of the two and what only the other knows. */
function merged(first: { hit: SearchHit; secure: boolean }, second: { hit: SearchHit; secure: boolean }) {
  const published = first.hit.published ?? second.hit.published;
  const url = second.secure && !first.secure ? second.hit.url : first.hit.url;
  const snippet = first.hit.snippet || second.hit.snippet;
  return {
    hit: { ...first.hit, url, snippet, ...(published === undefined ? {} : { published }) },
    secure: first.secure || second.secure,
  };
}

/** Which filter emptied the list: an empty answer must not read as "the web has nothing". */
function emptied(count: number, dropped: Required<Dropped>, options: TidyOptions): string {
  const parts = [
    [dropped.older, `older than ${options.recencyDays} days`],
    [dropped.elsewhere, 'on other sites than asked for'],
    [dropped.blocked, 'on blocked domains'],
    [dropped.refused, 'at addresses that may not be fetched'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, why]) => `${number} ${why}`);
  return `${count} ${count === 1 ? 'result' : 'results'} came and none was left: ${said.join(', ')}`;
}
