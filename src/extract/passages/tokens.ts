import { estimateTokenCount } from 'tokenx';

/** Characters of a text whose tokens are counted one by one; the rest of a longer one is reckoned from them. */
const COUNTED = 1_000_000;

/** Tokens of a text, estimated (within a few per cent for English and Markdown). Linear, and bounded for huge texts. */
export function countTokens(text: string): number {
  if (text.length <= COUNTED) return estimateTokenCount(text);
  return Math.ceil((estimateTokenCount(text.slice(0, COUNTED)) * text.length) / COUNTED);
}

/**
 * The longest prefix of `text` within `budget` tokens, as a length; at least one character, never half a surrogate
 * pair, at a space where one is near.
 */
export function prefixWithin(text: string, budget: number): number {
  let low = 0;
  let high = wholeCharacter(text, Math.min(text.length, Math.max(16, budget * 24)));
  if (countTokens(text.slice(0, high)) > budget) {
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (countTokens(text.slice(0, wholeCharacter(text, middle))) <= budget) low = middle;
      else high = middle;
    }
  } else low = high;
  const space = text.lastIndexOf(' ', low);
  if (low < text.length && space > low * 0.8) low = space + 1;
  return wholeCharacter(text, Math.max(low, 1));
}

/** The offset itself, or one further where it would stand between two halves of one character. */
export function wholeCharacter(text: string, offset: number): number {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  const split = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
  return split ? offset + 1 : offset;
}
