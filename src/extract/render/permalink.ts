import type { Element } from '../tree.js';
import { shortText } from './collect.js';

const SYMBOLS = /^(?:[\s¶#§🔗↩↵⚓∞]|\ufe0e|\ufe0f)*$/u;
const NAMED =
  /(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?link|heading-?anchor|anchor-?link|permalink|hash-?link|self-?link|viewcode-link|viewcode-back)(?:$|[\s_-])/i;

/** Whether a link only points at the heading it stands in: a pilcrow, a hash, a chain, or nothing but an icon. */
export function isPermalink(link: Element): boolean {
  const href = link.attrs['href'];
  const names = link.attrs['class'];
  const named = names !== undefined && NAMED.test(names);
  if (!named && (href === undefined || !href.includes('#'))) return hasViewcode(link);
  const text = shortText(link, 14, 60);
  if (text === null) return false;
  return (
    SYMBOLS.test(text) ||
    (named && /^(?:permalink|permanent link|link to this|direct link|anchor|\[source\])/i.test(text.trim()))
  );
}

/** Sphinx writes the link to the source as a span inside a link without a class that tells. */
function hasViewcode(link: Element): boolean {
  const [only, more] = link.children;
  return more === undefined && only?.kind === 1 && only.attrs['class'] === 'viewcode-link';
}
