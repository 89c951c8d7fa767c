/** Text as the terms that a question and a passage are compared by. */

/** Words of English questions that say what is asked, not what about. */
const STOP = new Set(
  'a about all also am an and any are as at be been being but by can cannot could did do does doing each else for from get gets had has have having he her here his how i if in into is it its just like made make makes may me might more most must my need needs no not of off on one only or other our out over own same shall she should so some such than that the their them then there these they this those through to too under up us use used uses using very was way we were what when where whether which while who whose why will with within without would you your'.split(
    ' ',
  ),
);

const WORD = /[\p{L}\p{N}_$]+(?:[.'’-][\p{L}\p{N}_$]+)*/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;
/** What of a Markdown link leads elsewhere says nothing about the passage. */
const TARGETS = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|<?https?:\/\/[^\s>)]+/g;

/** Words that were met, with their terms: most words of a page stood on the page before. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 50_000;

/**
 * How often each term stands in a text, and how many terms there are. Words are stemmed, identifiers stand whole and in
 * their parts (`AbortSignal.timeout` is also `abort`, `signal`, `timeout`), scripts without spaces in pairs of characters.
 */
export function countTerms(text: string): { terms: Map<string, number>; length: number } {
  const terms = new Map<string, number>();
  let length = 0;
  const shown = text.includes('](') || text.includes('://') ? text.replace(TARGETS, '] ') : text;
  for (const word of shown.match(WORD) ?? []) {
    for (const term of termsOf(word)) {
      terms.set(term, (terms.get(term) ?? 0) + 1);
      length++;
    }
  }
  return { terms, length };
}

function termsOf(word: string): readonly string[] {
  const before = known.get(word);
  if (before !== undefined) return before;
  const terms = splitWord(word);
  if (known.size < MAX_KNOWN && word.length < 40) known.set(word, terms);
  return terms;
}

function splitWord(word: string): string[] {
  if (CJK.test(word)) {
    const pairs: string[] = word.length === 1 ? [word] : [];
    for (let i = 0; i + 1 < word.length; i++) pairs.push(word.slice(i, i + 2));
    return pairs;
  }
  const parts = identifierParts(word);
  const terms = parts.length > 1 ? [`=${word.toLowerCase()}`] : [];
  for (const part of parts) if (!STOP.has(part)) terms.push(stem(part));
  return terms;
}

function identifierParts(word: string): string[] {
  if (!/[_$.\-'’\d]|[a-z][A-Z]/.test(word)) return [word.toLowerCase()];
  return word
    .replace(/['’]s?$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$.\-'’]+/)
    .filter(Boolean);
}

/** Endings taken off English words so that forms of one word meet; short words are left alone. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  let base = word;
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (/(?:[sxz]|ch|sh)es$/.test(base)) base = base.slice(0, -2);
  else if (/[^su]s$/.test(base)) base = base.slice(0, -1);
  for (const [ending, least, put] of ENDINGS) {
    if (base.length - ending.length < least || !base.endsWith(ending)) continue;
    base = base.slice(0, -ending.length) + put;
    break;
  }
  // `stopped` and `stop`, `file` and `filing` meet without a doubled letter or a last e.
  if (/([bdfgklmnprt])\1$/.test(base)) base = base.slice(0, -1);
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}

const ENDINGS: readonly [ending: string, least: number, put: string][] = [
  ['ational', 3, 'at'],
  ['ization', 3, 'iz'],
  ['isation', 3, 'iz'],
  ['fulness', 3, ''],
  ['iveness', 3, 'iv'],
  ['ations', 3, 'at'],
  ['ation', 3, 'at'],
  ['ising', 3, 'iz'],
  ['ised', 3, 'iz'],
  ['ise', 3, 'iz'],
  ['ement', 4, ''],
  ['ments', 4, ''],
  ['ment', 4, ''],
  ['ingly', 3, ''],
  ['edly', 3, ''],
  ['ably', 3, ''],
  ['ible', 3, ''],
  ['able', 3, ''],
  ['ions', 3, ''],
  ['ion', 3, ''],
  ['ives', 3, ''],
  ['ive', 3, ''],
  ['ings', 3, ''],
  ['ing', 3, ''],
  ['ied', 2, 'y'],
  ['ed', 3, ''],
  ['ness', 3, ''],
  ['ity', 3, ''],
  ['ally', 3, ''],
  ['ily', 3, 'y'],
  ['ly', 3, ''],
  ['al', 4, ''],
  ['ers', 3, ''],
  ['er', 3, ''],
  ['ors', 3, ''],
  ['or', 4, ''],
  ['ic', 4, ''],
  ['ful', 3, ''],
  ['ous', 4, ''],
  ['ance', 3, ''],
  ['ence', 3, ''],
  ['ant', 4, ''],
  ['ent', 4, ''],
];
