/**
 * IP addresses as bytes. Every later judgement is made on these, never on text: guards that matched text fell to
 * `::ffff:7f00:1`, to `0:0:0:0:0:ffff:7f00:1` and to `127.1` (CVE-2023-42282, CVE-2025-8267, CVE-2026-26324).
 */

/** Four bytes of a dotted quad in its one canonical spelling (no leading zeros, no short forms), or null. */
function parseV4(text: string): number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const bytes: number[] = [];
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part)) return null;
    const value = Number(part);
    if (value > 255) return null;
    bytes.push(value);
  }
  return bytes;
}

/** Sixteen-bit groups of one side of `::`, the last of which may be a dotted quad (RFC 4291, 2.2), or null. */
function parseGroups(text: string, quadAllowed: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (quadAllowed && index === parts.length - 1 && part.includes('.')) {
      const quad = parseV4(part);
      if (quad === null) return null;
      groups.push((quad[0]! << 8) | quad[1]!, (quad[2]! << 8) | quad[3]!);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return null;
    }
  }
  return groups;
}

function parseV6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const compressed = halves.length === 2;
  const left = parseGroups(halves[0]!, !compressed);
  const right = compressed ? parseGroups(halves[1]!, true) : [];
  if (left === null || right === null) return null;
  const missing = 8 - left.length - right.length;
  if (compressed ? missing < 1 : missing !== 0) return null;
  const groups = [...left, ...new Array<number>(missing).fill(0), ...right];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

/**
 * Four or sixteen bytes of an IP address, or null for anything else. A zone id (`fe80::1%eth0`) is not part of an
 * address: what carries one is null and so refused.
 */
export function parseAddress(text: string): Uint8Array | null {
  if (text.length > 45) return null;
  const bytes = text.includes(':') ? parseV6(text) : parseV4(text);
  return bytes === null ? null : Uint8Array.from(bytes);
}

/** The one canonical spelling: dotted quad, or RFC 5952. */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, i) => (bytes[2 * i]! << 8) | bytes[2 * i + 1]!);
  let bestStart = -1;
  let bestLength = 1;
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length += 1;
    if (length > bestLength) [bestStart, bestLength] = [start, length];
  }
  const hex = groups.map((group) => group.toString(16));
  if (bestStart < 0) return hex.join(':');
  return `${hex.slice(0, bestStart).join(':')}::${hex.slice(bestStart + bestLength).join(':')}`;
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
