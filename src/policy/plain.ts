import { parseUrl } from '../core/index.js';
import { addressBits, type Bits, type Channel } from './address-bits.js';
import { scanForSecrets } from './secrets/index.js';

export interface PlainVerdict {
  plain: boolean;
  /** `plain`, or what could carry data out: `query`, `fragment`, `userinfo`, `port`, `id`, `case`, `spacing`, ... */
  reason: string;
}

/** An address longer than this is not read further; of real documentation and articles 99 % are below 180. */
const MAX_CHARS = 240;
const MAX_SEGMENTS = 10;

/**
 * Bits that an address may carry in each way. One short id is common (`3f9c2b1d4e5a`, `4082679002`) and fits; case,
 * spacing and escapes hardly vary in real addresses, so next to nothing fits there. Chosen on the addresses of
 * test/trust.
 */
const BUDGET: Readonly<Bits> = {
  id: 48,
  letters: 36,
  words: 0,
  case: 8,
  spacing: 8,
  encoding: 12,
  script: 40,
  host: 30,
};
const BUDGET_IN_ALL = 62;

/**
 * Whether an address can carry next to nothing out: no query, no fragment, no userinfo, the default port, and host
 * labels and path segments that read as words, versions, dates or short ids. What does not read so is charged in bits;
 * an address over budget is not plain. Pure; some tens of microseconds.
 */
export function judgePlain(address: string): PlainVerdict {
  const url = parseUrl(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return no('not-an-address');
  if (url.username !== '' || url.password !== '') return no('userinfo');
  if (url.port !== '') return no('port');
  if (url.href.includes('?')) return no('query');
  if (url.href.includes('#')) return no('fragment');
  if (url.href.length > MAX_CHARS) return no('length');
  if (/^\[|^[\d.]+$/.test(url.hostname)) return no('ip-address');
  if (url.pathname.split('/').length - 1 > MAX_SEGMENTS) return no('depth');
  const over = overBudget(addressBits(url.hostname, url.pathname));
  if (over !== null) return no(over);
  if (scanForSecrets(address).length > 0) return no('secret');
  return { plain: true, reason: 'plain' };
}

function overBudget(bits: Bits): Channel | null {
  const channels = Object.keys(BUDGET) as Channel[];
  const over = channels.find((channel) => bits[channel] > BUDGET[channel]);
  if (over !== undefined) return over;
  const total = channels.reduce((sum, channel) => sum + (channel === 'host' ? 0 : bits[channel]), 0);
  return total <= BUDGET_IN_ALL
    ? null
    : channels.reduce((most, channel) => (bits[channel] > bits[most] ? channel : most));
}

function no(reason: string): PlainVerdict {
  return { plain: false, reason };
}
