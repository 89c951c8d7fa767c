import { addRemoved, cleanTextCounted, type Removed, removedNotes } from '../../core/index.js';
import { linkTarget, readDestination, targetHost } from './links.js';
import { defuseMarkers } from './markers.js';
import { BRACKET_TOKEN, TAG_START, TOKEN_START } from './special-tokens.js';

export interface SafeOptions {
  /**
   * Whether fenced blocks and code spans are code to be left alone. False for kinds that are data as a whole (JSON,
   * plain text, CSV, XML): in their blocks chat-template tokens and images are defused too, tags stay. Default true.
   */
  code?: boolean;
  /** Address that relative links stand against. */
  base?: string;
}

interface Found {
  removed: Removed;
  images: number;
  links: number;
  forged: number;
  tokens: number;
  markers: number;
}

/**
 * Makes Markdown safe to hand to a model: what a person would not see is taken out, images become their alt text,
 * links other than http(s) lose their target, markup that a host or a chat template could obey is defused. The inside
 * of code is left alone except for control characters and look-alike markers. `notes` says what was changed.
 */
export function safeForModel(markdown: string, options: SafeOptions = {}): { text: string; notes: string[] } {
  const found: Found = { removed: {}, images: 0, links: 0, forged: 0, tokens: 0, markers: 0 };
  const pieces = splitCode(markdown).map((piece) => {
    const clean = cleanTextCounted(piece.text, { keepNewlines: true, inCode: piece.code });
    addRemoved(found.removed, clean.removed);
    if (piece.code && options.code !== false) return clean.text;
    return safeProse(clean.text, { ...options, tags: !piece.code }, found);
  });
  const defused = defuseMarkers(pieces.join(''));
  found.markers = defused.count;
  return { text: defused.text, notes: notesOf(found) };
}

/** One line of a stranger's words (a title, a snippet, a heading) for a place where it is not Markdown. */
export function safeLine(line: string): string {
  const found: Found = { removed: {}, images: 0, links: 0, forged: 0, tokens: 0, markers: 0 };
  const text = cleanTextCounted(line, { keepNewlines: false }).text.replace(/\s+/gu, ' ').trim();
  const plain = text.replace(/!\[/g, '[').replace(/\](?=[([])/g, '] ');
  return defuseMarkers(safeProse(plain, { tags: true }, found)).text;
}

function notesOf(found: Found): string[] {
  const notes = removedNotes(found.removed);
  if (found.images > 0) notes.push(`${found.images} images shown as their alt text`);
  if (found.links > 0) notes.push(`${found.links} links that are not http or https lost their target`);
  if (found.forged > 0) notes.push(`${found.forged} links whose text names another host`);
  if (found.tokens > 0) notes.push(`${found.tokens} tags or chat-template tokens in prose defused`);
  if (found.markers > 0) notes.push(`${found.markers} look-alike markers defused`);
  return notes;
}

const FENCE_OPEN = /^[ \t>*+\-\d.)]{0,40}?(`{3,}(?=[^`\n]*$)|~{3,})/;

