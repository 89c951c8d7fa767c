/** Second-level names under which whole countries register: `example.co.uk` is a site, `co.uk` is not. */
const SHARED = /^(?:ac|asn|com?|edu|gob|gov|go|id|info|ltd|mil|ne|net|nom|or|org|plc|sch|web)$/;

/**
 * The site that a host belongs to, for budgets: the registered name, as far as it can be told without a list. Where the
 * guess is too wide (two people's pages on one hosting name) they share a budget; it is never too narrow for one owner's
 * subdomains. An address is its own site.
 */
export function siteOf(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/^[\d.]+$|:/.test(host)) return host;
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  const shared = last.length === 2 && SHARED.test(labels.at(-2) ?? '');
  return labels.slice(shared ? -3 : -2).join('.');
}
