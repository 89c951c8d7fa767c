/**
 * IP addresses as bytes. Every later judgement is made on these, never on text: guards that matched text fell to
 * `::ffff:7f00:1`, to `0:0:0:0:0:ffff:7f00:1` and to `127.1` (CVE-2023-42282, CVE-2025-8267, CVE-2026-26324).
 */

const DOT = 0x2e;
const COLON = 0x3a;
const ZERO = 0x30;

/**
 * Writes the four bytes of a dotted quad that fills `text` from `start` on. Only the canonical spelling: no leading
 * zeros (octal to some), no short forms.
 */
function readQuad(text: string, start: number, bytes: Uint8Array, at: number): boolean {
  let part = 0;
  let value = -1;
  for (let i = start; i <= text.length; i += 1) {
    const code = i === text.length ? DOT : text.charCodeAt(i);
    if (code === DOT) {
      if (value < 0 || part === 4) return false;
      bytes[at + part] = value;
      part += 1;
      value = -1;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || value === 0) return false;
      value = value < 0 ? digit : value * 10 + digit;
      if (value > 255) return false;
    }
  }
  return part === 4;
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= 0x39) return code - ZERO;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** RFC 4291, 2.2: groups, one `::`, and a dotted quad in place of the last two groups. */
function readGroups(text: string, bytes: Uint8Array): boolean {
  let filled = 0;
  let gap = -1;
  let i = 0;
  if (text.startsWith('::')) {
    gap = 0;
    i = 2;
  }
  while (i < text.length) {
    const start = i;
    let value = 0;
    while (i < text.length && i - start < 5) {
      const digit = hexDigit(text.charCodeAt(i));
      if (digit < 0) break;
      value = value * 16 + digit;
      i += 1;
    }
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (filled > 12 || !readQuad(text, start, bytes, filled)) return false;
      filled += 4;
      break;
    }
    if (i === start || i - start > 4 || filled > 14) return false;
    bytes[filled] = value >> 8;
    bytes[filled + 1] = value & 0xff;
    filled += 2;
    if (i === text.length) break;
    if (code !== COLON) return false;
    i += 1;
    if (text.charCodeAt(i) === COLON) {
      if (gap >= 0) return false;
      gap = filled;
      i += 1;
    } else if (i === text.length) return false;
  }
  if (gap < 0) return filled === 16;
  if (filled > 14) return false;
  bytes.copyWithin(16 - (filled - gap), gap, filled);
  bytes.fill(0, gap, 16 - (filled - gap));
  return true;
}

/**
 * Four or sixteen bytes of an IP address, or null for anything else. A zone id (`fe80::1%eth0`) is not part of an
 * address: what carries one is null and so refused.
 */
export function parseAddress(text: string): Uint8Array | null {
  if (text.length > 45) return null;
  const bytes = new Uint8Array(text.includes(':') ? 16 : 4);
  const read = bytes.length === 16 ? readGroups(text, bytes) : readQuad(text, 0, bytes, 0);
  return read ? bytes : null;
}

/** The one canonical spelling: dotted quad, or RFC 5952. */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return `${bytes[0]}.${bytes[1]}.${bytes[2]}.${bytes[3]}`;
  let bestStart = -1;
  let bestLength = 1;
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && bytes[2 * end] === 0 && bytes[2 * end + 1] === 0) end += 1;
    if (end - start > bestLength) [bestStart, bestLength] = [start, end - start];
    if (end > start) start = end;
  }
  let text = '';
  for (let group = 0; group < 8; group += 1) {
    if (group === bestStart) {
      text += '::';
      group += bestLength - 1;
    } else {
      const joined = text === '' || text.endsWith(':') ? text : `${text}:`;
      text = joined + ((bytes[2 * group]! << 8) | bytes[2 * group + 1]!).toString(16);
    }
  }
  return text;
}

/** Whether two spellings are the same address. An IPv4-mapped peer of a dual-stack socket equals its IPv4 form. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [parseAddress(a), parseAddress(b)];
  return left !== null && right !== null && Buffer.compare(unmapped(left), unmapped(right)) === 0;
}

function unmapped(bytes: Uint8Array): Uint8Array {
  const mapped = bytes.length === 16 && bytes.subarray(0, 10).every((b) => b === 0) && bytes[10] === 255;
  return mapped && bytes[11] === 255 ? bytes.subarray(12) : bytes;
}
