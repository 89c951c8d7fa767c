import type { App } from '../app.js';
import type { ToolRow } from '../tool.js';
import { webFetch } from './fetch.js';
import { webQuote } from './quote.js';
import { webNews, webSearch } from './search.js';

/** The table of tools, in the order in which a model is shown them. */
export const TOOLS: readonly ToolRow[] = [webSearch, webNews, webFetch, webQuote];

/** The rows that are there as things are set up: none with the web off, no search without a provider. */
export function availableTools(app: App): readonly ToolRow[] {
  if (!app.settings.web) return [];
  return app.select().provider === null ? [webFetch, webQuote] : TOOLS;
}
