import { endOfString, groupOf } from './css-scan.js';

/** CSS declarations, by the error recovery of CSS Syntax 3. */

export interface Declaration {
  /** Lower case; custom properties keep their case. */
  name: string;
  /** Without `!important`, comments and escapes; case as written. */
  value: string;
  important: boolean;
}

/** Splits `a:b; c:d` into the declarations that matter. Invalid ones are passed over. */
export function parseDeclarations(text: string): Declaration[] {
  const found: Declaration[] = [];
  for (const part of splitTop(stripComments(text), ';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const raw = unescapeCss(part.slice(0, colon).trim());
    const name = raw.startsWith('--') ? raw : raw.toLowerCase();
    if (groupOf(name) === 0) continue;
    let value = unescapeCss(part.slice(colon + 1).trim());
    const important = /!\s*important\s*$/i.test(value);
    if (important) value = value.replace(/\s*!\s*important\s*$/i, '');
    if (value !== '') found.push({ name, value, important });
  }
  return found;
}

export function stripComments(text: string): string {
  if (!text.includes('/*')) return text;
  const out: string[] = [];
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', from)) {
    out.push(text.slice(from, at));
    const end = text.indexOf('*/', at + 2);
    if (end < 0) return out.join('');
    from = end + 2;
  }
  out.push(text.slice(from));
  return out.join('');
}

export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([\da-fA-F]{1,6})[ \t\n\f]?|([^\n]))/g, (_, hex?: string, char?: string) => {
    if (hex === undefined) return char ?? '';
    const point = Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** Parts between separators that stand outside quotes, brackets and parentheses. */
export function splitTop(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  if (!/[\\"'([]/.test(text)) return text.split(separator);
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\\') at++;
    else if (char === '"' || char === "'") at = endOfString(text, at);
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth = Math.max(0, depth - 1);
    else if (char === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
