import { decodeAs } from './labels.js';
import { SCRIPTS, scoreText } from './scripts.js';

/** Bytes beyond ASCII that are enough to tell by. */
const SAMPLE_BYTES = 24 * 1024;

/** Below this mean score per character no candidate explains the bytes: they are left to windows-1252. */
const CONVINCING = 0.55;

/**
 * The legacy encoding that explains bytes best, by decoding them in each and asking how much the result looks like
 * text of that encoding's script; null where none convinces. Bytes that are all ASCII but switch with escapes are
 * ISO-2022-JP.
 */
export function guess(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes);
  if (sample.length === 0) return isIso2022Jp(bytes) ? 'iso-2022-jp' : null;
  let best: string | null = null;
  let bestScore = CONVINCING;
  for (const { encoding, script, handicap } of SCRIPTS) {
    const score = scoreText(decodeAs(sample, encoding), script) - (handicap ?? 0);
    if (score > bestScore) {
      best = encoding;
      bestScore = score;
    }
  }
  return best;
}

function isIso2022Jp(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1 << 20)).toString('latin1');
  return /\x1b\$[@B]/.test(text) && /\x1b\([BJ]/.test(text);
}

/** The lines that hold bytes beyond ASCII, whole, so that no multi-byte character is cut. Markup is mostly left out. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES) * 2 + 2);
  let length = 0;
  let high = 0;
  let done = 0;
  for (let i = 0; i < bytes.length && high < SAMPLE_BYTES; i++) {
    if (bytes[i]! < 0x80) continue;
    // Back to where the run of text begins, and on to where it ends: between tags.
    let start = i;
    while (start > done && i - start < 32 && bytes[start - 1] !== 0x3e && bytes[start - 1] !== 0x0a) start--;
    let end = i;
    while (end < bytes.length && bytes[end] !== 0x3c && bytes[end] !== 0x0a && length + end - start < out.length - 1) {
      if (bytes[end]! >= 0x80) high++;
      end++;
    }
    const room = out.length - length - 1;
    out.set(bytes.subarray(start, Math.min(end, start + room)), length);
    length += Math.min(end - start, room);
    if (room <= end - start) break;
    out[length++] = 0x0a;
    done = end;
    i = end;
  }
  return out.subarray(0, length);
}
