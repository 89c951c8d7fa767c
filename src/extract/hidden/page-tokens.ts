import { splitTop } from './css-text.js';

/** Pseudo-elements and states: such a selector matches no element at rest. Others are looked at when parsed. */
const NEVER =
  /:(?::|hover|focus|active|visited|before|after|target|placeholder|selection|host|slotted|nth-|first-l|-moz|-webkit|-ms)/i;

/**
 * The selectors of a list that can match on a page whose classes and ids (`.class`, `#id`) are `tokens`. Most rules of
 * most sheets are for other pages of the site.
 */
export function presentSelectors(list: string, tokens: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const part of splitTop(list, ',')) {
    // What asks with brackets or escapes is looked at when it is parsed.
    const simple = !/[\\([:]/.test(part);
    if (simple ? !isPresent(part, tokens) : NEVER.test(part) || (!/[\\([]/.test(part) && !isPresent(part, tokens)))
      continue;
    found.push(part.trim());
  }
  return found;
}

function isPresent(selector: string, tokens: ReadonlySet<string>): boolean {
  for (let at = 0; at < selector.length; at++) {
    const code = selector.charCodeAt(at);
    if (code !== 46 && code !== 35) continue;
    let end = at + 1;
    while (end < selector.length && !endsName(selector.charCodeAt(end))) end++;
    if (!tokens.has(selector.slice(at, end))) return false;
    at = end - 1;
  }
  return true;
}

/** White space, `.`, `#`, `:` and the combinators end a name. */
function endsName(code: number): boolean {
  return code <= 32 || code === 46 || code === 35 || code === 58 || code === 62 || code === 43 || code === 126;
}
