import { type KindOptions, type KindResult, normalizeLines, plainResult } from './result.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** Lines by which the delimiter is told. */
const SAMPLE_LINES = 20;

/** Comma-, semicolon-, tab- or pipe-separated values (RFC 4180, and its common relatives) as a Markdown table. */
export function readCsv(text: string, options: KindOptions): KindResult {
  let source = normalizeLines(text.replace(/^\ufeff/, ''));
  const declared = /^sep=(.)\n/i.exec(source);
  if (declared) source = source.slice(declared[0].length);
  const delimiter = options.contentType === 'text/tab-separated-values' ? '\t' : (declared?.[1] ?? delimiterOf(source));
  const rows = parseRows(source, delimiter);
  const result = plainResult('csv-1', rows.length === 0 ? '' : write(rows, options));
  if (rows.length > 0) result.notes.push(`table of ${rows.length - 1} rows and ${rows[0]!.length} columns`);
  return result;
}

/** The delimiter that splits the first lines into the same number of fields most often. */
function delimiterOf(text: string): string {
  const sample = text.split('\n', SAMPLE_LINES).join('\n');
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const widths = parseRows(sample, delimiter).map((row) => row.length);
    const first = widths[0] ?? 1;
    const score =
      first < 2 ? 0 : (widths.filter((width) => width === first).length / widths.length) * Math.min(first, 8);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function parseRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const end = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at < text.length) {
    let field: string;
    if (text[at] === '"') {
      const parts: string[] = [];
      let from = at + 1;
      let quote = text.indexOf('"', from);
      while (quote >= 0 && text[quote + 1] === '"') {
        parts.push(text.slice(from, quote + 1));
        from = quote + 2;
        quote = text.indexOf('"', from);
      }
      const close = quote < 0 ? text.length : quote;
      parts.push(text.slice(from, close));
      // What stands between the closing quote and the next delimiter belongs to the field, as spreadsheets read it.
      const stop = nextBreak(text, Math.min(close + 1, text.length), delimiter);
      field = parts.join('') + text.slice(close + 1, stop);
      at = stop;
    } else {
      const stop = nextBreak(text, at, delimiter);
      field = text.slice(at, stop);
      at = stop;
    }
    row.push(field);
    if (text[at] !== delimiter) end();
    else if (text[at + 1] === undefined || text[at + 1] === '\n') {
      row.push('');
      at++;
      end();
    }
    at++;
  }
  if (row.length > 0) end();
  return rows;
}

function nextBreak(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === delimiter || char === '\n') return at;
  }
  return text.length;
}

function write(rows: readonly string[][], { format }: KindOptions): string {
  if (format === 'text')
    return `${rows.map((row) => row.map((field) => field.replace(/\s+/g, ' ')).join('\t')).join('\n')}\n`;
  if (format === 'html') {
    const cells = (row: readonly string[], name: string): string =>
      row.map((field) => `<${name}>${escapeHtml(field)}</${name}>`).join('');
    const [first = [], ...rest] = rows;
    return `<table><tr>${cells(first, 'th')}</tr>\n${rest.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}</table>\n`;
  }
  const columns = rows[0]!.length;
  const lines = rows.map((row) => `| ${row.map(cell).join(' | ')} |`);
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`);
  return `${lines.join('\n')}\n`;
}

function cell(field: string): string {
  return field
    .trim()
    .replace(/\\(?=\|)/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/\n/g, '<br>');
}

function escapeHtml(field: string): string {
  return field.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>');
}
