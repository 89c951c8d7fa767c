/**
 * WHATWG encoding labels. Node's TextDecoder knows the labels; what it decodes wrongly or not at all is mended here.
 * Source of the tables: the WHATWG Encoding Standard's index files.
 */

/** windows-1252 at 0x80 to 0x9F: Node 20 decodes these bytes as C1 controls. Five of them are controls indeed. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** iso-8859-16 at 0xA0 to 0xFF, which Node does not support. */
const ISO_8859_16 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

const ISO_8859_16_LABELS = new Set(['iso-8859-16']);

/**
 * The encoding a label names, lower case, or null where no encoding has that label. Labels that the standard maps to
 * `replacement` (they hid markup from filters) are unknown here: the bytes are then judged by themselves.
 */
export function encodingOf(label: string): string | null {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (name === '') return null;
  if (ISO_8859_16_LABELS.has(name)) return name;
  if (name === 'x-user-defined') return name;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** Decodes `bytes` without a BOM; what is not valid becomes U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  switch (encoding) {
    case 'windows-1252':
      return decodeTable(bytes, 0x80, WINDOWS_1252);
    case 'iso-8859-16':
      return decodeTable(bytes, 0xa0, ISO_8859_16);
    case 'x-user-defined':
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (char) => String.fromCharCode(0xf700 + char.charCodeAt(0)));
    default:
      return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  }
}

/** Latin-1 with the characters of `table` from `first` on. */
function decodeTable(bytes: Uint8Array, first: number, table: string): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const range = first === 0x80 ? /[\x80-\x9f]/g : /[\xa0-\xff]/g;
  return latin1.replace(range, (char) => table[char.charCodeAt(0) - first]!);
}
