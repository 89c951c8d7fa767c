import type { SallyportError } from '../core/index.js';

/** What one search costs, as far as it is known. */
export interface Price {
  /** US dollars for one search, or null where no figure was found: a cost limit then cannot be kept. */
  usdPerQuery: number | null;
  /** Day on which the figure was read. */
  read: string;
  /** Where it was read, or why there is none. */
  source: string;
}

const READ = '2026-12-01';

const unbilled = (why: string): Price => ({ usdPerQuery: 0, read: READ, source: why });
const unknown = (why: string): Price => ({ usdPerQuery: null, read: READ, source: why });

/** By provider id. Plans differ: a figure is a list price, and the provider's own bill decides. */
export const PRICES: Readonly<Record<string, Price>> = {
  tavily: unknown('one credit for a basic search; what a credit costs depends on the plan'),
  brave: unknown('depends on the plan'),
  exa: unknown('depends on the plan and the contents asked for; each reply states its own cost'),
  anthropic: {
    usdPerQuery: 0.01,
    read: READ,
    source: '10 USD for 1,000 searches, from secondary sources; the tokens of the model come on top',
  },
  searxng: unbilled("the operator's own server"),
  ddgs: unbilled('a local program'),
  command: unbilled('a local program; what it asks may cost something'),
  local: unbilled('no request leaves the machine'),
};

/**
 * Whether a failed search is sure not to have been billed, so that it is handed back to the quota: the provider answered,
 * and with a refusal. A reply that could not be read was served, and one that never came may have been.
 */
export function isUnbilled(error: SallyportError): boolean {
  return typeof error.facts?.['status'] === 'number';
}
