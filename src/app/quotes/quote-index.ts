import { compareWords, type Difference } from './difference.js';
import { type Folded, fold, isWord } from './fold.js';
import { isUnspaced, type Token, tokens } from './tokens.js';

/** A page that may be quoted: its text as recorded, Markdown or plain. */
export interface QuoteSource {
  /** Id of its evidence record. */
  evidence: string;
  url: string;
  text: string;
}

export interface QuotePlace {
  evidence: string;
  url: string;
  /** Nearest heading above, or null. */
  heading: string | null;
  /** UTF-16 offsets in the source's text. */
  start: number;
  end: number;
  /** The source's own words there. */
  passage: string;
}

export type QuoteAnswer =
  /** Word for word, apart from white space, quotation marks, dashes, Unicode form and markup. */
  | { verdict: 'verbatim'; place: QuotePlace /** Passages left out at `...` or `[...]`. */; gaps: number }
  /** The nearest passage, and how the quote differs from it. */
  | { verdict: 'altered'; place: QuotePlace; likeness: number; differences: Difference[] }
  | { verdict: 'absent' };

interface Entry {
  source: QuoteSource;
  folded: Folded;
  /** Where its folded text begins in the running count over all sources. */
  base: number;
}

/** Words that so many places hold are no help in finding one. */
const MANY = 4_000;
/** Places that are looked at to find the nearest passage; the rarer words come first. */
const ENOUGH = 2_000;
const LIKENESS = 0.6;
/** Folded characters that a gap may leave out. */
const MAX_GAP = 4_000;

/** Finds quotes in pages: built once over the evidence of a session, then asked for each quote. */
export class QuoteIndex {
  readonly #entries: Entry[] = [];
  /** Word -> running offsets of where it stands. */
  readonly #places = new Map<string, number[]>();

  constructor(sources: Iterable<QuoteSource>) {
    let base = 0;
    for (const source of sources) {
      const folded = fold(source.text);
      this.#entries.push({ source, folded, base });
      for (const { text, at } of tokens(folded.text)) {
        const places = this.#places.get(text);
        if (places === undefined) this.#places.set(text, [base + at]);
        else places.push(base + at);
      }
      base += folded.text.length + 1;
    }
  }

  /** Is the quote in the pages (or in those with this address or evidence id), and where? */
  find(quote: string, where: { url?: string; evidence?: string } = {}): QuoteAnswer {
    const wanted = (entry: Entry): boolean =>
      (where.url === undefined || entry.source.url === where.url) &&
      (where.evidence === undefined || entry.source.evidence === where.evidence);
    const parts = quote.split(/\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…)\s*/u);
    const folded = parts.map((part) => fold(part).text).filter((part) => /[\p{L}\p{N}]/u.test(part));
    const first = folded[0];
    if (first === undefined) return { verdict: 'absent' };
    for (const { entry, at } of this.#exact(first, wanted)) {
      const end = followed(entry.folded.text, at + first.length, folded.slice(1));
      if (end !== null) return { verdict: 'verbatim', place: placeOf(entry, at, end), gaps: folded.length - 1 };
    }
    return this.#nearest(fold(quote).text, wanted);
  }

  *#exact(text: string, wanted: (entry: Entry) => boolean): Generator<{ entry: Entry; at: number }> {
    const rare = this.#rarest([...tokens(text)]);
    if (rare === null) return;
    for (const place of rare.places) {
      const entry = this.#entryAt(place);
      const at = place - entry.base - rare.token.at;
      if (at >= 0 && wanted(entry) && standsAt(entry.folded.text, text, at)) yield { entry, at };
    }
  }

  #rarest(words: readonly Token[]): { token: Token; places: readonly number[] } | null {
    let best: { token: Token; places: readonly number[] } | null = null;
    for (const token of words) {
      const places = this.#places.get(token.text);
      if (places === undefined) return null;
      if (best === null || places.length < best.places.length) best = { token, places };
    }
    return best;
  }

  /** The stretch in which most of the quote's rarer words stand in their order. */
  #nearest(text: string, wanted: (entry: Entry) => boolean): QuoteAnswer {
    const words = [...tokens(text)];
    const width = Math.max(40, text.length);
    const known = words
      .map((token) => ({ token, places: this.#places.get(token.text) ?? [] }))
      .filter(({ places }) => places.length > 0 && places.length <= MANY)
      .sort((a, b) => a.places.length - b.places.length);
    const votes = new Map<number, number>();
    let looked = 0;
    for (const { token, places } of known) {
      looked += places.length;
      if (looked > ENOUGH && votes.size > 0) break;
      const weight = 1 / Math.sqrt(places.length);
      for (const place of places) {
        const bucket = Math.floor((place - token.at) / width);
        votes.set(bucket, (votes.get(bucket) ?? 0) + weight);
      }
    }
    const buckets = [...votes].sort((a, b) => b[1] - a[1]).slice(0, 3);
    let best: Extract<QuoteAnswer, { verdict: 'altered' }> | null = null;
    for (const [bucket] of buckets) {
      const answer = this.#compare(words, Math.max(0, Math.floor(bucket * width)), width, wanted);
      if (answer !== null && (best === null || answer.likeness > best.likeness)) best = answer;
      if (best !== null && best.likeness > 0.8) break;
    }
    return best ?? { verdict: 'absent' };
  }

  #compare(
    words: readonly Token[],
    place: number,
    width: number,
    wanted: (entry: Entry) => boolean,
  ): Extract<QuoteAnswer, { verdict: 'altered' }> | null {
    const entry = this.#entryAt(place + Math.floor(width / 2));
    if (!wanted(entry)) return null;
    const from = Math.max(0, place - entry.base - width);
    const window = entry.folded.text.slice(from, from + 4 * width);
    const around = [...tokens(window)];
    const quoted = new Set(words.map((word) => word.text));
    const slice = densest(around, quoted, words.length);
    const { likeness, differences } = compareWords(
      words.map((word) => word.text),
      slice.map((word) => word.text),
    );
    const first = slice[0];
    const last = slice.at(-1);
    if (likeness < LIKENESS || first === undefined || last === undefined) return null;
    const found = placeOf(entry, from + first.at, from + last.at + last.text.length);
    return { verdict: 'altered', place: found, likeness: Math.round(likeness * 100) / 100, differences };
  }

  #entryAt(place: number): Entry {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#entries[middle] as Entry).base <= place) low = middle;
      else high = middle - 1;
    }
    return this.#entries[low] as Entry;
  }
}

