import { cleanLine, type Ignored, type SearchFeature, type SearchQuery } from '../core/index.js';
import type { Provider } from './contract.js';
import { type Domain, foldSites, liftSites, readDomain } from './site-operators.js';

export interface PreparedQuery {
  /** What the provider is handed: only arguments that it knows, the text within its limits. */
  query: SearchQuery;
  /** Arguments that had no effect, or less than asked. */
  ignored: Ignored[];
  /** What the hits must still satisfy whatever the provider made of it: for `tidyHits`. */
  filters: { domains: Domain[]; excludeDomains: Domain[]; recencyDays?: number };
}

type Ignore = (argument: string, reason: string) => void;

/** A query longer than this in any form is no query. */
const LONGEST = 10_000;

/**
 * One neutral query in a provider's own terms: `site:` lifted out of the text, domains as arguments where the provider
 * has them, as operators where it reads those, as a filter on the hits otherwise; text clipped at a word to what the
 * provider takes. Nothing is dropped in silence. Pure.
 */
export function prepareQuery(asked: SearchQuery, provider: Provider): PreparedQuery {
  const ignored: Ignored[] = [];
  const ignore: Ignore = (argument, reason) => void ignored.push({ argument, reason });
  const can = (feature: SearchFeature): boolean => provider.supports.has(feature);
  const terms = provider.terms ?? {};

  const lifted = liftSites(cleanLine(asked.query, LONGEST));
  const given = [...(asked.site === undefined ? [] : [asked.site]), ...(asked.domains ?? [])];
  const domains = readDomains(given, lifted.domains, (bad) => ignore('domains', `'${bad}' is no domain`));
  const excludeDomains = readDomains(asked.excludeDomains ?? [], lifted.excludeDomains, (bad) =>
    ignore('exclude_domains', `'${bad}' is no domain`),
  );

  const asOperators = (feature: SearchFeature, sites: Domain[], argument: string): Domain[] => {
    if (sites.length === 0 || can(feature)) return [];
    if (terms.siteOperators === true) return sites;
    ignore(argument, `${provider.title} cannot do it: other hits were left out afterwards`);
    return [];
  };
  const folded = fitOperators(
    asOperators('domains', domains, 'domains'),
    asOperators('excludeDomains', excludeDomains, 'exclude_domains'),
    terms,
  );
  if (folded.left > 0) {
    ignore('domains', `${folded.left} of the sites did not fit into the query: the hits were filtered afterwards`);
  }
  const operators = foldSites('', folded.domains, folded.excludeDomains);
  // A query of operators alone is one; to a provider with domains as arguments its words are the domains' names.
  const text = lifted.text === '' && operators === '' ? domains.join(' ') : lifted.text;
  const clipped = clip(text, {
    chars: (terms.maxChars ?? LONGEST) - (operators === '' ? 0 : operators.length + 1),
    words: (terms.maxWords ?? LONGEST) - words(operators).length,
  });
  if (clipped !== text) {
    ignore('query', `clipped from ${text.length} to ${clipped.length} characters: ${provider.title} takes no more`);
  }

  return {
    query: {
      query: operators === '' ? clipped : foldSites(clipped, folded.domains, folded.excludeDomains),
      ...withinReach(asked, provider, ignore),
      ...(can('domains') && domains.length > 0 ? { domains } : {}),
      ...(can('excludeDomains') && excludeDomains.length > 0 ? { excludeDomains } : {}),
    },
    ignored,
    filters: {
      domains,
      excludeDomains,
      ...(asked.recencyDays === undefined ? {} : { recencyDays: asked.recencyDays }),
    },
  };
}

/** Topic, count, page and recency as far as the provider goes. */
function withinReach(
  asked: SearchQuery,
  { title, supports, terms, maxResults }: Provider,
  ignore: Ignore,
): Pick<SearchQuery, 'topic' | 'count' | 'page' | 'recencyDays'> {
  const reach: ReturnType<typeof withinReach> = { topic: asked.topic, count: asked.count, page: asked.page };
  if (asked.count > maxResults) {
    reach.count = maxResults;
    ignore('count', `${title} gives at most ${maxResults} results`);
  }
  const lastPage = supports.has('page') ? (terms?.maxPage ?? asked.page) : 1;
  if (asked.page > lastPage) {
    reach.page = 1;
    ignore('page', `${title} has ${lastPage === 1 ? 'no paging' : `${lastPage} pages`}: this is its first page`);
  }
  if (asked.topic === 'news' && !supports.has('news')) {
    reach.topic = 'web';
    ignore('topic', `${title} has no news search: these are web results`);
  }
  if (asked.recencyDays === undefined) return reach;
  if (supports.has('recencyDays')) return { ...reach, recencyDays: asked.recencyDays };
  ignore('recency_days', `${title} cannot filter by date: only hits with a known older date were left out`);
  return reach;
}

function readDomains(given: readonly string[], lifted: readonly Domain[], bad: (text: string) => void): Domain[] {
  const read = given.flatMap((written) => {
    const domain = readDomain(written);
    if (domain === null) bad(cleanLine(written, 80));
    return domain ?? [];
  });
  return [...new Set([...read, ...lifted])];
}

/** At most half of the room goes to operators; `left` counts the domains that found no place. */
function fitOperators(domains: readonly Domain[], excludeDomains: readonly Domain[], terms: Provider['terms']) {
  const chars = (terms?.maxChars ?? LONGEST) / 2;
  const wordCount = (terms?.maxWords ?? LONGEST) / 2;
  const fits = { domains: [] as Domain[], excludeDomains: [] as Domain[], left: 0 };
  const place = (into: Domain[], domain: Domain): void => {
    into.push(domain);
    const written = foldSites('', fits.domains, fits.excludeDomains);
    if (written.length <= chars && words(written).length <= wordCount) return;
    into.pop();
    fits.left += 1;
  };
  for (const domain of domains) place(fits.domains, domain);
  for (const domain of excludeDomains) place(fits.excludeDomains, domain);
  return fits;
}

const words = (text: string): string[] => text.match(/\S+/g) ?? [];

/** The text cut at the end of a word; within a word only where the first word alone is too long. */
function clip(text: string, most: { chars: number; words: number }): string {
  const byWords = words(text).length <= most.words ? text : words(text).slice(0, Math.max(1, most.words)).join(' ');
  if (byWords.length <= most.chars) return byWords;
  const head = byWords.slice(0, most.chars + 1);
  const end = head.search(/\s\S*$/);
  return end > 0 ? head.slice(0, end) : head.slice(0, most.chars).replace(/[\ud800-\udbff]$/, '');
}
