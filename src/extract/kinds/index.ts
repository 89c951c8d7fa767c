import { readCsv } from './csv.js';
import { readFeed } from './feed.js';
import { readJson } from './json.js';
import { readMarkdown } from './markdown.js';
import { languageOf } from './media-types.js';
import {
  addressesIn,
  asCode,
  type KindOptions,
  type KindResult,
  normalizeLines,
  plainResult,
  type TextKind,
} from './result.js';
import { readSvg } from './svg.js';

export { HEAD_BYTES, judgeKind, type KindVerdict } from './judge.js';
export { type PdfOptions, readPdf } from './pdf.js';
export type { KindOptions, KindResult, TextKind } from './result.js';

/** Reads decoded text of any kind but HTML. A feed that turns out to be none is shown as XML or JSON. Never throws. */
export function readKind(kind: TextKind, text: string, options: KindOptions): KindResult {
  switch (kind) {
    case 'json':
      return readJson(text, options);
    case 'markdown':
      return readMarkdown(text, options);
    case 'csv':
      return readCsv(text, options);
    case 'svg':
      return readSvg(text, options);
    case 'feed':
      return readFeed(text, options) ?? readKind(/^\s*[{[]/.test(text) ? 'json' : 'xml', text, options);
    case 'xml':
      return readFeed(text, options) ?? readCode(text, 'xml', 'xml-1', options);
    case 'code':
      return readCode(text, languageOf(options.url, options.contentType), 'code-1', options);
    case 'text':
      return readText(text);
  }
}

function readCode(text: string, language: string, extractor: string, options: KindOptions): KindResult {
  const result = plainResult(extractor, asCode(normalizeLines(text), language, options.format));
  result.links = addressesIn(text);
  return result;
}

function readText(text: string): KindResult {
  const result = plainResult('text-1', normalizeLines(text));
  result.links = addressesIn(text);
  return result;
}