/** The run of as many words as the quote has that shares most with it, trimmed to where it shares. */
function densest(around: readonly Token[], quoted: ReadonlySet<string>, size: number): readonly Token[] {
  const shares = around.map((word) => (quoted.has(word.text) ? 1 : 0));
  let sum = 0;
  let best = -1;
  let start = 0;
  for (let i = 0; i < shares.length; i++) {
    sum += shares[i] as number;
    if (i >= size) sum -= shares[i - size] as number;
    if (sum > best) {
      best = sum;
      start = Math.max(0, i - size + 1);
    }
  }
  let end = Math.min(around.length, start + size);
  while (start < end && shares[start] === 0) start++;
  while (end > start && shares[end - 1] === 0) end--;
  return around.slice(start, end);
}

/** Whether the text stands at this place as whole words and whole numbers. */
function standsAt(source: string, text: string, at: number): boolean {
  if (!source.startsWith(text, at)) return false;
  return !cuts(source, at, text[0] as string, -1) && !cuts(source, at + text.length - 1, text.at(-1) as string, 1);
}

/** Whether a quote's edge at `at` goes through a word, or through a number: `5` out of `1.5`, `-5` or `5.2`. */
function cuts(source: string, at: number, edge: string, step: 1 | -1): boolean {
  const next = source[at + step];
  if (next === undefined || !isWord(edge)) return false;
  if (isWord(next)) return !(isUnspaced(edge) || isUnspaced(next));
  if (!/\d/.test(edge)) return false;
  const beyond = source[at + 2 * step];
  if (/[.,]/.test(next)) return /\d/.test(beyond ?? '');
  return step === -1 && next === '-' && !isWord(beyond);
}

/** Where the last of the parts that follow ends, each soon after the one before it; null where one does not. */
function followed(source: string, from: number, parts: readonly string[]): number | null {
  let end = from;
  for (const part of parts) {
    let at = source.indexOf(part, end);
    while (at !== -1 && at - end <= MAX_GAP && !standsAt(source, part, at)) at = source.indexOf(part, at + 1);
    if (at === -1 || at - end > MAX_GAP) return null;
    end = at + part.length;
  }
  return end;
}

function placeOf(entry: Entry, start: number, end: number): QuotePlace {
  const { at } = entry.folded;
  const { source } = entry;
  const from = at[start] as number;
  const last = at[Math.max(start, end - 1)] as number;
  const to = Math.min(source.text.length, last + ((source.text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1));
  return {
    evidence: source.evidence,
    url: source.url,
    heading: headingAbove(source.text, from),
    start: from,
    end: to,
    passage: source.text.slice(from, to),
  };
}

function headingAbove(text: string, at: number): string | null {
  for (let end = at; end > 0; ) {
    const start = text.lastIndexOf('\n#', end - 1) + 1;
    const line = text.slice(start, start + 300).split('\n', 1)[0] as string;
    const heading = /^#{1,6} +(.+?) *#*$/.exec(line)?.[1];
    if (heading !== undefined && start < at) return heading;
    if (start === 0) return null;
    end = start - 1;
  }
  return null;
}
