import { stem } from './stem.js';

/** Terms longer than this are data (hashes, encoded text), not words that anybody would look for. */
const LONGEST_TERM = 40;

/**
 * Splits text into runs: words, identifiers, and compounds of them (`AbortSignal.timeout`, `keep-alive`, `--persist`).
 * `each` gets the place of every run, and of every compound beside the runs in it.
 */
export function scanRuns(text: string, each: (start: number, end: number, compound: boolean) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    if (!isWordCode(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const first = at;
    let parts = 0;
    let end = at;
    for (;;) {
      const start = end;
      while (end < length && isWordCode(text.charCodeAt(end))) end += 1;
      each(start, end, false);
      parts += 1;
      const joint = jointLength(text, end);
      if (joint === 0 || parts === 5) break;
      end += joint;
    }
    const option = optionDashes(text, first);
    if (option > 0) each(first - option, end, true);
    else if (parts > 1) each(first, end, true);
    at = end;
  }
}

/** The word characters of ASCII: letters, digits, `_`. */
const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** Also whatever is beyond ASCII and neither punctuation nor space. */
function isWordCode(code: number): boolean {
  if (code < 128) return ASCII_WORD[code] === 1;
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  return (code < 0x2000 || code > 0x206f) && (code < 0x3000 || code > 0x303f) && code < 0xfe00;
}

/** Length of what joins two runs into one compound: `.`, `-`, `::`, `->` directly between word characters; else 0. */
function jointLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if ((code === 0x2e || code === 0x2d) && isWordCode(text.charCodeAt(at + 1))) return 1;
  const two =
    (code === 0x3a && text.charCodeAt(at + 1) === 0x3a) || (code === 0x2d && text.charCodeAt(at + 1) === 0x3e);
  return two && isWordCode(text.charCodeAt(at + 2)) ? 2 : 0;
}

/** How many dashes stand before a word as those of a command's option: `-k`, `--persist`. */
function optionDashes(text: string, at: number): number {
  if (text.charCodeAt(at - 1) !== 0x2d) return 0;
  const two = text.charCodeAt(at - 2) === 0x2d ? 2 : 1;
  const before = text.charCodeAt(at - two - 1);
  return before === 0x2d || isWordCode(before) ? 0 : two;
}

/**
 * The terms of one run: an ordinary word gives its stem; an identifier gives itself whole (case, `_` and `-` gone, so
 * that `max_conns`, `maxConns` and `max-conns` meet) and, unless it is a compound whose runs come on their own, the
 * stems of its parts; scripts without spaces give pairs of characters.
 */
export function termsOf(run: string): string[] {
  if (/[-.:]/.test(run)) {
    const option = run.startsWith('-');
    const whole = option ? run.toLowerCase() : run.toLowerCase().replace(/[-_]/g, '').replace(/->|::/g, '.');
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
  if (whole.length <= LONGEST_TERM && whole.length > 1) terms.push(whole);
  return terms;
}

function pairs(run: string): string[] {
  const characters = [...run.toLowerCase()];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
