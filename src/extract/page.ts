import { type CharsetSource, type Page, type PageFormat, SallyportError } from '../core/index.js';
import { decode } from './charset/index.js';
import { HTML_EXTRACTOR, readHtml } from './html.js';
import { HEAD_BYTES, judgeKind, type KindVerdict, readKind } from './kinds/index.js';
import type { ExtractOptions } from './options.js';
import { judgeText } from './quality/index.js';

/** What the body is: from its bytes, else from its text, else from what is declared. */
export function kindOf(input: Uint8Array | string, { contentType, url }: ExtractOptions): KindVerdict {
  const head =
    typeof input === 'string' ? new TextEncoder().encode(input.slice(0, HEAD_BYTES)) : input.subarray(0, HEAD_BYTES);
  return judgeKind(head, contentType, url);
}

interface Decoded {
  text: string;
  charset: string;
  charsetSource: CharsetSource;
  notes: string[];
}

/**
 * Reads a document of any kind but PDF. Pure and synchronous. A string is taken as decoded. Throws `unsupported_type` for
 * what is not text.
 */
export function readPage(input: Uint8Array | string, options: ExtractOptions): Page {
  const verdict = kindOf(input, options);
  const { kind, contentType } = verdict;
  if (verdict.binary) throw unsupported(contentType, input.length);
  if (kind === 'pdf')
    throw new SallyportError('unsupported_type', 'A PDF cannot be read synchronously.', {
      hint: 'Use extractDocument.',
    });
  const decoded: Decoded =
    typeof input === 'string'
      ? { text: input, charset: 'utf-8', charsetSource: 'given', notes: [] }
      : decode(input, {
          contentType: options.contentType,
          kind: kind === 'html' ? 'html' : kind === 'xml' || kind === 'feed' || kind === 'svg' ? 'xml' : 'other',
        });
  const format: PageFormat = options.format ?? 'markdown';
  const url = options.url ?? null;
  const shared = { kind, contentType, charset: decoded.charset, charsetSource: decoded.charsetSource, format };
  if (kind === 'html') {
    const { removals, notes, ...page } = readHtml(decoded.text, { url, format, trace: options.trace === true });
    return {
      extractor: HTML_EXTRACTOR,
      ...shared,
      ...page,
      notes: [...decoded.notes, ...notes],
      ...(options.trace ? { trace: removals } : {}),
    };
  }
  const { reasons, notes, ...page } = readKind(kind, decoded.text, { contentType, url, format });
  const quality = judgeText(page, reasons);
  return { ...shared, ...page, quality, notes: [...decoded.notes, ...notes], ...(options.trace ? { trace: [] } : {}) };
}

export function unsupported(contentType: string, size: number): SallyportError {
  return new SallyportError('unsupported_type', `The document is ${contentType} (${size} bytes), which is not text.`, {
    hint: 'Only text kinds and PDF can be read.',
    facts: { contentType, bytes: size },
  });
}