/** Cuts the text at its fenced blocks. A block that is never closed runs to the end, as CommonMark has it. */
function splitCode(text: string): { code: boolean; text: string }[] {
  if (!/`{3}|~{3}/.test(text)) return [{ code: false, text }];
  const pieces: { code: boolean; text: string }[] = [];
  let start = 0;
  let open: string | null = null;
  for (let line = 0; line < text.length; ) {
    const newline = text.indexOf('\n', line);
    const next = newline === -1 ? text.length : newline + 1;
    const content = text.slice(line, next).replace(/\r?\n$/, '');
    if (open === null) {
      const marker = FENCE_OPEN.exec(content)?.[1];
      if (marker !== undefined) {
        pieces.push({ code: false, text: text.slice(start, next) });
        start = next;
        open = marker;
      }
    } else if (closes(content, open)) {
      pieces.push({ code: true, text: text.slice(start, line) });
      start = line;
      open = null;
    }
    line = next;
  }
  pieces.push({ code: open !== null, text: text.slice(start) });
  return pieces;
}

function closes(line: string, open: string): boolean {
  const marker = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marker !== undefined && marker[0] === open[0] && marker.length >= open.length;
}

interface Prose extends SafeOptions {
  /** Whether tags are defused as well as tokens. */
  tags: boolean;
}

type Edit = [start: number, end: number, put: string];

const SPECIAL = /\\|`+|!?\[|\]|&lt;|[<＜﹤]/g;

function safeProse(text: string, options: Prose, found: Found): string {
  const tagStart = options.tags ? TAG_START : TOKEN_START;
  const edits: Edit[] = [];
  const brackets: { at: number; image: boolean }[] = [];
  const unclosed = new Set<number>();
  const special = new RegExp(SPECIAL);
  let blank = nextBlank(text, 0);
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    const what = match[0];
    if (at >= blank) {
      // Neither a code span nor a link reaches over a blank line.
      brackets.length = 0;
      unclosed.clear();
      blank = nextBlank(text, at);
    }
    tagStart.lastIndex = at;
    BRACKET_TOKEN.lastIndex = at;
    const token = what === '`' ? null : BRACKET_TOKEN.exec(text);
    if (token !== null) {
      edits.push([at, BRACKET_TOKEN.lastIndex, `(${token[1]})`]);
      found.tokens++;
      special.lastIndex = at + token[0].length;
    } else if (/[<＜﹤\\&]/.test(what[0] as string)) {
      const link = /^<https?:\/\/[^\s<>]{1,4096}>/i.exec(text.slice(at, at + 4_110));
      if (link !== null) special.lastIndex = at + link[0].length;
      else if (tagStart.test(text)) {
        edits.push([at, tagStart.lastIndex, '‹']);
        found.tokens++;
        special.lastIndex = tagStart.lastIndex;
      } else if (what === '\\') {
        // An escaped bracket still reads as a link to whoever does not parse.
        if (text.startsWith('](', at + 1)) edits.push([at + 2, at + 2, ' ']);
        special.lastIndex = at + 2;
      }
    } else if (what[0] === '`') {
      if (options.code === false || unclosed.has(what.length)) continue;
      const end = closingTicks(text, special.lastIndex, what.length, blank);
      if (end === -1) unclosed.add(what.length);
      else special.lastIndex = end;
    } else if (what === ']') {
      const open = brackets.pop();
      if (open !== undefined) special.lastIndex = closeBracket(text, open, at, options, found, edits);
    } else brackets.push({ at, image: what === '![' });
  }
  return applyEdits(text, edits);
}

function nextBlank(text: string, from: number): number {
  const blank = /\n[ \t>]*\n/g;
  blank.lastIndex = from;
  const match = blank.exec(text);
  return match === null ? text.length : match.index + 1;
}

function closingTicks(text: string, from: number, length: number, blank: number): number {
  for (let at = text.indexOf('`', from); at !== -1 && at < blank; at = text.indexOf('`', at)) {
    let end = at;
    while (text.charCodeAt(end) === 0x60) end++;
    if (end - at === length) return end;
    at = end;
  }
  return -1;
}

/** What stands behind a closing bracket decides what the pair was; answers where to read on. */
function closeBracket(
  text: string,
  open: { at: number; image: boolean },
  at: number,
  options: SafeOptions,
  found: Found,
  edits: Edit[],
): number {
  const inside = open.at + (open.image ? 2 : 1);
  const destination = text[at + 1] === '(' ? readDestination(text, at + 2) : null;
  if (open.image) {
    const reference = destination === null ? /^\[[^\]\n]{0,200}\]/.exec(text.slice(at + 1, at + 204)) : null;
    const end = destination?.end ?? at + 1 + (reference?.[0].length ?? 0);
    found.images++;
    edits.push([open.at, inside, ''], [at, end, '']);
    return end;
  }
  if (destination === null) return at + 1;
  const target = linkTarget(destination.url, options.base);
  if (target === null) {
    found.links++;
    edits.push([open.at, inside, ''], [at, destination.end, '']);
    return destination.end;
  }
  const forged = targetHost(text.slice(inside, at), target);
  if (forged !== null) found.forged++;
  edits.push([at, destination.end, `${forged === null ? '' : ` (leads to ${forged})`}](${target})`]);
  return destination.end;
}

function applyEdits(text: string, edits: Edit[]): string {
  if (edits.length === 0) return text;
  edits.sort((a, b) => a[0] - b[0]);
  let out = '';
  let last = 0;
  for (const [start, end, put] of edits) {
    if (start < last) continue;
    out += text.slice(last, start) + put;
    last = end;
  }
  return out + text.slice(last);
}
