/** Where literal characters need a backslash in GitHub-flavoured Markdown, and nowhere else. */

const SPECIAL = /[\\`*_~<&[\](:|!]/;

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /\s/;

export function isSpace(char: string): boolean {
  return char === '' || SPACE.test(char);
}

export function isPunctuation(char: string): boolean {
  if (char === '') return false;
  return char.charCodeAt(0) < 128 ? ASCII_PUNCTUATION.test(char) : PUNCTUATION.test(char);
}

export function isWord(char: string): boolean {
  return !isSpace(char) && !isPunctuation(char);
}

/** Whether a run of `*` between these characters can open emphasis (CommonMark 6.2, left-flanking). */
export function canOpen(before: string, after: string): boolean {
  return !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
}

/** Whether a run of `*` between these characters can close emphasis (CommonMark 6.2, right-flanking). */
export function canClose(before: string, after: string): boolean {
  return !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
}

export interface EscapeContext {
  inLink: boolean;
  /** Inside emphasis of ours: a literal opener would take our closer. */
  inMark: boolean;
  inCell: boolean;
  /** White space follows the text. */
  trailing: boolean;
}

/** `text` with a backslash before what Markdown would read as markup. `before`: the character written last. */
export function escapeText(text: string, before: string, context: EscapeContext): string {
  if (!SPECIAL.test(text)) return text;
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // The characters of SPECIAL lie in three small ranges; letters and digits are passed over quickly.
    if ((code > 96 && code !== 124 && code !== 126) || (code > 47 && code < 58) || (code > 64 && code < 91)) continue;
    const char = text[i]!;
    if (!SPECIAL.test(char)) continue;
    const previous = i > 0 ? text[i - 1]! : before;
    // What follows the text is not known yet, unless it is white space: a word character is the careful guess.
    const next = i + 1 < text.length ? text[i + 1]! : context.trailing ? ' ' : '?';
    if (!mustEscape(char, previous, next, text, i, context)) continue;
    out += `${text.slice(from, i)}\\`;
    from = i;
  }
  return out + text.slice(from);
}

function mustEscape(
  char: string,
  previous: string,
  next: string,
  text: string,
  at: number,
  context: EscapeContext,
): boolean {
  switch (char) {
    case '`':
      return true;
    case '\\':
      return isPunctuation(next);
    case '*':
      return canClose(previous, next) || (context.inMark && canOpen(previous, next));
    case '~':
      return !isSpace(previous) && (previous === '~' || next === '~' || canClose(previous, next));
    case '_':
      return canClose(previous, next) && (!canOpen(previous, next) || isPunctuation(next));
    case '<':
      return /[a-zA-Z/!?]/.test(next) || at + 1 === text.length;
    case '&':
      return /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][\da-zA-Z]{1,31});/.test(text.slice(at, at + 34));
    case '[':
      return context.inLink || next === '^' || previous === ']' || previous === '!';
    case ']':
      return context.inLink;
    case '(':
      return previous === ']';
    case ':':
      return previous === ']';
    case '|':
      return context.inCell;
    default:
      return false;
  }
}

const LINE_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|=+\s*$|(?:-\s*){2,}$|(?:_\s*){3,}$|~{3}|\|)/;
const NUMBER_START = /^(\d{1,9})([.)])(?=\s|$)/;

/** A paragraph's lines with a backslash where the start of a line would make it another block. */
export function escapeLineStarts(block: string): string {
  if (!block.includes('\n')) return escapeLineStart(block);
  return block.split('\n').map(escapeLineStart).join('\n');
}

function escapeLineStart(line: string): string {
  const code = line.charCodeAt(0);
  // Letters, quotes and everything beyond ASCII begin no block.
  if (code > 126 || (code > 96 && code < 124) || (code > 64 && code < 91)) return line;
  if (LINE_START.test(line)) return `\\${line}`;
  const number = NUMBER_START.exec(line);
  return number ? `${number[1]}\\${line.slice(number[1]!.length)}` : line;
}
