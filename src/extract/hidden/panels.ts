import type { Element } from '../tree.js';

export interface Panels {
  /** How many hidden panels were kept. */
  kept: number;
  /** Whether an element that is hidden for `reason` is a panel that a control of the page opens. */
  keeps(element: Element, reason: string): boolean;
}

/** Ways in which tabs and accordions are closed; what is out of sight in other ways is not waiting to be opened. */
const CLOSED = new Set(['display: none', 'zero size', 'hidden attribute', 'visibility', 'aria-hidden', 'opacity']);

/** Words that say that a control opens a menu or a dialogue and not a part of the content. */
const NOT_CONTENT = /menu|nav|search|login|sign|cart|modal|dialog|drawer|cookie|share|lang|sidebar|toc/i;

/**
 * Panels of tabs and accordions: their content is one click away, so a person sees it. Told by what accessible pages
 * declare: `role=tabpanel`, or an id that a control names in `aria-controls` (or Bootstrap's `data-target`).
 */
export function findPanels(controls: readonly Element[]): Panels {
  const ids = new Set<string>();
  for (const control of controls) {
    const { attrs } = control;
    if (attrs['hidden'] !== undefined || attrs['aria-haspopup'] !== undefined) continue;
    const named = attrs['aria-controls'] ?? attrs['data-bs-target'] ?? attrs['data-target'] ?? '';
    if (NOT_CONTENT.test(`${named} ${attrs['class'] ?? ''} ${attrs['aria-label'] ?? ''}`)) continue;
    for (const id of named.split(/\s+/)) if (id !== '') ids.add(id.replace(/^#/, ''));
  }
  const panels: Panels = {
    kept: 0,
    keeps(element, reason) {
      if (!CLOSED.has(reason)) return false;
      const { id, role } = element.attrs;
      if (role !== 'tabpanel' && (id === undefined || !ids.has(id))) return false;
      panels.kept++;
      return true;
    },
  };
  return panels;
}
