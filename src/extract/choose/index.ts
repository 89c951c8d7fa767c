import type { Removal } from '../../core/index.js';
import type { Survey } from '../survey.js';
import { chooseByRules } from './rules.js';

/** What choosing reports: sentences for the page's notes, and each removal where `trace` is set. */
export interface Choice {
  notes: string[];
  removals: Removal[];
}

/** Marks everything that is not main content as dropped. */
export function choose(survey: Survey, options: { url: string | null; trace: boolean }): Choice {
  const removals = chooseByRules(survey.root);
  return { notes: [], removals: options.trace ? removals : [] };
}
