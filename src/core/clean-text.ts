/**
 * Takes out of a stranger's text what a person would not see and what a terminal would obey, and leaves what languages
 * and emoji need. Linear in the length of the text; idempotent.
 */
export interface CleanOptions {
  /** Keep line breaks (as `\n`) and tabs; otherwise each becomes a space. */
  keepNewlines: boolean;
  /** Inside a code block: stacked marks, blank glyphs and private-use characters stay as they are. Default false. */
  inCode?: boolean;
}

/** What was removed, for a note; characters, except terminal sequences, which are counted whole. */
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

export type Removed = Partial<Record<RemovedKind, number>>;

/** The text without what a person would not see. */
export function cleanText(text: string, options: CleanOptions): string {
  return cleanTextCounted(text, options).text;
}

/** As `cleanText`, with what was removed. */
export function cleanTextCounted(text: string, options: CleanOptions): { text: string; removed: Removed } {
  const removed: Removed = {};
  if (!SUSPECT.test(text)) {
    return { text: options.keepNewlines ? text : text.replace(/[\t\n]/g, ' '), removed };
  }
  const inCode = options.inCode === true;
  let out = removeRuns(text, removed, options.keepNewlines, inCode);
  if (!inCode) out = limitStackedMarks(out, removed);
  if (!options.keepNewlines) out = out.replace(/[\t\n]/g, ' ');
  return { text: out, removed };
}

/**
 * One line for a title, a header value, a file name or an error text: cleaned, white space collapsed, cut to
 * `maxChars` UTF-16 units with an ellipsis, never through a character.
 */
export function cleanLine(text: string, maxChars: number): string {
  return cleanLineCounted(text, maxChars).text;
}

/** As `cleanLine`, with what was removed. */
export function cleanLineCounted(text: string, maxChars: number): { text: string; removed: Removed } {
  // Cleaning a megabyte to show eighty characters would be work for nothing; what is removed rarely exceeds what stays.
  const head = text.length > 16 * maxChars + 4_096 ? text.slice(0, 16 * maxChars + 4_096) : text;
  const { text: clean, removed } = cleanTextCounted(head, { keepNewlines: false });
  const line = clean.replace(/\s+/gu, ' ').trim();
  if (line.length <= maxChars) return { text: line, removed };
  return {
    text: `${line
      .slice(0, Math.max(0, maxChars - 1))
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd()}…`,
    removed,
  };
}

/** Counts of several pieces as one. */
export function addRemoved(into: Removed, more: Removed): void {
  for (const [kind, count] of Object.entries(more) as [RemovedKind, number][]) into[kind] = (into[kind] ?? 0) + count;
}

/** The counts as sentences for `notes`: `removed 15 Unicode tag characters`. */
export function removedNotes(removed: Removed): string[] {
  return (Object.entries(removed) as [RemovedKind, number][]).map(([kind, count]) => `removed ${count} ${kind}`);
}

// Code units that may start something to look at. A text without any of them, the common case, is returned as it is.
const SUSPECT =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2028-\u202e\u2060-\u206f\u20d0-\u20ff\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe2f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]/;

