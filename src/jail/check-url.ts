import { LIMITS } from '../core/index.js';
import { parseAddress } from './address-bytes.js';
import { BAD_PORTS } from './bad-ports.js';
import { judgeAddress, type Trust } from './check-address.js';
import type { NetworkPolicy, UrlVerdict } from './contract.js';
import { normaliseAuthority } from './operator-exceptions.js';
import { authorityOf, hostOf, parseUrl, portOf } from './parse-url.js';
import { specialName } from './special-names.js';

type Refusal = Extract<UrlVerdict, { verdict: 'refuse' }>;

/** What is dialled for a URL: taken from the one parse that was judged, so that nothing can read it another way. */
export interface Target {
  url: URL;
  /** Name in lower case without trailing dot, or address without brackets. */
  host: string;
  port: number;
  /** Whether `host` is an address. */
  literal: boolean;
  trust: Trust;
}

export type TargetVerdict = { allowed: true; target: Target; rule: AllowRule } | { allowed: false; refusal: Refusal };
type AllowRule = Extract<UrlVerdict, { verdict: 'allow' }>['rule'];

const OPEN_HINT = 'If this is your own service, the operator can name its exact host and port in network.allowPrivate.';

/**
 * The verdict on the text of an address, without DNS. `exceptions` are canonical `host:port` that may be reached
 * although they are not public; `trust: 'operator'` says that the operator named this very address.
 */
export function judgeTarget(text: string, exceptions: readonly string[], trust: Trust = 'public'): TargetVerdict {
  const url = parseUrl(text);
  const shown = url?.href ?? text.slice(0, 200);
  const refuse = (
    rule: string,
    reason: string,
    hint: string,
    code: Refusal['code'] = 'url_refused',
  ): TargetVerdict => ({
    allowed: false,
    refusal: { verdict: 'refuse', rule, reason, hint, code, url: shown },
  });
  if (text.length > LIMITS.urlChars || shown.length > LIMITS.urlChars) {
    return refuse('too-long', `it is longer than ${LIMITS.urlChars} characters`, 'Ask for a shorter address.');
  }
  if (!url) return refuse('parse-error', 'it is not an absolute URL', 'Write it as https://host/path.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('scheme', `${url.protocol} is not http or https`, 'Only web pages can be asked for.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('userinfo', 'it carries a user name or password', 'Leave out what stands before the @.');
  }
  const port = portOf(url);
  if (BAD_PORTS.has(port)) {
    return refuse(
      'port',
      `port ${port} belongs to another protocol`,
      'Web pages stand on 80, 443 and other high ports.',
    );
  }
  const host = hostOf(url);
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  const excepted: Trust = trust === 'operator' || exceptions.includes(authorityOf(url)) ? 'operator' : 'public';
  if (parseAddress(literal) !== null) {
    // No opt-in range here: a synthesised address means something only as the answer to a name.
    const verdict = judgeAddress(literal, [], excepted);
    if (verdict.verdict === 'refuse') return refuse(verdict.rule, verdict.reason, OPEN_HINT, 'address_refused');
    const target = { url, host: literal, port, literal: true, trust: excepted };
    return { allowed: true, target, rule: verdict.rule };
  }
  const fault = nameFault(host, excepted);
  if (fault) return refuse(fault.rule, fault.reason, OPEN_HINT);
  const rule = excepted === 'operator' ? 'operator-exception' : 'public-name';
  return { allowed: true, target: { url, host, port, literal: false, trust: excepted }, rule };
}

function nameFault(host: string, trust: Trust): { rule: string; reason: string } | null {
  const labels = host.split('.');
  if (labels.some((label) => label === '')) return { rule: 'bad-host', reason: 'its host has an empty label' };
  if (host.length > 253 || labels.some((label) => label.length > 63)) {
    return { rule: 'bad-label', reason: 'its host is longer than DNS allows (RFC 1035)' };
  }
  // WHATWG lets through quotes, semicolons and the like, which some resolvers and logs read as more than a name.
  if (!/^[a-z0-9._-]+$/.test(host)) return { rule: 'bad-label', reason: 'its host holds characters no web name has' };
  const named = specialName(host);
  if (named?.rule === 'metadata-name') {
    return { rule: named.rule, reason: `it is a cloud metadata service (${named.source})` };
  }
  if (trust === 'operator' && !isMetadataAlias(host)) return null;
  if (labels.length === 1)
    return { rule: 'single-label', reason: 'its host is a single label, a name of the local network' };
  if (named) return { rule: named.rule, reason: `.${named.suffix} is not part of the public web (${named.source})` };
  return null;
}

/** Short and internal spellings of metadata services, which even an exact exception must not open by name. */
function isMetadataAlias(host: string): boolean {
  return (
    /^(metadata|instance-data|rancher-metadata)(\.|$)/.test(host) && (!host.includes('.') || host.endsWith('.internal'))
  );
}

/**
 * May this address be asked for? Judges the text only, as WHATWG parses it: scheme, userinfo, port, address ranges,
 * special names. Pure; DNS answers are judged when the address is dialled. `policy.allowPrivate` opens exact
 * `host:port`. Throws `invalid_input` where an entry of it is not one.
 */
export function checkUrl(url: string, policy?: Partial<NetworkPolicy>): UrlVerdict {
  // A caller in plain JavaScript may hand in anything: what is no address is refused, it does not throw.
  const verdict = judgeTarget(String(url), (policy?.allowPrivate ?? []).map(normaliseAuthority));
  if (!verdict.allowed) return verdict.refusal;
  const { target, rule } = verdict;
  return { verdict: 'allow', rule, url: target.url.href, host: target.host, port: target.port };
}

/**
 * One spelling for one address: scheme and host in lower case, no trailing dot, default port, fragment or dot segments.
 * Null where it is not an http(s) URL. The query stays as it is: its order can mean something.
 */
export function canonicalUrl(text: string): string | null {
  const url = parseUrl(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  url.hash = '';
  url.hostname = hostOf(url);
  return url.href;
}
