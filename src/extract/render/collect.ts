import { type Element, TEXT, type TreeNode } from '../tree.js';

/** All text of a subtree, dropped parts left out; iterative, so that depth cannot overflow the stack. */
export function collectText(root: Element): string {
  const parts: string[] = [];
  visit(root, (text) => parts.push(text));
  return parts.join('');
}

/** Calls `onText` for each text in document order; `skip` leaves a subtree out, `onElement` sees each element first. */
export function visit(
  root: Element,
  onText: (text: string) => void,
  skip: (element: Element) => boolean = never,
  onEnd: (element: Element) => void = nothing,
): void {
  const path: Element[] = [root];
  const next: number[] = [0];
  while (path.length > 0) {
    const top = path.length - 1;
    const element = path[top]!;
    const child = element.children[next[top]!++];
    if (child === undefined) {
      onEnd(element);
      path.pop();
      next.pop();
    } else if (child.kind === TEXT) onText(child.value);
    else if (child.dropped === null && !skip(child)) {
      path.push(child);
      next.push(0);
    }
  }
}

function never(): boolean {
  return false;
}

function nothing(): void {}

/** The text of a small subtree, or null where it is larger than `nodes` nodes or `characters` characters. */
export function shortText(root: Element, nodes: number, characters: number): string | null {
  let text = '';
  let left = nodes;
  const stack: TreeNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (--left < 0) return null;
    if (node.kind === TEXT) text += node.value;
    else if (node.dropped === null) {
      if (node.children.length > left) return null;
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
    }
    if (text.length > characters) return null;
  }
  return text;
}
