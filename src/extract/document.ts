import { type Page, SallyportError } from '../core/index.js';
import type { ExtractOptions } from './options.js';
import { kindOf, readPage } from './page.js';

/** Reads a document of every kind in this thread. Throws `unsupported_type`, `extract_failed`. */
export async function readDocument(input: Uint8Array | string, options: ExtractOptions): Promise<Page> {
  if (kindOf(input, options).kind !== 'pdf') return readPage(input, options);
  throw new SallyportError('unsupported_type', 'PDF is not read yet.');
}
