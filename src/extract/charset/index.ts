import type { CharsetSource } from '../../core/index.js';
import { guess } from './guess.js';
import { decodeAs } from './labels.js';
import { headerCharset, metaCharset, xmlCharset } from './prescan.js';
import { isUtf8, looksLikeUtf16 } from './utf.js';

export interface DecodeOptions {
  /** The Content-Type header as it came. */
  contentType?: string | undefined;
  /** What the bytes are, to know where a declaration may stand. Default `html`. */
  kind?: 'html' | 'xml' | 'other' | undefined;
}

export interface Decoded {
  text: string;
  /** WHATWG name of the encoding that was used, lower case. */
  charset: string;
  charsetSource: CharsetSource;
  notes: string[];
}

/** Bytes in which the standard looks for a `meta` declaration; it is honoured later too where nothing else is known. */
const PRESCAN_BYTES = 1024;
const LATE_PRESCAN_BYTES = 256 * 1024;

/**
 * Bytes as text: BOM > header > meta > XML declaration > guess > windows-1252 (UTF-8 for what is not HTML). A
 * declaration that does not fit the bytes is corrected, and said. Never throws.
 */
export function decode(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  const bom = bomOf(bytes);
  if (bom !== null) return done(decodeAs(bytes.subarray(bom.length), bom.encoding), bom.encoding, 'bom');
  const declared = declaration(bytes, options);
  if (declared !== null) return check(bytes, declared.encoding, declared.source);
  const utf16 = looksLikeUtf16(bytes);
  if (utf16 !== null) return done(decodeAs(bytes, utf16), utf16, 'guess');
  const utf8 = isUtf8(bytes);
  if (utf8.ascii && !bytes.includes(0x1b)) {
    const fallback = (options.kind ?? 'html') === 'html' ? 'windows-1252' : 'utf-8';
    return done(decodeAs(bytes, 'utf-8'), fallback, 'default');
  }
  if (utf8.valid && !utf8.ascii) return done(decodeAs(bytes, 'utf-8'), 'utf-8', 'guess');
  return guessed(bytes, utf8.ascii);
}

function guessed(bytes: Uint8Array, ascii: boolean): Decoded {
  const encoding = guess(bytes);
  if (encoding !== null) return done(decodeAs(bytes, encoding), encoding, 'guess');
  const fallback = ascii ? 'utf-8' : 'windows-1252';
  return done(decodeAs(bytes, fallback), 'windows-1252', 'default');
}

function done(text: string, charset: string, charsetSource: CharsetSource, notes: string[] = []): Decoded {
  return { text, charset, charsetSource, notes };
}

function bomOf(bytes: Uint8Array): { encoding: string; length: number } | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  return null;
}

function declaration(bytes: Uint8Array, options: DecodeOptions): { encoding: string; source: CharsetSource } | null {
  const header = headerCharset(options.contentType);
  if (header !== null) return { encoding: header, source: 'header' };
  const kind = options.kind ?? 'html';
  if (kind === 'other') return null;
  const head = latin1(bytes, PRESCAN_BYTES);
  if (kind === 'html') {
    const meta = metaCharset(head);
    if (meta !== null) return { encoding: meta, source: 'meta' };
  }
  const xml = xmlCharset(head);
  if (xml !== null) return { encoding: xml, source: 'xml' };
  if (kind === 'html' && bytes.length > PRESCAN_BYTES && looksLikeUtf16(bytes) === null) {
    const late = metaCharset(latin1(bytes, LATE_PRESCAN_BYTES));
    if (late !== null) return { encoding: late, source: 'meta' };
  }
  return null;
}

function latin1(bytes: Uint8Array, length: number): string {
  const part = bytes.subarray(0, length);
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
}

/** Multi-byte sequences that make it certain that text declared otherwise is UTF-8: chance gives one or two. */
const CERTAIN_SEQUENCES = 8;

/** Decodes as declared, unless the bytes say plainly that the declaration is wrong. */
function check(bytes: Uint8Array, encoding: string, source: CharsetSource): Decoded {
  const text = decodeAs(bytes, encoding);
  if (encoding !== 'utf-8') {
    const utf8 = isUtf8(bytes);
    const broken = text.includes('\ufffd');
    if (utf8.valid && !utf8.ascii && (broken || utf8.sequences >= CERTAIN_SEQUENCES)) {
      return corrected(decodeAs(bytes, 'utf-8'), 'utf-8', encoding, source);
    }
    if (!broken) return done(text, encoding, source);
  } else if (!text.includes('\ufffd')) return done(text, encoding, source);
  const bad = replacements(text);
  // A few broken characters in sound text (a cut end, one bad byte) do not make the declaration wrong.
  const sound = countNonAscii(text) - bad;
  if (bad <= 1 || bad * 10 < sound) return done(text, encoding, source);
  const better = looksLikeUtf16(bytes) ?? guess(bytes) ?? 'windows-1252';
  const other = better === encoding ? text : decodeAs(bytes, better);
  if (replacements(other) >= bad) return done(text, encoding, source);
  return corrected(other, better, encoding, source);
}

function corrected(text: string, used: string, declared: string, source: CharsetSource): Decoded {
  const where =
    source === 'header' ? 'the Content-Type header' : source === 'xml' ? 'the XML declaration' : 'a meta element';
  return done(text, used, 'guess', [`charset corrected: ${where} says ${declared}, the bytes are ${used}`]);
}

function replacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count++;
  return count;
}

function countNonAscii(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) count++;
  return count;
}
