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

/** What the encoded parts of a text say: percent-encoding as a whole, base64 and hex run by run. */
export function* decodings(text: string): Generator<Decoded> {
  if (/%[0-9a-fA-F]{2}/.test(text)) {
    yield { text: percentDecoded(text), how: 'percent', start: 0, end: text.length };
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

/** As browsers and servers read it: `+` stays, broken escapes stay. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => Buffer.from(run.replace(/%/g, ''), 'hex').toString('utf8'));
}

/** The bytes as text where nearly all of them are printable ASCII; random bytes are not. */
function readableText(bytes: Buffer): string | null {
  let printable = 0;
  for (const byte of bytes)
    if ((byte >= 0x20 && byte <= 0x7e) || byte === 0x0a || byte === 0x0d || byte === 0x09) printable++;
  return bytes.length >= 8 && printable >= bytes.length * 0.9 ? bytes.toString('latin1') : null;
}
