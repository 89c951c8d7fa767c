import { scanRuns, termsOf } from './words.js';

/** A term that is looked for, and how much a document's having it counts. */
export interface QueryTerm {
  term: string;
  weight: number;
  /** The word it came from, lower case: what is tried with other spellings where nothing has the term. */
  word: string;
  /** Whether nothing is lost where no document has it: an extra reading of words that stand on their own too. */
  extra: boolean;
}

/** Words of questions and sentences that say nothing about what is looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its is are was were be been being am do does did done doing have has had
   having i me my we us our you your he she they them their one how what when where which who whom whose why will would
   can could shall should may might must of in on at to from by for with about into onto over under between as and or
   but not no nor if then else than so too very just only also any some all each every both either neither such same
   other another more most much many few own up down out off again once while during before after because until since
   want wants wanted need needs needed like get gets got getting make makes made making use uses used using way
   work works working please tell show explain possible without within via per let s t don doesn isn can't cannot`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const STOP_WEIGHT = 0.08;
const PART_WEIGHT = 0.55;
const WHOLE_WEIGHT = 1.3;
const JOINED_WEIGHT = 0.5;

/** The terms of a free text. Nothing in it is syntax: punctuation only shows what belongs together. */
export function parseQuery(text: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  const add = (term: string, weight: number, word: string, extra: boolean): void => {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { term, weight, word, extra });
    else {
      known.weight = Math.max(known.weight, weight);
      known.extra &&= extra;
    }
  };
  const runs: { text: string; start: number; end: number }[] = [];
  scanRuns(text, (start, end, compound) => {
    const run = text.slice(start, end);
    const found = termsOf(run);
    const word = run.toLowerCase();
    if (compound) {
      for (const term of found) add(term, WHOLE_WEIGHT, word, true);
      return;
    }
    runs.push({ text: run, start, end });
    if (found.length > 1) {
      for (const term of found.slice(0, -1)) add(term, PART_WEIGHT, term, false);
      add(found.at(-1) ?? '', WHOLE_WEIGHT, word, true);
    } else if (found[0] !== undefined) {
      add(found[0], STOP_WORDS.has(word) ? STOP_WEIGHT : 1, word, false);
    }
  });
  for (let i = 1; i < runs.length; i += 1) {
    const [before, run] = [runs[i - 1]!, runs[i]!];
    const between = text.slice(before.end, run.start);
    if (between !== ' ' || STOP_WORDS.has(before.text.toLowerCase()) || STOP_WORDS.has(run.text.toLowerCase()))
      continue;
    const joined = `${before.text}${run.text}`.toLowerCase();
    if (joined.length <= 40) add(joined, JOINED_WEIGHT, joined, true);
  }
  const parsed = [...terms.values()];
  // A question of stop words alone ("who am i") is about just these.
  if (parsed.every((term) => term.weight === STOP_WEIGHT)) for (const term of parsed) term.weight = 1;
  return parsed;
}
