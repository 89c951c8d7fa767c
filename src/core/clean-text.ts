import { ANSI, kindOfHidden, type RemovedKind, SUSPECT } from './hidden-characters.js';

export type { RemovedKind } from './hidden-characters.js';

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

/** What was removed: characters, except terminal sequences, which are counted whole. */
export type Removed = Partial<Record<RemovedKind, number>>;

/** The text without what a person would not see. */
export function cleanText(text: string, options: CleanOptions): string {
  return cleanTextCounted(text, options).text;
}

/** As `cleanText`, with what was removed. */
export function cleanTextCounted(text: string, options: CleanOptions): { text: string; removed: Removed } {
  const removed: Removed = {};
  const inCode = options.inCode === true;
  let out = removeHidden(text, removed, options.keepNewlines, inCode);
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
  // Cleaning a megabyte to show eighty characters would be work for nothing.
  const enough = 16 * maxChars + 4_096;
  const { text: clean, removed } = cleanTextCounted(text.slice(0, enough), { keepNewlines: false });
  const line = clean.replace(/\s+/gu, ' ').trim();
  if (line.length <= maxChars && text.length <= enough) return { text: line, removed };
  const head = line.slice(0, Math.max(0, maxChars - 1)).replace(/[\ud800-\udbff]$/, '');
  return { text: `${head.trimEnd()}…`, removed };
}

/** Adds the counts of one piece to those of the whole. */
export function addRemoved(into: Removed, more: Removed): void {
  for (const [kind, count] of Object.entries(more) as [RemovedKind, number][]) add(into, kind, count);
}

/** The counts as sentences for `notes`: `removed 15 Unicode tag characters`. */
export function removedNotes(removed: Removed): string[] {
  return (Object.entries(removed) as [RemovedKind, number][]).map(([kind, count]) => `removed ${count} ${kind}`);
}

function removeHidden(text: string, removed: Removed, keepNewlines: boolean, inCode: boolean): string {
  let out = '';
  let last = 0;
  const suspect = new RegExp(SUSPECT, 'g');
  for (let match = suspect.exec(text); match !== null; match = suspect.exec(text)) {
    const at = match.index;
    const code = text.codePointAt(at) as number;
    let end = at + (code > 0xffff ? 2 : 1);
    let put: string;
    if (code === 0x0d) {
      if (text.charCodeAt(end) === 0x0a) end++;
      put = '\n';
    } else if ((code >= 0x0b && code <= 0x0c) || code === 0x85 || code === 0x2028 || code === 0x2029) {
      put = keepNewlines ? '\n' : ' ';
    } else if (code === 0x2800) {
      while (text.charCodeAt(end) === 0x2800) end++;
      put = inCode || isBraille(text, at, end) ? text.slice(at, end) : ' ';
      if (put === ' ') add(removed, 'blank glyphs', end - at);
    } else if (code >= 0xd800 && code <= 0xdfff) {
      put = '\ufffd';
      add(removed, 'lone surrogates', 1);
    } else if (kindOfHidden(code) === null) {
      // Half of a pair that is an ordinary character.
      suspect.lastIndex = end;
      continue;
    } else {
      // A run is decided as a whole between the two visible characters around it: that makes cleaning idempotent.
      const run = readRun(text, at);
      end = run.end;
      const before = at > last ? characterBefore(text, at) : characterBefore(out, out.length);
      put = keptOf(run.items, before, characterAt(text, end), removed, inCode);
    }
    out += text.slice(last, at) + put;
    last = end;
    suspect.lastIndex = end;
  }
  return last === 0 ? text : out + text.slice(last);
}

