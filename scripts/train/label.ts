import { wordsOf } from '../../bench/read/pages.js';

/** For each block, how much of it is in the truth (0 to 1), and its words. */
export interface Labels {
  share: Float32Array;
  words: string[][];
  truth: string[];
}

const LONG = 5;
const GRAM = 4;

/**
 * Aligns blocks with the truth. A long block counts by how many of its words lie in a run of four that the truth has; a short one by how
 * often the truth has it outside the long blocks already found. Where the page repeats a text more often than the truth does, the copies whose
 * neighbours are in the truth win.
 */
export function label(texts: readonly string[], truthText: string): Labels {
  const truth = wordsOf(truthText.toLowerCase());
  const words = texts.map((text) => wordsOf(text.toLowerCase()));
  const counts = [1, 2, 3, GRAM].map((size) => countGrams(truth, size));
  const fours = counts[GRAM - 1]!;
  const share = new Float32Array(texts.length);
  for (const [at, own] of words.entries()) if (own.length >= LONG) share[at] = covered(own, fours);
  const raw = Float32Array.from(share);
  const support = (at: number) => neighbourShare(raw, words, at);
  const groups = new Map<string, number[]>();
  for (const [at, own] of words.entries()) {
    const key = own.join(' ');
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  }
  for (const copies of groups.values()) {
    const own = words[copies[0]!]!;
    if (own.length < LONG || copies.length < 2 || raw[copies[0]!]! <= 0.5) continue;
    let times = Number.POSITIVE_INFINITY;
    for (let start = 0; start + GRAM <= own.length; start++) {
      const found = fours.get(gram(own, start, GRAM)) ?? 0;
      if (found > 0) times = Math.min(times, found);
    }
    const ranked = copies.toSorted((a, b) => support(b) - support(a));
    for (const copy of ranked.slice(Math.max(1, times))) share[copy] = 0;
  }
  const spent = new Map<string, number>();
  for (const [at, own] of words.entries()) {
    if (own.length < LONG || share[at]! <= 0.5) continue;
    for (let size = 1; size <= GRAM; size++)
      for (let start = 0; start + size <= own.length; start++) {
        const key = gram(own, start, size);
        if (groups.has(key)) spent.set(key, (spent.get(key) ?? 0) + 1);
      }
  }
  for (const [key, copies] of groups) {
    const size = words[copies[0]!]!.length;
    if (size === 0 || size >= LONG) continue;
    const left = (counts[size - 1]!.get(key) ?? 0) - (spent.get(key) ?? 0);
    if (left <= 0) continue;
    const ranked = copies.toSorted((a, b) => support(b) - support(a));
    for (const copy of ranked.slice(0, left)) share[copy] = 1;
  }
  return { share, words, truth };
}

function gram(words: readonly string[], start: number, size: number): string {
  return words.slice(start, start + size).join(' ');
}

function countGrams(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= words.length; start++) {
    const key = gram(words, start, size);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function covered(own: readonly string[], fours: ReadonlyMap<string, number>): number {
  const marks = new Uint8Array(own.length);
  for (let start = 0; start + GRAM <= own.length; start++)
    if (fours.has(gram(own, start, GRAM))) marks.fill(1, start, start + GRAM);
  let total = 0;
  for (const mark of marks) total += mark;
  return total / own.length;
}

function neighbourShare(raw: Float32Array, words: readonly string[][], at: number): number {
  let sum = 0;
  let weight = 0;
  for (let near = Math.max(0, at - 8); near < Math.min(raw.length, at + 9); near++) {
    if (words[near]!.length < LONG) continue;
    const part = Math.sqrt(words[near]!.length) / (1 + Math.abs(near - at));
    sum += raw[near]! * part;
    weight += part;
  }
  return weight > 0 ? sum / weight : 0;
}
