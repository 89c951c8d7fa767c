import type { PageFormat } from '../core/index.js';

export interface ExtractOptions {
  /** Address of the document: relative links stand against it, and its extension may say what the document is. */
  url?: string;
  /** The Content-Type header as it came. */
  contentType?: string;
  /** @default 'markdown' */
  format?: PageFormat;
  /** Report each removal in `Page.trace`. @default false */
  trace?: boolean;
}

export interface DocumentOptions extends ExtractOptions {
  /** Time for reading the document, in milliseconds. @default 30_000 */
  timeoutMs?: number;
  signal?: AbortSignal;
}
