import type { Database } from '../sqlite/database.js';
import { termsFrom } from './posting-blocks.js';

/** Shorter words have too many neighbours to guess at. */
const LEAST_LENGTH = 4;
/** Guesses that are taken. */
const MOST_GUESSES = 4;
const PREFIX_WEIGHT = 0.6;
const TYPO_WEIGHT = 0.7;

/**
 * Terms of the index that may be meant by one that no document has: those it is the beginning of, and those a slip of
 * the finger away (one letter wrong, left out, added or swapped with its neighbour; two in long words). The first
 * two letters count as right.
 */
export function similarTerms(
  database: Database,
  segments: readonly { id: number }[],
  term: string,
): { term: string; weight: number }[] {
  if (term.length < LEAST_LENGTH || !/^\p{L}[\p{L}\p{N}]*$/u.test(term)) return [];
  const slips = term.length < 8 ? 1 : 2;
  const found = new Map<string, { weight: number; documents: number }>();
  for (const { id } of segments) {
    for (const { term: other, documents } of termsFrom(database, id, term.slice(0, 2))) {
      const weight = likeness(term, other, slips);
      if (weight === 0) continue;
      found.set(other, { weight, documents: (found.get(other)?.documents ?? 0) + documents });
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.weight - a.weight || b.documents - a.documents)
    .slice(0, MOST_GUESSES)
    .map(([other, { weight }]) => ({ term: other, weight }));
}

function likeness(term: string, other: string, slips: number): number {
  if (other.startsWith(term)) return other.length <= term.length * 2 ? PREFIX_WEIGHT : 0;
  if (Math.abs(other.length - term.length) > slips) return 0;
  const distance = slipsBetween(term, other, slips);
  return distance > slips ? 0 : TYPO_WEIGHT / distance;
}

/** Letters wrong, left out, added or swapped between two words; more than `most` where it is more. */
function slipsBetween(a: string, b: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      let cost = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row[b.length]!;
}
