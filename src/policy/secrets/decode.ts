import type { SecretFinding } from '../contract.js';

export interface Decoded {
  text: string;
  how: Exclude<SecretFinding['decoded'], 'none'>;
  /** Where the encoded form stands in the text it was read from. */
  start: number;
  end: number;
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const HEX = /(?:0x)?(?:[0-9a-fA-F]{2}){8,}|(?:[0-9a-fA-F]{2}[ :.,-]){7,}[0-9a-fA-F]{2}/g;
// Percent escapes, and the escapes of program text and markup.
const ESCAPES =
  /(?:%[0-9a-fA-F]{2})+|(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2})+|(?:&#(?:\d{1,4}|x[0-9a-fA-F]{1,3});)+/g;

/** What the encoded parts of a text say: escapes in the whole text, base64 and hex run by run. */
export function* decodings(text: string): Generator<Decoded> {
  if (/%[0-9a-fA-F]{2}|\\[xu]|&#/.test(text)) {
    const unescaped = text.replace(ESCAPES, undoEscapes);
    if (unescaped !== text) yield { text: unescaped, how: 'percent', start: 0, end: text.length };
  }
  for (const match of text.matchAll(BASE64)) {
    const readable = readableText(Buffer.from(match[0], 'base64'));
    if (readable !== null)
      yield { text: readable, how: 'base64', start: match.index, end: match.index + match[0].length };
  }
  for (const match of text.matchAll(HEX)) {
    const readable = readableText(Buffer.from(match[0].replace(/^0x|[^0-9a-fA-F]/g, ''), 'hex'));
    if (readable !== null) yield { text: readable, how: 'hex', start: match.index, end: match.index + match[0].length };
  }
}

function undoEscapes(run: string): string {
  if (run.startsWith('&')) {
    return run.replace(/&#(x?)([0-9a-fA-F]+);/gi, (_, hex: string, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, hex === '' ? 10 : 16)),
    );
  }
  return Buffer.from(run.replace(/\\u00|\\x|%/g, ''), 'hex').toString('utf8');
}

/** The bytes as text where nearly all of them are printable ASCII; random bytes are not. */
function readableText(bytes: Buffer): string | null {
  let printable = 0;
  for (const byte of bytes) if ((byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d)) printable++;
  return bytes.length >= 8 && printable >= bytes.length * 0.9 ? bytes.toString('latin1') : null;
}
