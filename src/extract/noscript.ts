import { parseFragment } from './parse.js';
import { ownText, type Survey } from './survey.js';
import { ELEMENT, type Element } from './tree.js';
import { walk } from './walk.js';

/** A page whose own text is shorter than this, and than what its `noscript` holds, is a shell. In characters. */
const SHELL_TEXT = 1_500;
const MIN_NOSCRIPT = 400;

/**
 * Opens `noscript` in the body of a page that is a shell without it: some forums serve every post there. Returns the
 * sentence for the notes, or null where nothing was opened.
 */
export function openNoscript(survey: Survey): string | null {
  const holders = survey.noscripts.filter((element) => inBody(element) && ownText(element).length >= MIN_NOSCRIPT);
  if (holders.length === 0) return null;
  const own = readableLength(survey.root, SHELL_TEXT);
  const opened = holders.filter((holder) => {
    const nodes = parseFragment(ownText(holder));
    const shadow: Element = { kind: ELEMENT, name: 'div', attrs: {}, children: nodes, parent: holder, dropped: null };
    if (readableLength(shadow, Number.POSITIVE_INFINITY) < Math.max(MIN_NOSCRIPT, own)) return false;
    for (const node of nodes) node.parent = shadow;
    // A div in its place: noscript itself is never shown.
    const { parent } = holder;
    parent!.children[parent!.children.indexOf(holder)] = shadow;
    shadow.parent = parent;
    return true;
  });
  return opened.length > 0 ? 'the page is empty without scripts: the content of noscript was read' : null;
}

function inBody(element: Element): boolean {
  for (let at = element.parent; at; at = at.parent) if (at.name === 'body') return true;
  return false;
}

const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg', 'iframe', 'select', 'textarea']);

/** Characters of readable text below an element, counted up to a limit. */
function readableLength(root: Element, limit: number): number {
  let length = 0;
  walk(root, (node) => {
    if (length > limit) return false;
    if (node.kind === ELEMENT) return node.dropped === null && !UNREAD.has(node.name);
    length += node.value.trim().length;
    return true;
  });
  return length;
}