// ECMA-48: CSI, the string sequences (OSC, DCS, SOS, PM, APC) and two-byte escapes, in 7-bit and 8-bit form. A string
// that never ends loses only its introducer: otherwise one stray byte would swallow the page.
const ANSI = String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])(?:[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c))?|\x1b[ -/]*[0-~]`;
// Removed wherever it stands; DI is Unicode's Default_Ignorable_Code_Point (UAX 44): everything that draws nothing.
const HIDDEN = String.raw`[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u2028\u2029\ufff9-\ufffb\p{DI}\p{NChar}\p{Co}]`;
const ONE = new RegExp(`${ANSI}|${HIDDEN}`, 'gu');
// A run is decided as a whole between the two visible characters around it, which makes cleaning idempotent.
const RUN = new RegExp(
  String.raw`\r\n?|[\x0b\x0c\x85\u2028\u2029]|\p{Surrogate}|\u2800+|(?:(?![\u2028\u2029])(?:${ANSI}|${HIDDEN}))+`,
  'gu',
);

function removeRuns(text: string, removed: Removed, keepNewlines: boolean, inCode: boolean): string {
  const pieces: string[] = [];
  let last = 0;
  for (const match of text.matchAll(RUN)) {
    const run = match[0];
    const start = match.index;
    const end = start + run.length;
    let put: string;
    const first = run.charCodeAt(0);
    if (first === 0x0d) put = '\n';
    else if (first === 0x2028 || first === 0x2029 || first === 0x85 || first === 0x0b || first === 0x0c) {
      put = keepNewlines ? '\n' : ' ';
    } else if (first === 0x2800) put = inCode ? run : blankGlyphs(run, text, start, end, removed);
    else if (first >= 0xd800 && first <= 0xdfff && run.length === 1) {
      put = '\ufffd';
      add(removed, 'lone surrogates', 1);
    } else put = keptOf(run, before(text, start, pieces, last), after(text, end), removed, inCode);
    pieces.push(text.slice(last, start), put);
    last = end;
  }
  pieces.push(text.slice(last));
  return pieces.join('');
}

function before(text: string, at: number, pieces: readonly string[], last: number): string {
  if (at > last) return characterBefore(text, at);
  // Two matches side by side: the visible character before is the end of what was put out.
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i] as string;
    if (piece !== '') return characterBefore(piece, piece.length);
  }
  return '';
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, at - 2), at) : text.slice(Math.max(0, at - 1), at);
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

// Scripts whose spelling uses ZWNJ and ZWJ (Unicode core specification, chapters 9, 12 and 23.2).
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Java}\p{scx=Bali}]/u;
// Scripts written without spaces, in which ZWSP marks where a line may break.
const UNSPACED = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const PICTURE_END = /[\p{ExtPict}\p{EMod}\ufe0f]/u;
// The three subdivision flags in Unicode's RGI set. Any other tag sequence is text that nobody sees.
const FLAG_TAGS =
  /^(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})/u;

/** What of a run of invisible characters belongs between these two visible ones. */
function keptOf(run: string, prev: string, next: string, removed: Removed, inCode: boolean): string {
  let kept = '';
  let rest = run;
  const flag = prev === '\u{1f3f4}' ? FLAG_TAGS.exec(run) : null;
  if (flag !== null) {
    kept = flag[0];
    rest = run.slice(kept.length);
  } else {
    const selector = String.fromCodePoint(rest.codePointAt(0) as number);
    if (selectorBelongs(selector, prev, next)) {
      kept = selector;
      rest = rest.slice(selector.length);
    }
  }
  let joined = false;
  for (const [one] of rest.matchAll(ONE)) {
    if (!joined && joinerBelongs(one, kept === '\ufe0f' ? kept : prev, next)) {
      kept += one;
      joined = true;
    } else if (inCode && /\p{Co}/u.test(one)) kept += one;
    else add(removed, kindOf(one), 1);
  }
  return kept;
}

function selectorBelongs(selector: string, prev: string, next: string): boolean {
  const code = selector.codePointAt(0) as number;
  if (code === 0xfe0e || code === 0xfe0f) {
    // Digits, `#` and `*` are emoji only as keycaps.
    return /[0-9#*]/.test(prev) ? next === '\u20e3' : /\p{Emoji}/u.test(prev);
  }
  if (code >= 0xfe00 && code <= 0xfe02) return /[\p{sc=Han}\p{Sm}\p{sc=Mymr}\p{sc=Phag}]/u.test(prev);
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{sc=Han}/u.test(prev);
  return code >= 0x180b && code <= 0x180d && /\p{sc=Mong}/u.test(prev);
}

function joinerBelongs(one: string, prev: string, next: string): boolean {
  if (one === '\u200c') return JOINING.test(prev) && /[\p{L}\p{M}]/u.test(prev) && next !== '';
  if (one === '\u200d') {
    return (PICTURE_END.test(prev) && /\p{ExtPict}/u.test(next)) || (JOINING.test(prev) && /[\p{L}\p{M}]/u.test(prev));
  }
  return one === '\u200b' && UNSPACED.test(prev) && UNSPACED.test(next);
}

function kindOf(one: string): RemovedKind {
  const code = one.codePointAt(0) as number;
  if (code === 0x1b || one.length > 2 || (one.length === 2 && code < 0x10000)) return 'terminal sequences';
  if (code < 0xa0) return 'control characters';
  if (code === 0x61c || (code >= 0x200e && code <= 0x200f) || (code >= 0x202a && code <= 0x202e)) {
    return 'bidirectional controls';
  }
  if (code >= 0x2066 && code <= 0x2069) return 'bidirectional controls';
  if (code >= 0xe0000 && code <= 0xe007f) return 'Unicode tag characters';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'variation selectors';
  return /\p{Co}/u.test(one) ? 'private-use characters' : 'invisible characters';
}

/** U+2800 is a blank of braille text; a run of it, or one among other letters, is a gap that hides something. */
function blankGlyphs(run: string, text: string, start: number, end: number, removed: Removed): string {
  const braille = /[\u2801-\u28ff]/;
  if (run.length <= 2 && (braille.test(text.charAt(start - 1)) || braille.test(text.charAt(end)))) return run;
  add(removed, 'blank glyphs', run.length);
  return ' ';
}

// Four marks on one letter cover Vietnamese, pointed Hebrew and phonetic notation; beyond that it is a picture.
const STACK =
  /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4})([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+)/g;

function limitStackedMarks(text: string, removed: Removed): string {
  return text.replace(STACK, (_, kept: string, over: string) => {
    add(removed, 'stacked marks', over.length);
    return kept;
  });
}

function add(removed: Removed, kind: RemovedKind, count: number): void {
  removed[kind] = (removed[kind] ?? 0) + count;
}
