import { stem } from './stem.js';
import { relatedTerms } from './thesaurus.js';
import { runsOf, termsOf } from './words.js';

/** One thing that is looked for: a term, and what may stand for it. */
export interface Concept {
  /** Terms with what each counts; the first is the one that was asked for. */
  terms: { term: string; weight: number }[];
  /** How much the concept counts among the others. */
  weight: number;
  /** The word it came from, lower case. */
  word: string;
  /** Whether nothing is lost where no document has it: an extra reading of words that stand on their own too. */
  extra: boolean;
}

/** Words of questions and sentences that say nothing about what is looked for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its is are was were be been being am do does did done doing have has had
   having i me my we us our you your he she they them their one ones how what when where which who whom whose why will
   would can could shall should may might must of in on at to from by for with about into onto over under between as and
   or but not no nor if then else than so too very just only also any some all each every both either neither such same
   other another more most much many few own up down out off again once while during before after because until since
   want wants wanted need needs needed like get gets got getting make makes made making use uses used using way come
   comes go goes going work works working please tell show explain possible without within via per let s t don doesn
   isn cannot something somebody someone anything everything thing things`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** What each kind of term counts; the rest is 1. */
export const QUERY_WEIGHTS = { stop: 0.06, part: 0.55, whole: 1.3, joined: 0.5 };

/** The concepts of a free text. Nothing in it is syntax: punctuation only shows what belongs together. */
export function parseQuery(text: string): Concept[] {
  const concepts = new Map<string, Concept>();
  const add = (term: string, weight: number, word: string, extra: boolean): void => {
    const known = concepts.get(term);
    if (known === undefined) concepts.set(term, { terms: [{ term, weight: 1 }], weight, word, extra });
    else {
      known.weight = Math.max(known.weight, weight);
      known.extra &&= extra;
    }
  };
  const runs: { text: string; start: number; end: number; stop: boolean }[] = [];
  for (const { run, start, end, compound } of runsOf(text)) {
    const found = termsOf(run);
    const word = run.toLowerCase();
    if (compound) {
      for (const term of found) add(term, QUERY_WEIGHTS.whole, word, true);
      continue;
    }
    const stop = STOP_WORDS.has(word);
    runs.push({ text: run, start, end, stop });
    const whole = found.at(-1);
    if (whole === undefined) continue;
    for (const term of found.slice(0, -1)) add(term, QUERY_WEIGHTS.part, term, false);
    if (found.length > 1) add(whole, QUERY_WEIGHTS.whole, word, true);
    else add(whole, stop ? QUERY_WEIGHTS.stop : 1, word, stop);
  }
  addJoined(text, runs, add);
  const parsed = [...concepts.values()];
  // A question of stop words alone ("who am i") is about just these.
  if (parsed.every(({ weight }) => weight === QUERY_WEIGHTS.stop)) {
    for (const concept of parsed) Object.assign(concept, { weight: 1, extra: false });
  }
  for (const concept of parsed) {
    if (concept.weight < QUERY_WEIGHTS.part) continue;
    for (const [term, weight] of relatedTerms(concept.terms[0]?.term ?? '')) {
      if (!concepts.has(term)) concept.terms.push({ term, weight });
    }
  }
  return parsed;
}

/** Neighbours may be one word where they are written by others: "key value" is `keyvalue`, "time out" is `timeout`. */
function addJoined(
  text: string,
  runs: readonly { text: string; start: number; end: number; stop: boolean }[],
  add: (term: string, weight: number, word: string, extra: boolean) => void,
): void {
  for (let i = 1; i < runs.length; i += 1) {
    const [before, run] = [runs[i - 1]!, runs[i]!];
    if (before.stop || run.stop || text.slice(before.end, run.start) !== ' ') continue;
    const joined = `${before.text}${run.text}`.toLowerCase();
    if (joined.length <= 40) add(stem(joined), QUERY_WEIGHTS.joined, joined, true);
  }
}
