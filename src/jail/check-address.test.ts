import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../test/shared.js';
import { formatAddress, parseAddress, sameAddress } from './address-bytes.js';
import { V4_RANGES, V6_RANGES } from './address-ranges.js';
import { checkAddress, judgeAddress } from './check-address.js';

/** First and last address of a CIDR, and the neighbours on both sides. */
function edges(range: string): { inside: string[]; outside: string[] } {
  const [base, bits] = range.split('/') as [string, string];
  const bytes = parseAddress(base)!;
  const width = BigInt(bytes.length * 8);
  const first = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const last = first | ((1n << (width - BigInt(bits))) - 1n);
  const show = (value: bigint): string =>
    formatAddress(Buffer.from(value.toString(16).padStart(bytes.length * 2, '0'), 'hex'));
  const outside = [first - 1n, last + 1n].filter((value) => value >= 0n && value < 1n << width);
  return { inside: [show(first), show(last)], outside: outside.map(show) };
}

describe('every range of the table', () => {
  test.each([...V4_RANGES, ...V6_RANGES].map((row) => [row.range, row] as const))(
    '%s is refused at both ends',
    (_r, row) => {
      for (const address of edges(row.range).inside) {
        const verdict = checkAddress(address);
        expect(verdict.verdict, address).toBe('refuse');
      }
      expect(row.rfc).not.toBe('');
    },
  );

  test.each(
    V4_RANGES.flatMap((row) => edges(row.range).outside)
      .filter((address) => ![...V4_RANGES].some((row) => edgesHold(row.range, address)))
      .map((address) => [address]),
  )('%s, a neighbour of a range, is public', (address) => {
    expect(checkAddress(address)).toEqual({ verdict: 'allow', rule: 'public-address', address });
  });

  test.each([
    '2001:200::',
    '2001:db7:ffff:ffff::1',
    '2001:db9::1',
    '2003::',
    '2620:4f:7fff::1',
    '2620:4f:8001::1',
    '3ffd::1',
    '3fff:1000::1',
    '2606:4700::1',
  ])('%s, a neighbour in global unicast space, is public', (address) => {
    expect(checkAddress(address).verdict).toBe('allow');
  });
});

function edgesHold(range: string, address: string): boolean {
  const [base, bits] = range.split('/') as [string, string];
  const toNumber = (text: string): bigint => BigInt(`0x${Buffer.from(parseAddress(text)!).toString('hex')}`);
  const shift = BigInt(32 - Number(bits));
  return toNumber(base) >> shift === toNumber(address) >> shift;
}

const path = sharedPath('cases', 'ranges.json');
interface RangeCase {
  range: string;
  probes: { addr: string }[];
}
const ranges: RangeCase[] = path ? JSON.parse(readFileSync(path, 'utf8')).ranges : [];

test.skipIf(!path).each(ranges.flatMap((r) => r.probes.map((probe) => [probe.addr, r.range] as const)))(
  '%s of %s is refused (absent: ../shared/cases/ranges.json)',
  (address) => {
    expect(checkAddress(address).verdict).toBe('refuse');
  },
);

test.each([
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  '1.2.3.-4',
  'fe80::1%eth0',
  '::1%0',
  ':::1',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '::12345',
  '[::1]',
  '::ffff:1.2.3',
  '::1.2.3.4.5',
  '1.2.3.4:80',
  ' 8.8.8.8',
  '8.8.8.8\n',
  '٨.8.8.8',
])('%j is no address in a form that can be judged', (text) => {
  expect(parseAddress(text)).toBeNull();
  expect(checkAddress(text)).toMatchObject({ verdict: 'refuse', rule: 'not-an-address' });
});

test.each([
  ['::', '::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['::ffff:1.2.3.4', '::ffff:102:304'],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4:5:6:102:304'],
  ['fe80::', 'fe80::'],
  ['8.8.8.8', '8.8.8.8'],
])('%s is written %s', (text, canonical) => {
  expect(formatAddress(parseAddress(text)!)).toBe(canonical);
});

test('an address equals itself in any spelling, and a mapped peer equals its IPv4 form', () => {
  expect(sameAddress('::ffff:8.8.8.8', '8.8.8.8')).toBe(true);
  expect(sameAddress('2001:4860::8888', '2001:4860:0:0:0:0:0:8888')).toBe(true);
  expect(sameAddress('::8.8.8.8', '8.8.8.8')).toBe(false);
  expect(sameAddress('', '')).toBe(false);
});

test('an opt-in opens its own range and nothing beside it', () => {
  const open = (ip: string, ...allowRanges: string[]) => checkAddress(ip, { allowRanges }).verdict;
  expect(open('198.18.0.1', '198.18.0.0/15')).toBe('allow');
  expect(open('198.18.0.1', '64:ff9b::/96')).toBe('refuse');
  expect(open('10.0.0.1', '198.18.0.0/15')).toBe('refuse');
  expect(open('10.0.0.1', '10.0.0.0/8')).toBe('refuse');
  expect(open('64:ff9b::808:808', '64:ff9b::/96')).toBe('allow');
  expect(open('64:ff9b::7f00:1', '64:ff9b::/96')).toBe('refuse');
  expect(open('64:ff9b:1::808:808', '64:ff9b::/96')).toBe('refuse');
});

test.each([
  ['127.0.0.1', 'allow'],
  ['10.0.0.1', 'allow'],
  ['100.64.0.1', 'allow'],
  ['fd00::1', 'allow'],
  ['::1', 'allow'],
  ['169.254.169.254', 'refuse'],
  ['fe80::1', 'refuse'],
  ['100.100.100.200', 'refuse'],
  ['fd00:ec2::254', 'refuse'],
  ['168.63.129.16', 'refuse'],
  ['::ffff:127.0.0.1', 'refuse'],
  ['0.0.0.0', 'refuse'],
  ['224.0.0.1', 'refuse'],
])('the operator’s own trust on %s: %s', (ip, verdict) => {
  expect(judgeAddress(ip, [], 'operator').verdict).toBe(verdict);
});
