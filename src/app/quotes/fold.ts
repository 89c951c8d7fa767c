/** Text with what does not count in a quote taken out, and where each of its characters stands in the original. */
export interface Folded {
  text: string;
  /** UTF-16 offset in the original of each unit of `text`, and one more for the end. */
  at: Int32Array;
}

const DROPPED = /[*`~\\[\]"“”„‟«»‹›‚‘‛\u00ad\u200b-\u200f\u2060\ufeff]/;
const APOSTROPHE = /['’ʼ′]/;
const DASH = /[\p{Pd}\u2212]/u;
const WORD = /[\p{L}\p{N}]/u;
// What a line of Markdown begins with, and whole lines that are only markup.
const LINE_START = /^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?/;
const MARKUP_LINE = /^[ \t]*(?:`{3,}[^\n`]*|~{3,}[^\n]*|\|?[ \t]*:?-{3,}[-:| \t]*|[=-]{3,}[ \t]*)$/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '',
  '&nbsp;': ' ',
};

/**
 * Folds a text (Markdown or plain) so that two writings of one sentence are equal: white space, quotation marks, dashes,
 * Unicode form, and the markup of Markdown do not count; letters, case, digits and punctuation do. Linear.
 */
export function fold(original: string): Folded {
  const out = new Writer(original.length);
  let line = 0;
  while (line <= original.length) {
    let end = original.indexOf('\n', line);
    if (end === -1) end = original.length;
    const content = original.slice(line, Math.min(end, line + 2_000));
    if (!MARKUP_LINE.test(content)) {
      foldLine(original, line + (LINE_START.exec(content)?.[0].length ?? 0), end, out);
    }
    out.space(end);
    line = end + 1;
  }
  return out.done(original.length);
}

function foldLine(original: string, from: number, to: number, out: Writer): void {
  let autolinkEnd = -1;
  for (let i = from; i < to; i++) {
    const code = original.charCodeAt(i);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)) {
      out.put(original[i] as string, i);
      continue;
    }
    const character = original[i] as string;
    if (character === ' ' || character === '\t' || character === '|') out.space(i);
    else if (character === ']' && original[i + 1] === '(') i = behindTarget(original, i + 2, to) - 1;
    else if (i === autolinkEnd) continue;
    else if (character === '<' && original.startsWith('http', i + 1)) autolinkEnd = original.indexOf('>', i);
    else if (character === '!' && original[i + 1] === '[') continue;
    else if (DROPPED.test(character)) continue;
    else if (character === '_') {
      if (isWord(original[i - 1]) && isWord(original[i + 1])) out.put('_', i);
    } else if (APOSTROPHE.test(character)) {
      // Between letters it belongs to the word; else it is a quotation mark.
      if (isWord(original[i - 1]) && isWord(original[i + 1])) out.put("'", i);
    } else if (character === '&') {
      const entity = /^&(?:lt|gt|amp|quot|nbsp);/.exec(original.slice(i, i + 6))?.[0];
      if (entity === undefined) out.put('&', i);
      else {
        for (const one of ENTITIES[entity] ?? '') out.put(one, i);
        i += entity.length - 1;
      }
    } else if (code < 0x80) {
      if (character === '-') foldDash(original, i, out);
      else out.put(character, i);
    } else i = foldCluster(original, i, out);
  }
}

/** A character beyond ASCII with its marks, in compatibility form. Answers where it ends. */
function foldCluster(original: string, at: number, out: Writer): number {
  const cluster = /^[\s\S]\p{M}{0,8}/u.exec(original.slice(at, at + 12))?.[0] ?? (original[at] as string);
  const normal = cluster.normalize('NFKC');
  for (const one of normal) {
    if (/\s/u.test(one)) out.space(at);
    else if (DASH.test(one)) foldDash(original, at, out);
    else out.put(one, at);
  }
  return at + cluster.length - 1;
}

/** A dash joins or parts words, its spaces do not count; before a number, behind a space, it is a sign that does. */
function foldDash(original: string, at: number, out: Writer): void {
  const sign = /\d/.test(original[at + 1] ?? '') && (at === 0 || /[\s(]/.test(original[at - 1] as string));
  if (sign) out.put('-', at);
  else out.dash(at);
}

/** Behind the closing parenthesis of a link's target, or where it began if it has none on this line. */
function behindTarget(original: string, from: number, to: number): number {
  let depth = 0;
  for (let i = from; i < to && i < from + 4_096; i++) {
    const character = original[i];
    if (character === '\\') i++;
    else if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return i + 1;
  }
  return from;
}

export function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character);
}

class Writer {
  #text: string[] = [];
  #at: Int32Array;
  #length = 0;
  #pending = -1;
  #afterDash = true;

  constructor(size: number) {
    this.#at = new Int32Array(size + 16);
  }

  put(character: string, at: number): void {
    if (this.#pending !== -1 && !this.#afterDash) this.#push(' ', this.#pending);
    this.#pending = -1;
    this.#afterDash = false;
    for (let i = 0; i < character.length; i++) this.#push(character[i] as string, at);
  }

  /** White space counts once, and not at all at the ends and beside a dash. */
  space(at: number): void {
    if (this.#length > 0 && this.#pending === -1) this.#pending = at;
  }

  dash(at: number): void {
    if (!this.#afterDash || this.#length === 0) this.#push('-', at);
    this.#pending = -1;
    this.#afterDash = true;
  }

  done(end: number): Folded {
    this.#grow();
    this.#at[this.#length] = end;
    return { text: this.#text.join(''), at: this.#at.subarray(0, this.#length + 1) };
  }

  #push(unit: string, at: number): void {
    this.#grow();
    this.#text.push(unit);
    this.#at[this.#length++] = at;
  }

  #grow(): void {
    if (this.#length + 1 < this.#at.length) return;
    const larger = new Int32Array(this.#at.length * 2);
    larger.set(this.#at);
    this.#at = larger;
  }
}
