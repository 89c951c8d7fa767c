import { type Block, splitBlocks } from './blocks.js';
import { countTokens, prefixWithin, wholeCharacter } from './tokens.js';

export interface Slice {
  text: string;
  tokens: number;
  /** Offsets into the whole text, in UTF-16 units. */
  start: number;
  end: number;
  /** Where to go on, or null where nothing is left. */
  next: number | null;
}

export interface Window {
  text: string;
  tokens: number;
  start: number;
  end: number;
  truncated: null | { omitted: { start: number; end: number; tokens: number }; next: number };
}

/** Share of the budget for the head; the tail has the rest. */
const HEAD_SHARE = 0.75;
/** Tokens kept for the line that names what was left out. */
const MARKER_TOKENS = 32;
/** Below this budget there is no room for a tail. */
const MIN_FOR_TAIL = 160;
/** A window at least this full ends before a block that does not fit, rather than inside it. */
const FULL_ENOUGH = 0.6;

/**
 * The whole text where it fits into `maxTokens`, else its head and its tail with the range between named. Cuts stand
 * between blocks; inside one only where it alone is larger than the budget, and then between lines, table rows or
 * words. A code block that is cut is closed, so that the text stays whole Markdown.
 */
export function windowText(markdown: string, options: { maxTokens: number; start?: number }): Window {
  const start = clamp(options.start ?? 0, markdown);
  const rest = start === 0 ? markdown : markdown.slice(start);
  const total = countTokens(rest);
  if (total <= options.maxTokens)
    return { text: reopened(markdown, start) + rest, tokens: total, start, end: markdown.length, truncated: null };
  // A budget that the marker would eat up goes to the text; what was left out is said beside it.
  const marked = options.maxTokens > 2 * MARKER_TOKENS;
  const room = marked ? options.maxTokens - MARKER_TOKENS : options.maxTokens;
  const withTail = room >= MIN_FOR_TAIL;
  const head = sliceFrom(markdown, start, withTail ? Math.floor(room * HEAD_SHARE) : room);
  const tailStart = withTail ? tailFrom(markdown, head.end, room - head.tokens) : markdown.length;
  if (head.next === null || tailStart <= head.end) {
    return { text: head.text + markdown.slice(head.end), tokens: total, start, end: markdown.length, truncated: null };
  }
  const omitted = { start: head.end, end: tailStart, tokens: countTokens(markdown.slice(head.end, tailStart)) };
  const truncated = { omitted, next: omitted.start };
  if (!marked) return { text: head.text, tokens: head.tokens, start, end: head.end, truncated };
  const marker = `[… about ${omitted.tokens} tokens are left out here: characters ${omitted.start} to ${omitted.end} …]`;
  const tail = reopened(markdown, tailStart) + markdown.slice(tailStart);
  const text = `${head.text.trimEnd()}\n\n${marker}\n${tail === '' ? '' : `\n${tail.replace(/^\n+/, '')}`}`;
  return { text, tokens: countTokens(text), start, end: markdown.length, truncated };
}

/**
 * The text from `offset` on, at most `maxTokens` of it and not beyond `stop`; each slice starts where the one before
 * ended. Always goes on by at least one character.
 */
export function sliceFrom(markdown: string, offset: number, maxTokens: number, stop = markdown.length): Slice {
  const start = clamp(offset, markdown);
  const limit = Math.min(Math.max(stop, start), markdown.length);
  const blocks = splitBlocks(markdown);
  const first = blockAt(blocks, start);
  const before = reopened(markdown, start, blocks);
  let left = maxTokens - (before === '' ? 0 : countTokens(before));
  let end = start;
  /** Where the window would end without headings that nothing follows. */
  let lastBody = start;
  let after = '';
  for (let i = first; end < limit; i++) {
    const block = blocks[i];
    const pieceEnd = Math.min(block === undefined ? limit : (blocks[i + 1]?.start ?? markdown.length), limit);
    const piece = markdown.slice(end, pieceEnd);
    const cost = countTokens(piece);
    if (cost <= left) {
      left -= cost;
      end = pieceEnd;
      if (block?.kind !== 'heading') lastBody = end;
      continue;
    }
    const alone = cost > maxTokens || end === start;
    const soft = block === undefined || block.kind === 'paragraph' || block.kind === 'list' || block.kind === 'quote';
    if (alone || (soft && left > maxTokens * (1 - FULL_ENOUGH))) {
      const inside = cutInside(piece, left, block);
      if (inside > 0 || lastBody === start) {
        end += Math.max(inside, inside === 0 && end === start ? wholeCharacter(piece, 1) : inside);
        if (end > start) lastBody = end;
        if (block?.kind === 'code' && end < pieceEnd && end > block.start) after = closing(markdown, block);
      }
    }
    break;
  }
  if (end < limit && lastBody > start) end = lastBody;
  const text = before + markdown.slice(start, end) + after;
  return { text, tokens: countTokens(text), start, end, next: end < limit ? end : null };
}