function readRun(text: string, start: number): { items: string[]; end: number } {
  const items: string[] = [];
  let end = start;
  for (;;) {
    const code = text.codePointAt(end);
    if (code === undefined || kindOfHidden(code) === null) return { items, end };
    let width = code > 0xffff ? 2 : 1;
    if (code === 0x1b || (code >= 0x90 && code <= 0x9f)) {
      ANSI.lastIndex = end;
      if (ANSI.test(text)) width = ANSI.lastIndex - end;
    }
    items.push(text.slice(end, end + width));
    end += width;
  }
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(Math.max(0, at - (low >= 0xdc00 && low <= 0xdfff ? 2 : 1)), at);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

// The three subdivision flags in Unicode's RGI set; any other tag sequence is text that nobody sees.
const FLAGS = new Set(['gbeng', 'gbsct', 'gbwls'].map((region) => `${tagged(region)}\u{e007f}`));
const FLAG_CHARACTERS = 6;

function tagged(ascii: string): string {
  return [...ascii].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
}

/** What of a run of invisible characters belongs between these two visible ones: a flag or selector, then a joiner. */
function keptOf(items: readonly string[], before: string, next: string, removed: Removed, inCode: boolean): string {
  let kept = '';
  let from = 0;
  if (before === '\u{1f3f4}' && FLAGS.has(items.slice(0, FLAG_CHARACTERS).join(''))) {
    kept = items.slice(0, FLAG_CHARACTERS).join('');
    from = FLAG_CHARACTERS;
  } else if (selectorBelongs(items[0] as string, before, next)) {
    kept = items[0] as string;
    from = 1;
  }
  const joinerBefore = kept === '\ufe0f' ? kept : before;
  let joined = false;
  for (let i = from; i < items.length; i++) {
    const item = items[i] as string;
    if (!joined && joinerBelongs(item, joinerBefore, next)) {
      kept += item;
      joined = true;
      continue;
    }
    const code = item.codePointAt(0) as number;
    const kind = item.length > 1 && code <= 0xffff ? 'terminal sequences' : kindOfHidden(code);
    if (inCode && kind === 'private-use characters') kept += item;
    else if (kind !== null) add(removed, kind, 1);
  }
  return kept;
}

function selectorBelongs(selector: string, before: string, next: string): boolean {
  const code = selector.codePointAt(0) as number;
  if (code === 0xfe0e || code === 0xfe0f) {
    // Digits, `#` and `*` are emoji only as keycaps.
    return /[0-9#*]/.test(before) ? next === '\u20e3' : /\p{Emoji}/u.test(before);
  }
  if (code >= 0xfe00 && code <= 0xfe02) return /[\p{sc=Han}\p{Sm}\p{sc=Mymr}\p{sc=Phag}]/u.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{sc=Han}/u.test(before);
  return code >= 0x180b && code <= 0x180d && /\p{sc=Mong}/u.test(before);
}

// Letters of scripts whose spelling uses ZWNJ and ZWJ (Unicode core specification, chapters 9, 12 and 23.2).
const JOINING =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Java}\p{scx=Bali}]/u;
// Scripts written without spaces, in which ZWSP marks where a line may break.
const UNSPACED = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const PICTURE = /\p{ExtPict}/u;
const PICTURE_END = /[\ufe0f\p{ExtPict}\p{EMod}]/u;

function joinerBelongs(joiner: string, before: string, next: string): boolean {
  if (joiner === '\u200c') return next !== '' && JOINING.test(before);
  if (joiner === '\u200d') return JOINING.test(before) || (PICTURE_END.test(before) && PICTURE.test(next));
  return joiner === '\u200b' && UNSPACED.test(before) && UNSPACED.test(next);
}

/** U+2800 is the blank of braille text; a run of it, or one among other letters, is a gap that hides something. */
function isBraille(text: string, start: number, end: number): boolean {
  const cell = /[\u2801-\u28ff]/;
  return end - start <= 2 && (cell.test(text.charAt(start - 1)) || cell.test(text.charAt(end)));
}

// Unicode's blocks of combining diacriticals: marks of no script of their own.
const MARK = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
// Four marks on one letter cover Vietnamese, pointed Hebrew and phonetic notation; beyond that it is a picture.
const STACK = new RegExp(`([${MARK}]{4})([${MARK}]+)`, 'g');

function limitStackedMarks(text: string, removed: Removed): string {
  return text.replace(STACK, (_, kept: string, over: string) => {
    add(removed, 'stacked marks', over.length);
    return kept;
  });
}

function add(removed: Removed, kind: RemovedKind, count: number): void {
  removed[kind] = (removed[kind] ?? 0) + count;
}
