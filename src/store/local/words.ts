import { stem } from './stem.js';

/** Terms longer than this are data (hashes, encoded text), not words that anybody would look for. */
const LONGEST_TERM = 40;

/**
 * Characters of a word: letters, digits, `_`, and whatever is beyond ASCII and neither punctuation nor space. A table,
 * since every character of every document is looked up in it.
 */
const WORD = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  if (code < 0x80) return /\w/.test(String.fromCharCode(code)) ? 1 : 0;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? 1 : 0;
  return (code < 0x2000 || code > 0x206f) && (code < 0x3000 || code > 0x303f) && code < 0xfe00 ? 1 : 0;
});

const DASH = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const MORE = 0x3e;

/** Text as code units in memory that is used again: reading those is several times faster than reading a string. */
export class CodeUnits {
  #memory = Buffer.allocUnsafeSlow(1 << 16);
  #units = new Uint16Array(this.#memory.buffer, 0, 1 << 15);

  /** Good until the next call; what stands beyond the text's length is left from texts before. */
  of(text: string): Uint16Array {
    if (text.length + 4 > this.#units.length) {
      const size = Math.max(text.length + 4, this.#units.length * 2);
      this.#memory = Buffer.allocUnsafeSlow(size * 2);
      this.#units = new Uint16Array(this.#memory.buffer, 0, size);
    }
    this.#memory.write(text, 'utf16le');
    this.#units.fill(0, text.length, text.length + 4);
    return this.#units;
  }
}

/**
 * Splits a stretch of text into runs: words, identifiers, and compounds of them (`AbortSignal.timeout`, `keep-alive`,
 * `--persist`). `each` gets the place of every run, and of every compound after the runs in it.
 */
export function scanRuns(
  units: Uint16Array,
  from: number,
  to: number,
  each: (start: number, end: number, compound: boolean) => void,
): void {
  let at = from;
  while (at < to) {
    if (WORD[units[at]!] === 0) {
      at += 1;
      continue;
    }
    const first = at;
    let parts = 0;
    let end = at;
    for (;;) {
      const start = end;
      while (end < to && WORD[units[end]!] === 1) end += 1;
      each(start, end, false);
      parts += 1;
      const joint = jointLength(units, end, to);
      if (joint === 0 || parts === 5) break;
      end += joint;
    }
    const option = optionDashes(units, first, from);
    if (option > 0) each(first - option, end, true);
    else if (parts > 1) each(first, end, true);
    at = end;
  }
}

/** Length of what joins two runs into one compound: `.`, `-`, `::`, `->` directly between word characters; else 0. */
function jointLength(units: Uint16Array, at: number, to: number): number {
  const unit = units[at]!;
  if (unit !== DOT && unit !== DASH && unit !== COLON) return 0;
  const next = units[at + 1]!;
  if (unit !== COLON && at + 1 < to && WORD[next] === 1) return 1;
  const two = (unit === COLON && next === COLON) || (unit === DASH && next === MORE);
  return two && at + 2 < to && WORD[units[at + 2]!] === 1 ? 2 : 0;
}

/** How many dashes stand before a word as those of a command's option: `-k`, `--persist`. */
function optionDashes(units: Uint16Array, at: number, from: number): number {
  if (at === from || units[at - 1] !== DASH) return 0;
  const two = at - 2 >= from && units[at - 2] === DASH ? 2 : 1;
  const before = at - two - 1 >= from ? units[at - two - 1]! : 0;
  return before === DASH || WORD[before] === 1 ? 0 : two;
}

/** Every run of a short text, as a string. */
export function runsOf(text: string): { run: string; start: number; end: number; compound: boolean }[] {
  const runs: { run: string; start: number; end: number; compound: boolean }[] = [];
  scanRuns(new CodeUnits().of(text), 0, text.length, (start, end, compound) => {
    runs.push({ run: text.slice(start, end), start, end, compound });
  });
  return runs;
}

/**
 * The terms of one run: an ordinary word gives its stem; an identifier gives itself whole (case, `_` and `-` gone, so
 * that `max_conns`, `maxConns` and `max-conns` meet) and, unless it is a compound whose runs come on their own, the
 * stems of its parts; scripts without spaces give pairs of characters.
 */
export function termsOf(run: string): string[] {
  if (/[-.:]/.test(run)) {
    const option = run.startsWith('-');
    const whole = option ? run.toLowerCase() : stem(run.toLowerCase().replace(/->|::/g, '.').replace(/[-_]/g, ''));
    return whole.length > LONGEST_TERM || whole.length < 2 ? [] : [whole];
  }
  if (/^[a-z]+$/.test(run)) return run.length > LONGEST_TERM ? [] : [stem(run)];
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/.test(run)) return pairs(run);
  if (run.length > LONGEST_TERM && !run.includes('_')) return [];
  const parts = run
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/_+|(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
  if (parts.length === 1) {
    const word = parts[0] ?? '';
    // Long numbers and digests would each be a term of their own that nobody asks for.
    if (/^\d{7,}$/.test(word) || /^(?=.*\d)[0-9a-f]{16,}$/.test(word)) return [];
    // `apache2`, `python3`, `sha256`: known with and without the number.
    const name = /^([a-z]{3,})\d{1,4}$/.exec(word)?.[1];
    return name === undefined ? [stem(word)] : [stem(name), word];
  }
  const whole = parts.join('');
  const terms = parts.filter((part) => part.length > 1 && !/^\d{5,}$/.test(part)).map(stem);
  if (whole.length <= LONGEST_TERM && whole.length > 1) terms.push(stem(whole));
  return terms;
}

function pairs(run: string): string[] {
  const characters = [...run.toLowerCase()];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
