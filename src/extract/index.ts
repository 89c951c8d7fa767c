import { asSallyportError, type Page, SallyportError } from '../core/index.js';
import { extractIsolated } from './isolate.js';
import type { DocumentOptions, ExtractOptions } from './options.js';
import { kindOf, readPage } from './page.js';

export type { DocumentOptions, ExtractOptions } from './options.js';
export { countTokens, focus, outline, section, sliceFrom, windowText } from './passages/index.js';

/** From this size on a document is read in a thread of its own, in bytes. */
const ISOLATE_FROM = 256 * 1024;
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Reads one document of a text kind into a page: what it says, without what is around it. Pure and synchronous; a string
 * is taken as decoded text. Any input gives a page or a `SallyportError` (`unsupported_type`, `extract_failed`).
 */
export function extract(input: Uint8Array | string, options: ExtractOptions = {}): Page {
  try {
    return readPage(input, options);
  } catch (thrown) {
    throw failure(thrown);
  }
}

/**
 * Reads one document of any kind, PDF too. What is large or a PDF is read in a thread that is stopped at the deadline. Throws `timeout`,
 * `cancelled`, `unsupported_type`, `extract_failed`.
 */
export async function extractDocument(input: Uint8Array | string, options: DocumentOptions = {}): Promise<Page> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...reading } = options;
  if (signal?.aborted) throw new SallyportError('cancelled', 'Reading the document was cancelled.');
  const isPdf = kindOf(input, reading).kind === 'pdf';
  if (!isPdf && input.length < ISOLATE_FROM) return extract(input, reading);
  return extractIsolated({ input, options: reading }, { timeoutMs, signal });
}

function failure(thrown: unknown): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  return new SallyportError('extract_failed', 'The document could not be read.', {
    cause: asSallyportError(thrown).cause ?? thrown,
  });
}
