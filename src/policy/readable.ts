import { LETTER_COSTS } from './letter-costs.js';

const EDGE = 26;
const costs = Uint8Array.from(LETTER_COSTS, (digit) => Number.parseInt(digit, 36));

/**
 * How surprising a word's letters are, in bits a letter: about 3 for words and names of European languages, 6 and more
 * for random letters. Only `a` to `z` count; give it lower case without accents.
 */
export function letterCost(word: string): number {
  return letterBits(word) / (word.length + 1);
}

/** The whole surprise of a word in bits, its end included. */
export function letterBits(word: string): number {
  let first = EDGE;
  let second = EDGE;
  let half = 0;
  for (let i = 0; i <= word.length; i++) {
    const letter = i === word.length ? EDGE : Math.min(EDGE, Math.max(0, word.charCodeAt(i) - 97));
    half += costs[(first * 27 + second) * 27 + letter] as number;
    first = second;
    second = letter;
  }
  return half / 2;
}

/** Latin letters without their accents, lower case: `Größe` is `grosse`. Other scripts stay as they are. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  if (/^[\0-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[øœ]/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .replace(/[đð]/g, 'd')
    .replace(/þ/g, 'th')
    .replace(/ı/g, 'i');
}
