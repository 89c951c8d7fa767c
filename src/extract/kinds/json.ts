import { asCode, type KindOptions, type KindResult, normalizeLines, plainResult } from './result.js';

/** Containers of plain values that fit in this many characters stand on one line. */
const FLAT_WIDTH = 88;
/** Levels that are indented; deeper ones would make the indentation outgrow the text. */
const MAX_INDENT = 40;

/**
 * JSON set out by its structure. Values, order of keys and duplicate keys stand as they are written (no number is
 * rounded). JSON Lines are set out one by one; what is not JSON stays as it is, and it is said.
 */
export function readJson(text: string, options: KindOptions): KindResult {
  const source = normalizeLines(text.replace(/^\ufeff/, ''));
  const result = plainResult('json-1', '');
  const lines = isJson(source) ? [source] : jsonLines(source);
  if (lines === null) {
    result.notes.push('the body is not valid JSON: it is shown as it came');
    result.text = asCode(source, '', options.format);
  } else result.text = asCode(lines.map(setOut).join('\n'), 'json', options.format);
  if (result.text === '') result.reasons.push('empty');
  return result;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The values of JSON Lines (or of a JSON text sequence, RFC 7464), or null where a line is none. */
function jsonLines(text: string): string[] | null {
  const lines = text.split(/[\n\x1e]+/).filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.every(isJson) ? lines : null;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Valid JSON with line breaks and indentation by structure. */
function setOut(json: string): string {
  const tokens = json.match(TOKEN) ?? [];
  const flat = flatContainers(tokens);
  const out: string[] = [];
  let depth = 0;
  /** Inside a container that stands on one line. */
  let inline = false;
  const newLine = (): void => {
    out.push('\n', '  '.repeat(Math.min(depth, MAX_INDENT)));
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token === '{' || token === '[') {
      out.push(token);
      if (flat.has(i)) inline = true;
      else {
        depth++;
        newLine();
      }
    } else if (token === '}' || token === ']') {
      if (inline) inline = false;
      else {
        depth--;
        newLine();
      }
      out.push(token);
    } else if (token === ',') {
      out.push(token);
      if (inline) out.push(' ');
      else newLine();
    } else out.push(token === ':' ? ': ' : token);
  }
  return out.join('');
}

/** Where containers open that hold plain values only and fit on a line. */
function flatContainers(tokens: readonly string[]): Set<number> {
  const flat = new Set<number>();
  let open = -1;
  let width = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token === '{' || token === '[') {
      open = i;
      width = 0;
    } else if (token === '}' || token === ']') {
      if (open >= 0 && (width <= FLAT_WIDTH || i === open + 1)) flat.add(open);
      open = -1;
    } else width += token.length + 1;
  }
  return flat;
}
