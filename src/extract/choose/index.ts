import type { Removal } from '../../core/page.js';
import type { Element } from '../tree.js';
import { chooseByRules } from './rules.js';

/** What choosing reports: sentences for the page's notes, and each removal. */
export interface Choice {
  notes: string[];
  removals: Removal[];
}

/** Marks everything that is not main content as dropped. */
export function choose(root: Element): Choice {
  return { notes: [], removals: chooseByRules(root) };
}
