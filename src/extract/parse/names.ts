/**
 * Element names as small numbers, with what the HTML standard says of each (13.2.4.2 and 13.2.6.4.7). Names that are not
 * in the table get numbers above `KNOWN` as they are met, so that equal numbers always mean equal names.
 */
const NAMES = (
  'html head body title base basefont bgsound link meta script style noscript template noframes frameset frame ' +
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul ' +
  'h1 h2 h3 h4 h5 h6 pre listing form li dd dt plaintext button a b big code em font i s small strike strong tt u nobr ' +
  'applet marquee object table area br embed img keygen wbr input param source track hr image textarea xmp iframe noembed select optgroup option ' +
  'rb rtc rp rt math svg caption col colgroup tbody td tfoot th thead tr mi mo mn ms mtext annotation-xml foreignobject desc mglyph malignmark span sub sup var ruby'
).split(' ');

/** Numbers below this are in the table; 0 is none. */
export const KNOWN = NAMES.length + 1;

const numbers = new Map(NAMES.map((name, at) => [name, at + 1]));

/** The number of a name of the table. */
export function tag(name: string): number {
  const number = numbers.get(name);
  if (number === undefined) throw new Error(`not in the table of element names: ${name}`);
  return number;
}

export const VOID = 1 << 0;
export const SPECIAL = 1 << 1;
export const FORMATTING = 1 << 2;
/** Bounds "in scope" (13.2.4.2). */
export const SCOPE = 1 << 3;
/** Closed by "generate implied end tags". */
export const IMPLIED = 1 << 4;
/** Closed by "generate all implied end tags thoroughly". */
export const IMPLIED_THOROUGH = 1 << 5;
export const HEADING = 1 << 6;
/** Content is raw text up to its end tag. */
export const RAW = 1 << 7;
/** Content is text with character references up to its end tag. */
export const RCDATA = 1 << 8;
/** Start tag that closes an open p and is inserted plainly. */
export const BLOCK = 1 << 9;
/** table, tbody, tfoot, thead, tr: text and strange elements inside are moved before the table. */
export const FOSTERS = 1 << 10;
/** HTML start tags that end foreign content (13.2.6.5). */
export const BREAKOUT = 1 << 11;
/** Belongs to the head wherever it stands. */
export const METADATA = 1 << 12;
/** End tag is handled as that of a block: closed only where in scope. */
export const BLOCK_END = 1 << 13;

/** The flags of each name of the table. */
export const FLAGS = new Uint16Array(KNOWN);

function flag(bit: number, names: string): void {
  for (const name of names.split(' ')) FLAGS[tag(name)]! |= bit;
}
flag(VOID, 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr');
flag(
  SPECIAL,
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
);
flag(FORMATTING, 'a b big code em font i nobr s small strike strong tt u');
flag(SCOPE, 'applet caption html table td th marquee object select template');
flag(IMPLIED, 'dd dt li optgroup option p rb rp rt rtc');
flag(IMPLIED_THOROUGH, 'caption colgroup dd dt li optgroup option p rb rp rt rtc tbody td tfoot th thead tr');
flag(HEADING, 'h1 h2 h3 h4 h5 h6');
flag(RAW, 'style xmp iframe noembed noframes noscript script');
flag(RCDATA, 'title textarea');
flag(
  BLOCK,
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p search section summary ul',
);
flag(FOSTERS, 'table tbody tfoot thead tr');
flag(
  BREAKOUT,
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre s small span strong strike sub sup table tt u ul var ruby',
);
flag(METADATA, 'base basefont bgsound link meta noframes script style template title');
flag(
  BLOCK_END,
  'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing main menu nav ol pre search section summary ul',
);

/** Hash of a name in lower case, as the tokenizer computes it on the way. FNV-1a over UTF-16 units. */
export const HASH_START = 0x811c9dc5 | 0;
export const HASH_STEP = 0x01000193;

const SLOTS = 1024;
const slots = new Uint16Array(SLOTS);
for (const [name, number] of numbers) {
  let hash = HASH_START;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), HASH_STEP);
  let slot = hash & (SLOTS - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
  slots[slot] = number;
}

/** The table's own string for each number, so that no string is made for a name that is known. */
export const NAME_OF: readonly string[] = ['', ...NAMES];

/**
 * The number of the name that stands at `start`..`end` of the source in any case, or 0. Compared character for
 * character: a hash that an author chose must not turn a strange name into `script`.
 */
export function lookUp(source: string, start: number, end: number, hash: number): number {
  for (let slot = hash & (SLOTS - 1); slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    const name = NAME_OF[slots[slot]!]!;
    if (name.length !== end - start) continue;
    let at = 0;
    while (at < name.length) {
      const code = source.charCodeAt(start + at);
      if ((code >= 65 && code <= 90 ? code | 32 : code) !== name.charCodeAt(at)) break;
      at++;
    }
    if (at === name.length) return slots[slot]!;
  }
  return 0;
}

/** Numbers for one document: the table's, and new ones for names that are not in it. */
export class TagNumbers {
  readonly #strange = new Map<string, number>();

  of(name: string): number {
    let number = numbers.get(name) ?? this.#strange.get(name);
    if (number === undefined) {
      number = KNOWN + this.#strange.size;
      this.#strange.set(name, number);
    }
    return number;
  }
}
