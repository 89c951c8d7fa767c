/** A part of a document that is found and shown on its own: a section, or a piece of a long one. */
export interface Passage {
  /** Text of the nearest heading above, or empty. */
  heading: string;
  /** Where the passage stands in the document's text. */
  start: number;
  end: number;
  /** Whether it begins inside of a code block. */
  fenced: boolean;
}

/** Characters after which a passage ends at the next blank line. */
const GOOD_LENGTH = 900;
/** Characters after which it ends at the next line, wherever that is. */
const MOST_LENGTH = 1_800;
/** Passages of one document; what is beyond counts as part of the last. */
const MOST_PASSAGES = 50_000;

/**
 * Splits Markdown or plain text into passages: the same text always gives the same ones, so that only their numbers
 * need to be kept. `above` is the heading that holds where a text begins that is a part of a longer one. Headings are `#` lines outside of code, and lines underlined with `=`, `-`, `~` or `^`.
 */
export function splitPassages(text: string, above = ''): Passage[] {
  const passages: Passage[] = [];
  let heading = above;
  let fenced = false;
  let start = 0;
  let fence = '';
  const cut = (end: number): void => {
    if (end > start && passages.length < MOST_PASSAGES - 1) {
      passages.push({ heading, start, end, fenced });
      start = end;
      fenced = fence !== '';
    }
  };
  for (let at = 0; at < text.length; ) {
    const next = lineEnd(text, at);
    const code = text.charCodeAt(at);
    if (code === 0x60 || code === 0x7e) {
      const mark = /^(`{3,}|~{3,})/.exec(text.slice(at, Math.min(next, at + 12)))?.[1];
      if (mark !== undefined) {
        if (fence === '') fence = mark;
        else if (mark.startsWith(fence)) fence = '';
      }
    }
    if (fence === '') {
      const found = headingAt(text, at, next);
      if (found !== null) {
        cut(at);
        heading = found;
      } else if (next - start > GOOD_LENGTH && isBlank(text, at, next)) {
        cut(next);
      }
    }
    // A line of megabytes (minified text) must not become one passage.
    while (next - start > 2 * MOST_LENGTH && passages.length < MOST_PASSAGES - 1)
      cut(wholeCharacter(text, start + MOST_LENGTH));
    if (next - start > MOST_LENGTH) cut(next);
    at = next;
  }
  if (start < text.length) passages.push({ heading, start, end: text.length, fenced });
  return passages;
}

/** A place that does not part the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 0x20) return false;
  return true;
}

/** Text of the heading that begins on this line, or null. */
function headingAt(text: string, at: number, next: number): string | null {
  if (text.charCodeAt(at) === 0x23) {
    const found = /^#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*\n?$/.exec(text.slice(at, Math.min(next, at + 300)));
    return found === null ? null : plainHeading(found[1] ?? '');
  }
  const below = text.charCodeAt(next);
  if (below !== 0x3d && below !== 0x2d && below !== 0x7e && below !== 0x5e) return null;
  const line = text.slice(at, next).trimEnd();
  if (line.length < 2 || line.length > 120 || !/^[\p{L}\p{N}`"'(*_.$-]/u.test(line)) return null;
  const underline = text.slice(next, lineEnd(text, next)).trimEnd();
  return /^(=+|-+|~+|\^+)$/.test(underline) && underline.length >= Math.max(3, line.length * 0.7)
    ? plainHeading(line)
    : null;
}

/** A heading without link targets, emphasis and code marks. */
function plainHeading(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]+/g, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>|])/g, '$1')
    .trim();
}
