import { formatAddress, parseAddress } from './address-bytes.js';
import {
  type AddressRange,
  ISATAP,
  METADATA_ADDRESSES,
  NOT_GLOBAL_UNICAST,
  OPT_IN_RANGES,
  V4_RANGES,
  V6_RANGES,
} from './address-ranges.js';
import type { AddressVerdict, NetworkPolicy } from './contract.js';

interface Block extends AddressRange {
  prefix: Uint8Array;
  bits: number;
}

function toBlock(range: AddressRange): Block {
  const slash = range.range.lastIndexOf('/');
  return { ...range, prefix: parseAddress(range.range.slice(0, slash))!, bits: Number(range.range.slice(slash + 1)) };
}

const V4_BLOCKS = V4_RANGES.map(toBlock);
const V6_BLOCKS = V6_RANGES.map(toBlock);
const GLOBAL_UNICAST = toBlock({ ...NOT_GLOBAL_UNICAST, range: '2000::/3' });
const METADATA = new Set(METADATA_ADDRESSES.map((text) => formatAddress(parseAddress(text)!)));
const NOT_AN_ADDRESS: AddressRange = {
  range: '',
  rule: 'not-an-address',
  what: 'not an IP address in a form that can be judged',
  rfc: '',
  exceptable: false,
};

function holds(block: Block, bytes: Uint8Array): boolean {
  const whole = block.bits >> 3;
  for (let i = 0; i < whole; i += 1) if (block.prefix[i] !== bytes[i]) return false;
  const rest = block.bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return (block.prefix[whole]! & mask) === (bytes[whole]! & mask);
}

/** The range that refuses an address, or null where it is a public one. */
function rangeOf(bytes: Uint8Array): AddressRange | null {
  if (bytes.length === 4) return V4_BLOCKS.find((block) => holds(block, bytes)) ?? null;
  const found = V6_BLOCKS.find((block) => holds(block, bytes));
  if (found?.rule === 'mapped') return mappedRange(found, bytes.subarray(12));
  if (found) return found;
  if (!holds(GLOBAL_UNICAST, bytes)) return NOT_GLOBAL_UNICAST;
  const isatap = (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return isatap ? ISATAP : null;
}

/** No name of the public web answers with a mapped address, so even a public one inside is refused. */
function mappedRange(outer: AddressRange, inner: Uint8Array): AddressRange {
  const range = rangeOf(inner);
  if (range === null) return { ...outer, rule: 'mapped-public' };
  return { ...outer, rule: `mapped:${range.rule}`, what: `${range.what} in IPv6 clothes` };
}

/** For whom an address is judged: anybody, or a target that the operator named. */
export type Trust = 'public' | 'operator';

/**
 * The verdict on an address. With `trust: 'operator'` (an exact exception, a configured endpoint) loopback, private,
 * carrier and unique-local addresses are allowed too; link-local, metadata and every other special range never are.
 * `openRanges` are the operator's opt-ins for synthesised answers.
 */
export function judgeAddress(ip: string, openRanges: readonly string[], trust: Trust): AddressVerdict {
  const bytes = parseAddress(ip);
  const range = bytes === null ? NOT_AN_ADDRESS : rangeOf(bytes);
  const address = bytes === null ? ip.slice(0, 64) : formatAddress(bytes);
  if (range === null) return { verdict: 'allow', rule: 'public-address', address };
  if (bytes !== null && range.exceptable && trust === 'operator' && !METADATA.has(address)) {
    return { verdict: 'allow', rule: 'operator-exception', address };
  }
  if (bytes !== null && opened(range, bytes, openRanges)) {
    return { verdict: 'allow', rule: 'operator-exception', address };
  }
  const { rule, what, rfc } = range;
  return { verdict: 'refuse', rule, reason: `it is ${what}${rfc && ` (${rfc})`}`, range: range.range, rfc, address };
}

/** A NAT64 address is opened only where the IPv4 address inside is itself public. */
function opened(range: AddressRange, bytes: Uint8Array, openRanges: readonly string[]): boolean {
  if (!openRanges.includes(range.range) || !OPT_IN_RANGES.some((known) => known === range.range)) return false;
  return bytes.length === 4 || rangeOf(bytes.subarray(12)) === null;
}

/**
 * May this address be dialled for a page of the public web? Pure. Anything that is not an address in canonical form
 * (zone ids, short or octal spellings, names) is refused. `policy.allowRanges` opens synthesised ranges.
 */
export function checkAddress(ip: string, policy?: Partial<NetworkPolicy>): AddressVerdict {
  return judgeAddress(String(ip), policy?.allowRanges ?? [], 'public');
}
