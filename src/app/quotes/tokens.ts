export interface Token {
  text: string;
  /** Offset in the folded text. */
  at: number;
}

// Scripts without spaces between words are cut into pairs of characters.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_']*/gu;

/** The words of a folded text, in order. */
export function* tokens(text: string): Generator<Token> {
  for (const match of text.matchAll(WORDS)) {
    const word = match[0];
    if (!UNSPACED.test(word)) yield { text: word, at: match.index };
    else if (word.length < 2) yield { text: word, at: match.index };
    else for (let i = 0; i + 1 < word.length; i++) yield { text: word.slice(i, i + 2), at: match.index + i };
  }
}

export function isUnspaced(character: string | undefined): boolean {
  return character !== undefined && UNSPACED.test(character);
}
