import { isUtf8 } from 'node:buffer';
import { badResponse } from './failures.js';

/** What stands before a body, read from the raw header lines. */
export interface ResponseHead {
  status: number;
  /** Lower-case names, values without control characters, repeated ones joined by `, `. */
  headers: Record<string, string>;
}

/** Header text is a stranger's text: control characters (C0, DEL, C1) would reach terminals and fences. */
export function readHead(status: number, raw: readonly (Buffer | string)[]): ResponseHead {
  const headers: Record<string, string> = Object.create(null);
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = text(raw[i]!).toLowerCase();
    const value = (name === 'location' ? utf8OrLatin1(raw[i + 1]!) : text(raw[i + 1]!))
      .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
      .trim();
    const before = headers[name];
    // Two targets are an ambiguity that a cache or a proxy in between may read the other way.
    if (name === 'location' && before !== undefined && before !== value) {
      throw badResponse('two-locations', 'The redirect names two different targets.');
    }
    headers[name] = before === undefined || name === 'location' ? value : `${before}, ${value}`;
  }
  return { status, headers };
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}

/** Servers send raw UTF-8 in Location, which no RFC allows and every browser follows. */
function utf8OrLatin1(value: Buffer | string): string {
  if (typeof value === 'string' || !isUtf8(value)) return text(value);
  return value.toString('utf8');
}
