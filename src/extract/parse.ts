import { HTML_NS, MATH_NS, type Namespace, ParsedElement, SVG_NS } from './parse/element.js';
import { FLAGS, TagNumbers } from './parse/names.js';
import { Tokenizer } from './parse/tokenizer.js';
import { ELEMENT, type Element, type TreeNode } from './tree.js';

/**
 * Reads HTML into the tree, by the HTML standard's rules, as a browser that runs scripts does. Returns the `html` element.
 * Linear in the length of the source, without recursion; never throws. It differs from a browser only so: comments are
 * left out; the content of `template` stands as its children; at most 512 elements are open at once.
 */
export function parse(html: string): Element {
  const document = new Tokenizer(normalize(html), null).run();
  const root = document.children.find((node) => node.kind === ELEMENT) as Element;
  root.parent = null;
  return root;
}

/** Reads markup as if it stood inside an element named `context`, such as the text that `noscript` holds. */
export function parseFragment(html: string, context = 'body', ns: Namespace = HTML_NS, encoding?: string): TreeNode[] {
  const tag = ns === HTML_NS ? new TagNumbers().of(context) : -1;
  const attrs = encoding === undefined ? '' : ` encoding="${encoding}"`;
  const holder = new ParsedElement(attrs, context, tag, FLAGS[tag] ?? 0, ns, 0, attrs.length);
  const document = new Tokenizer(normalize(html), holder).run();
  return (document.children[0] as Element).children as TreeNode[];
}

export { HTML_NS, MATH_NS, SVG_NS };

/** Line breaks are one character (13.2.3.5). */
function normalize(html: string): string {
  return html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
}
