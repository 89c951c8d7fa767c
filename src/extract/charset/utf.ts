/** Structure of the Unicode encodings, seen in bytes alone. */

export interface Utf8Facts {
  valid: boolean;
  ascii: boolean;
  /** Sequences of two bytes or more. Counted only where all is valid. */
  sequences: number;
}

/** Whether bytes are UTF-8. A sequence cut at the very end (a capped body) does not make them invalid. */
export function isUtf8(bytes: Uint8Array): Utf8Facts {
  let sequences = 0;
  const length = bytes.length;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte < 0x80) continue;
    const size =
      byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
    if (size === 0) return { valid: false, ascii: false, sequences };
    for (let k = 1; k < size; k++) {
      if (i + k >= length) return { valid: sequences > 0, ascii: false, sequences };
      const next = bytes[i + k]!;
      if ((next & 0xc0) !== 0x80 || (k === 1 && !secondFits(byte, next)))
        return { valid: false, ascii: false, sequences };
    }
    sequences++;
    i += size - 1;
  }
  return { valid: true, ascii: sequences === 0, sequences };
}

/** Overlong forms, surrogates and values above U+10FFFF show in the second byte (RFC 3629, section 4). */
function secondFits(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second < 0xa0;
  if (first === 0xf0) return second >= 0x90;
  if (first === 0xf4) return second < 0x90;
  return true;
}

/** UTF-16 without a BOM: text in it has NUL bytes in every second place, and nowhere else. */
export function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length & ~1, 1024);
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++;
    if (bytes[i + 1] === 0) odd++;
  }
  const pairs = length / 2;
  if (odd > pairs * 0.6 && even <= pairs * 0.02) return 'utf-16le';
  if (even > pairs * 0.6 && odd <= pairs * 0.02) return 'utf-16be';
  return null;
}
