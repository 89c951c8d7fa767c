import { type Clock, SallyportError, systemClock } from '../../core/index.js';
import { isoDate } from '../metadata/dates.js';
import { type Line, linesOf, type PdfItem, writePages } from './pdf-layout.js';
import { addressesIn, type KindOptions, type KindResult, plainResult } from './result.js';

export interface PdfOptions extends Pick<KindOptions, 'url' | 'format'> {
  /** Pages that are read. Default 500. */
  maxPages?: number;
  /** Characters after which no further page is read. Default 4,000,000. */
  maxCharacters?: number;
  /** Milliseconds after which no further page is begun. Default 20,000. */
  maxMs?: number;
  clock?: Clock;
}

/** A page with fewer characters than this is a picture of a page. */
const MIN_PAGE_CHARACTERS = 8;

/**
 * The text of a PDF with its page numbers, and headings where the size of letters tells them. Loads its parser on
 * first use. Throws `extract_failed` for what is damaged or locked. Best run in a thread that can be stopped: one page
 * may take long.
 */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<KindResult> {
  const { maxPages = 500, maxCharacters = 4_000_000, maxMs = 20_000, clock = systemClock } = options;
  const deadline = clock() + maxMs;
  const { getDocumentProxy } = await import('unpdf');
  // The parser takes the buffer over: it gets its own copy.
  const pdf = await getDocumentProxy(bytes.slice(), {
    verbosity: 0,
    isEvalSupported: false,
    stopAtErrors: false,
  }).catch(refuse);
  try {
    const pages: Line[][] = [];
    const result = plainResult('pdf-1', '');
    let characters = 0;
    let unreadable = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      if (number > maxPages || characters > maxCharacters || clock() > deadline) {
        const why =
          number > maxPages
            ? 'the limit of pages'
            : characters > maxCharacters
              ? 'the limit of characters'
              : 'the time';
        result.notes.push(`only ${number - 1} of ${pdf.numPages} pages were read: ${why} was reached`);
        break;
      }
      const lines = await pdf
        .getPage(number)
        .then(async (page) => {
          const { items } = await page.getTextContent();
          page.cleanup();
          return linesOf(items as PdfItem[]);
        })
        .catch(() => null);
      if (lines === null) unreadable++;
      pages.push(lines ?? []);
      for (const { text } of lines ?? []) characters += text.length;
    }
    const written = writePages(pages, options.format);
    result.text = written.text;
    result.outline = written.outline;
    result.notes.push(...written.notes);
    if (unreadable > 0) result.notes.push(`${unreadable} pages are damaged and were left out`);
    await readInfo(pdf, result);
    result.reasons = written.text === '' ? ['empty'] : [];
    result.links = addressesIn(written.text);
    judgeText(result, pages, characters, written.text);
    return result;
  } finally {
    await pdf.destroy().catch(() => undefined);
  }
}

function refuse(cause: unknown): never {
  const locked = cause instanceof Error && cause.name === 'PasswordException';
  throw new SallyportError(
    'extract_failed',
    locked ? 'The PDF is locked with a password.' : 'The PDF is damaged and cannot be read.',
    {
      hint: locked ? 'Ask for a copy without a password.' : 'Fetch it again, or look for another copy.',
      cause,
    },
  );
}

interface PdfInfo {
  getMetadata(): Promise<{ info: object }>;
}

async function readInfo(pdf: PdfInfo, result: KindResult): Promise<void> {
  const info = await pdf.getMetadata().then(
    ({ info: found }) => found as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const text = (name: string): string | null => {
    const value = info[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  result.title = text('Title') ?? result.outline[0]?.text ?? null;
  result.byline = text('Author');
  result.lang = text('Language');
  result.published = pdfDate(text('CreationDate'));
  result.modified = pdfDate(text('ModDate'));
}

/** `D:20240503120000+02'00'` (ISO 32000-1, 7.9.4). */
function pdfDate(value: string | null): string | null {
  const match = /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2})?'?(\d{2})?/.exec(value ?? '');
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zone, zoneMinutes] = match;
  const time =
    hour === undefined
      ? ''
      : `T${hour}:${minute}:${second ?? '00'}${zone === undefined ? '' : zone === 'Z' ? 'Z' : `${zone}:${zoneMinutes ?? '00'}`}`;
  return isoDate(`${year}-${month}-${day}${time}`);
}

function judgeText(result: KindResult, pages: readonly Line[][], characters: number, text: string): void {
  if (pages.length > 0 && characters < pages.length * MIN_PAGE_CHARACTERS) {
    result.reasons = ['image-only'];
    result.notes.push('the PDF holds pictures of pages and no text');
    return;
  }
  const broken = (text.match(/[\ufffd\ue000-\uf8ff\0]/g) ?? []).length;
  if (broken * 20 > text.length) {
    result.reasons = ['replacement-characters'];
    result.notes.push('a font of the PDF does not say what its characters mean: part of the text cannot be read');
  }
}
