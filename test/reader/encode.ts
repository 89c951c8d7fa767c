import { decodeAs } from '../../src/extract/charset/labels.js';

/** Node has no encoders for legacy encodings: these tables are made by decoding every one- and two-byte sequence. */
const tables = new Map<string, Map<string, Uint8Array>>();

function tableOf(encoding: string): Map<string, Uint8Array> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, Uint8Array>();
  const learn = (...bytes: number[]): void => {
    const text = decodeAs(Uint8Array.from(bytes), encoding);
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, Uint8Array.from(bytes));
  };
  for (let byte = 0; byte < 256; byte++) learn(byte);
  if (/^(?:shift_jis|euc-jp|gb18030|gbk|big5|euc-kr)$/.test(encoding)) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail);
  }
  tables.set(encoding, table);
  return table;
}

/** Text in a legacy encoding, or null where that encoding lacks one of its characters. */
export function encode(text: string, encoding: string): Uint8Array | null {
  const table = tableOf(encoding);
  const out: number[] = [];
  for (const char of text) {
    const bytes = table.get(char);
    if (bytes === undefined) return null;
    out.push(...bytes);
  }
  return Uint8Array.from(out);
}
