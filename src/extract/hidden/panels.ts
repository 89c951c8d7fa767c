import { ELEMENT, type Element } from '../tree.js';

/** Ways in which tabs and accordions are closed; what is out of sight in other ways is not waiting to be opened. */
const CLOSED = new Set(['display: none', 'zero size', 'hidden attribute', 'visibility', 'aria-hidden', 'opacity']);

/** Words that say that a control opens a menu or a dialogue and not a part of the content. */
const NOT_CONTENT = /menu|nav|search|login|sign|cart|modal|dialog|drawer|cookie|share|lang|sidebar|toc/i;

/**
 * Panels of tabs and accordions: their content is one click away, so a person sees it. Told by what accessible pages
 * declare: `role=tabpanel`, or an id that a control names in `aria-controls` (or Bootstrap's `data-target`).
 */
export class Panels {
  /** How many hidden panels were kept. */
  kept = 0;
  private readonly root: Element;
  private ids: ReadonlySet<string> | null = null;

  constructor(root: Element) {
    this.root = root;
  }

  /** Whether an element that is hidden for `reason` is a panel that a control of the page opens. */
  keeps(element: Element, reason: string): boolean {
    if (!CLOSED.has(reason)) return false;
    const { id, role } = element.attrs;
    if (role !== 'tabpanel') {
      if (id === undefined) return false;
      this.ids ??= controlled(this.root);
      if (!this.ids.has(id)) return false;
    }
    this.kept++;
    return true;
  }
}

/** Ids that controls in the page name. */
function controlled(root: Element): Set<string> {
  const ids = new Set<string>();
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const { attrs } = element;
    const named = attrs['aria-controls'] ?? attrs['data-bs-target'] ?? attrs['data-target'];
    if (named !== undefined && attrs['hidden'] === undefined && attrs['aria-haspopup'] === undefined) {
      const about = `${named} ${attrs['class'] ?? ''} ${attrs['aria-label'] ?? ''}`;
      if (!NOT_CONTENT.test(about)) for (const id of named.split(/\s+/)) if (id !== '') ids.add(id.replace(/^#/, ''));
    }
    for (const child of element.children) if (child.kind === ELEMENT) stack.push(child);
  }
  return ids;
}
