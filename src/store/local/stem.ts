const VOWEL = /[aeiouy]/;

/**
 * The stem of a lower-case English word: plural, `-ed`, `-ing`, `-ly` and the commonest noun endings fall away, so
 * that "configuring", "configured", "configuration" and "configure" meet. Words of other languages pass nearly as they are.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stemmed = plural(word);
  stemmed = pastOrProgress(stemmed);
  if (stemmed.length > 5 && stemmed.endsWith('ly')) stemmed = stemmed.slice(0, -2);
  for (const [ending, replacement] of ENDINGS) {
    if (stemmed.endsWith(ending) && stemmed.length - ending.length >= 4) {
      stemmed = stemmed.slice(0, -ending.length) + replacement;
      break;
    }
  }
  if (stemmed.length > 3 && stemmed.endsWith('e')) stemmed = stemmed.slice(0, -1);
  if (stemmed.length > 3 && stemmed.endsWith('y')) stemmed = `${stemmed.slice(0, -1)}i`;
  return stemmed;
}

/** Noun endings and what stays of the verb they were made from. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ization', 'iz'],
  ['isation', 'iz'],
  ['ication', 'ify'],
  ['uration', 'ur'],
  ['ation', 'at'],
  ['ement', ''],
  ['ness', ''],
  ['ise', 'iz'],
  ['ize', 'iz'],
  ['ment', ''],
  ['tion', 't'],
  ['sion', 's'],
  ['able', ''],
  ['ible', ''],
];

function plural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function pastOrProgress(word: string): string {
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  if (ending === 0) return word;
  const base = word.slice(0, -ending);
  if (base.length < 3 || !VOWEL.test(base)) return word;
  // "running" -> "run", but "calling" -> "call".
  const last = base.at(-1) ?? '';
  if (last === base.at(-2) && !'lsz'.includes(last)) return base.slice(0, -1);
  return base;
}
