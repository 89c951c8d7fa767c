const PART = 12;
const REAL_LENGTH = 6;

/**
 * The product's own keys and the values that the operator marked secret, in any part of twelve characters: as they
 * stand, with anything between their characters, reversed, in another case. Offsets are in `text`.
 */
export function* ownValues(
  text: string,
  values: readonly string[],
  kind: string,
): Generator<{ kind: string; start: number; end: number }> {
  if (values.length === 0) return;
  let compact: Compact | null = null;
  for (const value of values) {
    const exact = value.length >= 4 ? text.indexOf(value) : -1;
    if (exact !== -1) {
      yield { kind, start: exact, end: exact + value.length };
      continue;
    }
    const key = value.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
    if (key.length < REAL_LENGTH) continue;
    compact ??= compactOf(text);
    const found = partOf(key, compact.text) ?? partOf([...key].reverse().join(''), compact.text);
    if (found === null) continue;
    yield { kind, start: compact.at[found.start] as number, end: (compact.at[found.end - 1] as number) + 1 };
  }
}

interface Compact {
  text: string;
  /** Where each character of `text` stands in the original. */
  at: number[];
}

function compactOf(text: string): Compact {
  const at: number[] = [];
  let compact = '';
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)) {
      compact += text[i];
      at.push(i);
    }
  }
  return { text: compact.toLowerCase(), at };
}

function partOf(key: string, text: string): { start: number; end: number } | null {
  const width = Math.min(PART, key.length);
  for (let i = 0; i + width <= key.length; i++) {
    const start = text.indexOf(key.slice(i, i + width));
    if (start === -1) continue;
    let end = start + width;
    for (let j = i + width; j < key.length && end < text.length && text[end] === key[j]; j++) end++;
    return { start, end };
  }
  return null;
}
