import { LIMITS, parseUrl } from '../core/index.js';

/** Parameters that say where a visitor came from and never what is shown. `ref` and `source` may choose content: they stay. */
const TRACKING =
  /^(?:utm_[a-z_]+|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|yclid|ysclid|ymclid|_openstat|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|mkt_tok|vero_id|vero_conv|oly_anon_id|oly_enc_id|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsctatracking|_ga|_gl|wickedid|rb_clickid|s_cid|ml_subscriber|ml_subscriber_hash|at_medium|at_campaign|wt\.mc_id|wt_mc|ref_src|ref_url|pk_campaign|pk_kwd|mtm_campaign|mtm_source|mtm_medium)$/i;

export interface HitAddress {
  /** Canonical address without tracking parameters. */
  url: string;
  /** `host:port` where a port is given, else the host. */
  host: string;
  /** Host without `www.`. */
  site: string;
  path: string;
  /** Equal for addresses that name one page: without scheme, `www.`, trailing slash, tracking and place in the page. */
  key: string;
  secure: boolean;
  local: boolean;
}

/** The address of a hit, or null where it is none that can be fetched: only http and https, and `local:` where allowed. */
export function readAddress(written: string, allowLocal: boolean): HitAddress | null {
  const url = parseUrl(written.trim());
  if (url === null) return null;
  const local = url.protocol === 'local:';
  if (local ? !allowLocal : url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.hash = withoutTextFragment(url.hash);
  if (url.search !== '') url.search = withoutTracking(url.search);
  if (url.href.length > LIMITS.urlChars) return null;
  const site = url.host.replace(/^www\./, '').replace(/\.(?=:|$)/, '');
  // `#!/page` and `#/page` are pages of their own; every other fragment is a place in one.
  const route = /^#!?\//.test(url.hash) ? url.hash : '';
  return {
    url: url.href,
    host: url.host,
    site,
    path: url.pathname,
    key: `${local ? 'local:' : ''}${site}${sameSpelling(url.pathname.replace(/\/+$/, '') + url.search)}${route}`,
    secure: url.protocol === 'https:',
    local,
  };
}

/** Escapes of one spelling (RFC 3986, 6.2.2): unreserved characters plain, the others in upper case. */
function sameSpelling(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** Cut by hand: a parsed and rewritten query would spell the parameters that stay in another way. */
function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => !TRACKING.test(pair.split('=', 1)[0] ?? ''));
  return kept.every((pair) => pair === '') ? '' : `?${kept.join('&')}`;
}

/** `#:~:text=` asks a browser to mark words: it names nothing. */
function withoutTextFragment(hash: string): string {
  const at = hash.indexOf(':~:');
  return at === -1 ? hash : hash.slice(0, at) === '#' ? '' : hash.slice(0, at);
}

/** Whether a domain as the query names it (`example.com`, `example.com/docs`) holds this address; subdomains count. */
export function isWithin(domain: string, address: HitAddress): boolean {
  const slash = domain.indexOf('/');
  const host = (slash === -1 ? domain : domain.slice(0, slash)).replace(/^www\./, '');
  const path = slash === -1 ? '' : domain.slice(slash);
  const sameHost = address.site === host || address.site.endsWith(`.${host}`);
  return sameHost && (path === '' || address.path === path || address.path.startsWith(`${path}/`));
}
