export type RemovedKind =
  | 'control characters'
  | 'terminal sequences'
  | 'bidirectional controls'
  | 'invisible characters'
  | 'Unicode tag characters'
  | 'variation selectors'
  | 'private-use characters'
  | 'stacked marks'
  | 'blank glyphs'
  | 'lone surrogates';

/**
 * Characters that draw nothing, steer a terminal or mean nothing outside one font: Unicode's
 * Default_Ignorable_Code_Point (UAX 44), Noncharacter_Code_Point, private use (Co), interlinear annotation, and the
 * C0 and C1 controls except white space. A test holds the rows against the properties.
 */
const ROWS: readonly (readonly [number, number, RemovedKind])[] = [
  [0x00, 0x08, 'control characters'],
  [0x0e, 0x1f, 'control characters'],
  [0x7f, 0x84, 'control characters'],
  [0x86, 0x9f, 'control characters'],
  [0xad, 0xad, 'invisible characters'],
  [0x34f, 0x34f, 'invisible characters'],
  [0x61c, 0x61c, 'bidirectional controls'],
  [0x115f, 0x1160, 'invisible characters'],
  [0x17b4, 0x17b5, 'invisible characters'],
  [0x180b, 0x180f, 'invisible characters'],
  [0x200b, 0x200d, 'invisible characters'],
  [0x200e, 0x200f, 'bidirectional controls'],
  [0x202a, 0x202e, 'bidirectional controls'],
  [0x2060, 0x2065, 'invisible characters'],
  [0x2066, 0x2069, 'bidirectional controls'],
  [0x206a, 0x206f, 'invisible characters'],
  [0x3164, 0x3164, 'invisible characters'],
  [0xe000, 0xf8ff, 'private-use characters'],
  [0xfdd0, 0xfdef, 'invisible characters'],
  [0xfe00, 0xfe0f, 'variation selectors'],
  [0xfeff, 0xfeff, 'invisible characters'],
  [0xffa0, 0xffa0, 'invisible characters'],
  [0xfff0, 0xfffb, 'invisible characters'],
  [0xfffe, 0xffff, 'invisible characters'],
  [0x1bca0, 0x1bca3, 'invisible characters'],
  [0x1d173, 0x1d17a, 'invisible characters'],
  [0xe0000, 0xe007f, 'Unicode tag characters'],
  [0xe0080, 0xe00ff, 'invisible characters'],
  [0xe0100, 0xe01ef, 'variation selectors'],
  [0xe01f0, 0xe0fff, 'invisible characters'],
  [0xf0000, 0xffffd, 'private-use characters'],
  [0x100000, 0x10fffd, 'private-use characters'],
];

const KINDS: readonly RemovedKind[] = [...new Set(ROWS.map((row) => row[2]))];
const BASIC = new Uint8Array(0x10000);
for (const [from, to, kind] of ROWS) if (to <= 0xffff) BASIC.fill(KINDS.indexOf(kind) + 1, from, to + 1);
const ASTRAL = ROWS.filter((row) => row[0] > 0xffff);

/** What kind of hidden character this code point is, or null where it is an ordinary one. */
export function kindOfHidden(code: number): RemovedKind | null {
  if (code <= 0xffff) return KINDS[(BASIC[code] as number) - 1] ?? null;
  if ((code & 0xfffe) === 0xfffe) return 'invisible characters';
  if (code < 0x1bca0) return null;
  return ASTRAL.find((row) => code >= row[0] && code <= row[1])?.[2] ?? null;
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
const basicRanges = ROWS.filter((row) => row[1] <= 0xffff).map((row) => `${unit(row[0])}-${unit(row[1])}`);

/**
 * Matches one code unit that may begin something to look at, for a quick scan: what is hidden, odd white space, the
 * braille blank, and halves of pairs.
 */
export const SUSPECT = new RegExp(`[${basicRanges.join('')}\\x0b-\\x0d\\x85\\u2028\\u2029\\u2800\\ud800-\\udfff]`);

/**
 * ECMA-48 at `lastIndex`: CSI, the string sequences (OSC, DCS, SOS, PM, APC) and two-byte escapes, in 7-bit and 8-bit
 * form. A string that never ends loses only its introducer: otherwise one stray byte would swallow the page.
 */
export const ANSI =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x1b\x90\x98\x9c-\x9f\n]*(?:\x07|\x1b\\|\x9c))?|\x1b[ -/]*[0-~]/y;
