import { letterCost, plainLetters } from '../readable.js';

export interface Shape {
  length: number;
  lower: number;
  upper: number;
  digits: number;
  /** Characters that are neither letters nor digits. */
  other: number;
  /** Share of neighbours that differ in class (lower, upper, digit): about 0.6 for random base62, 0.2 for names. */
  changes: number;
}

export function shapeOf(text: string): Shape {
  const shape: Shape = { length: text.length, lower: 0, upper: 0, digits: 0, other: 0, changes: 0 };
  let last = 0;
  let changed = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = code >= 97 && code <= 122 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 48 && code <= 57 ? 3 : 4;
    if (kind === 1) shape.lower++;
    else if (kind === 2) shape.upper++;
    else if (kind === 3) shape.digits++;
    else shape.other++;
    if (i > 0 && kind !== last) changed++;
    last = kind;
  }
  shape.changes = text.length < 2 ? 0 : changed / (text.length - 1);
  return shape;
}

/** Whether a token is made of words: its letters, cut at separators, digits and humps, cost what words cost. */
export function readsAsWords(token: string): boolean {
  const words = plainLetters(token.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')).match(
    /\p{L}+/gu,
  );
  if (words === null) return false;
  let letters = 0;
  let bits = 0;
  for (const word of words) {
    letters += word.length;
    // Scripts without a table of costs are words; nobody encodes keys in them.
    bits += /^[a-z]+$/.test(word) ? letterCost(word) * (word.length + 1) : 3 * (word.length + 1);
  }
  const digits = token.replace(/\D/g, '').length;
  return bits / (letters + words.length) < 4.9 && letters / words.length >= 2.4 && digits <= letters / 2;
}

/** Whether a token looks drawn from a hat: base62 or base64, mixed through and through, long enough to say so. */
export function looksRandom(token: string, fewest: number): boolean {
  const body = token.replace(/=+$/, '');
  if (body.length < fewest) return false;
  const shape = shapeOf(body);
  if (shape.lower === 0 || shape.upper === 0) return false;
  if (shape.digits === 0 && body.length < 32) return false;
  return shape.changes >= 0.3 && !readsAsWords(body);
}
