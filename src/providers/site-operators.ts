import { parseUrl } from '../core/index.js';

/** A domain as an argument or operator names it: `docs.example.com`, or `example.com/docs` with a path. */
export type Domain = string;

/**
 * A domain in one canonical form (lower case, punycode, no scheme, no `*.`, no trailing slash), or null where the text
 * names none. A path is kept: `site:example.com/docs` is common.
 */
export function readDomain(written: string): Domain | null {
  const bare = written
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^\*?\./, '');
  if (bare === '' || /[\s"'?#@\\]/.test(bare)) return null;
  const url = parseUrl(`http://${bare}`);
  if (url === null || url.hostname === '') return null;
  return `${url.host.replace(/\.(?=:|$)/, '')}${url.pathname.replace(/\/+$/, '')}`;
}

// `site:` counts only at the start of a word and outside quotes, as the engines read it.
const OPERATOR = /(^|[\s(])(-?)site:([^\s()"]+)/gi;

/** The query without its `site:` and `-site:` operators, and the domains they named. What names no domain stays. */
export function liftSites(query: string): { text: string; domains: Domain[]; excludeDomains: Domain[] } {
  const domains: Domain[] = [];
  const excludeDomains: Domain[] = [];
  const parts = query.split('"');
  const kept = parts.map((part, i) => {
    // Odd parts stand inside quotes; a last quote without its pair opens nothing.
    if (i % 2 === 1 && i < parts.length - 1) return part;
    return part.replace(OPERATOR, (whole, before: string, minus: string, value: string) => {
      const domain = readDomain(value);
      if (domain === null) return whole;
      (minus === '' ? domains : excludeDomains).push(domain);
      return `${before}\0`;
    });
  });
  if (domains.length === 0 && excludeDomains.length === 0) return { text: query, domains, excludeDomains };
  const text = kept
    .join('"')
    // An `OR` that joined two operators, and brackets that held only operators, go with them.
    .replace(/\0(?:\s+(?:OR|\|)\s+\0)+/g, '\0')
    .replace(/\(\s*\0[\s\0]*\)/g, '\0')
    .replace(/(^|\s)(?:OR|AND|\|)\s+\0|\0\s+(?:OR|AND|\|)(?=\s|$)/g, '$1')
    .replaceAll('\0', ' ');
  return { text: text.replace(/\s+/g, ' ').trim(), domains, excludeDomains };
}

/** The query with its domains as operators: `query site:a OR site:b -site:c`. */
export function foldSites(query: string, domains: readonly Domain[], excludeDomains: readonly Domain[]): string {
  const wanted = domains.map((domain) => `site:${domain}`).join(' OR ');
  return [query, wanted, ...excludeDomains.map((domain) => `-site:${domain}`)].filter((part) => part !== '').join(' ');
}

/** Whether a domain has no path: one with a path cannot be excluded by host without losing the rest of the site. */
export function isHost(domain: Domain): boolean {
  return !domain.includes('/');
}

/** The hosts of domains, for providers that know no paths; the paths are filtered on the hits. */
export function hosts(domains: readonly Domain[]): string[] {
  return [...new Set(domains.map((domain) => domain.split('/', 1)[0] ?? domain))];
}
