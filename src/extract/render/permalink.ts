import { type Element, TEXT } from '../tree.js';

const SYMBOLS = /^(?:[\s¶#§🔗↩↵⚓∞]|\ufe0e|\ufe0f)*$/u;
const NAMED =
  /(?:^|[\s_-])(?:headerlink|header-?anchor|heading-?link|heading-?anchor|anchor-?link|permalink|hash-?link|self-?link|viewcode-link|viewcode-back)(?:$|[\s_-])/i;

/** Whether a link only points at the heading it stands in: a pilcrow, a hash, a chain, or nothing but an icon. */
export function isPermalink(link: Element): boolean {
  const href = link.attrs['href'];
  const names = link.attrs['class'];
  const named = names !== undefined && NAMED.test(names);
  if (!named && (href === undefined || !href.includes('#'))) return hasViewcode(link);
  const text = shortText(link);
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

/** The text of a small subtree, or null where it is longer than a permalink's. */
function shortText(link: Element): string | null {
  let text = '';
  let seen = 0;
  const queue = [...link.children];
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    if (++seen > 12) return null;
    if (node.kind === TEXT) text += node.value;
    else if (node.children.length > 6) return null;
    else queue.unshift(...node.children);
    if (text.length > 60) return null;
  }
  return text;
}
