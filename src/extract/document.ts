import type { Page } from '../core/index.js';
import { readPdf } from './kinds/index.js';
import type { ExtractOptions } from './options.js';
import { kindOf, readPage } from './page.js';
import { judgeText } from './quality/index.js';

/** Reads a document of every kind in this thread. Throws `unsupported_type`, `extract_failed`. */
export async function readDocument(input: Uint8Array | string, options: ExtractOptions): Promise<Page> {
  const { kind, contentType } = kindOf(input, options);
  if (kind !== 'pdf' || typeof input === 'string') return readPage(input, options);
  const format = options.format ?? 'markdown';
  const { reasons, notes, ...page } = await readPdf(input, { url: options.url ?? null, format });
  const quality = judgeText(page, reasons);
  return {
    kind,
    contentType,
    charset: 'utf-8',
    charsetSource: 'given',
    format,
    ...page,
    quality,
    notes,
    ...(options.trace ? { trace: [] } : {}),
  };
}