function clamp(offset: number, text: string): number {
  return wholeCharacter(text, Math.min(Math.max(0, Math.floor(offset)), text.length));
}

/** Index of the block that holds the offset, or that comes next. */
function blockAt(blocks: readonly Block[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle + 1]?.start ?? Number.POSITIVE_INFINITY) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How much of a piece fits: whole lines where possible, else words. */
function cutInside(piece: string, budget: number, block: Block | undefined): number {
  let used = 0;
  let at = 0;
  /** Line ends that fit, with the indentation of the line after each. */
  const ends: { at: number; indent: number }[] = [];
  while (at < piece.length) {
    const lineEnd = piece.indexOf('\n', at);
    const next = lineEnd < 0 ? piece.length : lineEnd + 1;
    const cost = countTokens(piece.slice(at, next)) + (lineEnd < 0 ? 0 : 1);
    if (used + cost > budget) break;
    used += cost;
    at = next;
    ends.push({ at, indent: /^[ \t]*/.exec(piece.slice(at, at + 80))![0].length });
  }
  if (at === 0) return prefixWithin(piece, Math.max(budget, 1));
  if (block?.kind !== 'code' || ends.length < 4) return at;
  // In code, the outermost structure among the last lines that fit is the best place to stop.
  const from = Math.floor(ends.length * 0.7);
  let best = ends.length - 1;
  for (let i = ends.length - 1; i >= from; i--) if (ends[i]!.indent < ends[best]!.indent) best = i;
  return ends[best]!.at;
}

/** Where the tail starts: as many whole blocks from the end as fit. */
function tailFrom(markdown: string, from: number, budget: number): number {
  const blocks = splitBlocks(markdown);
  let left = budget;
  let start = markdown.length;
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i]!;
    if (block.start < from) return i === blocks.length - 1 ? lastLines(markdown, from, block, left) : start;
    const cost = countTokens(markdown.slice(block.start, start));
    if (cost > left) return start === markdown.length ? lastLines(markdown, from, block, left) : start;
    left -= cost;
    start = block.start;
  }
  return start;
}

/** The last lines of a block that is too large for the tail as a whole. */
function lastLines(markdown: string, from: number, block: Block, budget: number): number {
  let start = markdown.length;
  let left = budget;
  const least = Math.max(block.start, from);
  while (start > least) {
    const line = Math.max(markdown.lastIndexOf('\n', start - 2) + 1, least);
    const cost = countTokens(markdown.slice(line, start)) + 1;
    if (cost > left || line <= block.start) break;
    left -= cost;
    start = line;
  }
  return start;
}

/** The opening of the code block that an offset stands in, '' outside of code. */
function reopened(markdown: string, offset: number, blocks = offset === 0 ? [] : splitBlocks(markdown)): string {
  const block = blocks[blockAt(blocks, offset)];
  if (block?.kind !== 'code' || offset <= block.start || offset >= block.end) return '';
  const lineEnd = markdown.indexOf('\n', block.start);
  if (lineEnd < 0 || lineEnd >= offset || onlyFence(markdown.slice(offset, block.end))) return '';
  return markdown.slice(block.start, lineEnd + 1);
}

function onlyFence(rest: string): boolean {
  return /^[ >]*(?:`{3,}|~{3,})\s*$/.test(rest);
}

function closing(markdown: string, block: Block): string {
  const line = markdown.slice(block.start, markdown.indexOf('\n', block.start) + 1);
  const match = /^(.*?)(`{3,}|~{3,})/.exec(line);
  return match ? `${match[1]!.replace(/[^>]/g, ' ')}${match[2]}\n` : '';
}
