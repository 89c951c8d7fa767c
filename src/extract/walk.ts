import { type Element, TEXT, type TreeNode } from './tree.js';

/** Visits every node below `root` in document order. `enter` returns false to leave a subtree out. Iterative. */
export function walk(root: Element, enter: (node: TreeNode) => boolean): void {
  const work: TreeNode[] = [];
  for (let at = root.children.length - 1; at >= 0; at--) work.push(root.children[at]!);
  for (let node = work.pop(); node; node = work.pop()) {
    if (!enter(node) || node.kind === TEXT) continue;
    for (let at = node.children.length - 1; at >= 0; at--) work.push(node.children[at]!);
  }
}

/** The text below a node with white space collapsed; dropped subtrees are left out unless `all`. */
export function textOf(node: TreeNode, all = false): string {
  if (node.kind === TEXT) return collapse(node.value);
  const parts: string[] = [];
  walk(node, (child) => {
    if (child.kind === TEXT) parts.push(child.value);
    else if (child.dropped !== null && !all) return false;
    else if (child.name === 'br' || BLOCK.has(child.name)) parts.push(' ');
    return true;
  });
  return collapse(parts.join(''));
}

export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const BLOCK = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** A short address of an element for people: `main#content > p.lead`. */
export function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && steps.length < 3; at = at.parent) {
    const id = at.attrs['id'] ? `#${at.attrs['id']}` : '';
    const name = (at.attrs['class'] ?? '').split(/\s+/).filter(Boolean).slice(0, 2).join('.');
    steps.unshift(`${at.name}${id}${name ? `.${name}` : ''}`);
  }
  return steps.join(' > ').slice(0, 200);
}
