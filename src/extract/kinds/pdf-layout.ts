import type { Heading, PageFormat } from '../../core/index.js';

/** What is used of a text item of PDF.js. */
export interface PdfItem {
  str?: string;
  /** a, b, c, d, x, y: `d` (or `b`, where turned) is the height of the letters, x and y the place on the page. */
  transform?: number[];
  width?: number;
  hasEOL?: boolean;
}

export interface Line {
  text: string;
  /** Height of its letters, in points. */
  size: number;
  x: number;
  y: number;
}

/** Text items in the order of the file as lines: items on one height belong together. */
export function linesOf(items: readonly PdfItem[]): Line[] {
  const lines: Line[] = [];
  let open: (Line & { end: number }) | null = null;
  const close = (): void => {
    const text = open?.text.replace(/[\s\0]+/g, ' ').trim();
    if (open !== null && text) lines.push({ text, size: open.size, x: open.x, y: open.y });
    open = null;
  };
  for (const { str = '', transform = [], width = 0, hasEOL } of items) {
    const size = Math.round(Math.hypot(transform[2] ?? 0, transform[3] ?? 0) * 2) / 2;
    const x = transform[4] ?? 0;
    const y = transform[5] ?? 0;
    const current = open as (Line & { end: number }) | null;
    if (current !== null && str !== '' && Math.abs(current.y - y) > Math.max(2, current.size * 0.6)) close();
    const line = open as (Line & { end: number }) | null;
    if (line === null) {
      if (str.trim() !== '') open = { text: str, size, x, y, end: x + width };
    } else if (str !== '') {
      // A gap of a quarter of a letter's height is a space that was not written.
      const gap = x - line.end > line.size * 0.22 && !/\s$/.test(line.text) && !/^\s/.test(str);
      line.text += (gap ? ' ' : '') + str;
      line.end = x + width;
      if (str.trim() !== '') line.size = Math.max(line.size, size);
    }
    if (hasEOL) close();
  }
  close();
  return lines;
}

/** Letters this much larger than the body's are a heading. */
const HEADING_RATIO = 1.15;
const MAX_HEADING = 140;
/** From this number of pages on, what repeats at the top or bottom of most of them is no content. */
const MIN_PAGES_FOR_MARGINS = 4;

/** Pages as text with their numbers, paragraphs joined from lines, headings by size. */
export function writePages(
  pages: readonly Line[][],
  format: PageFormat,
): { text: string; outline: Heading[]; notes: string[] } {
  const body = bodySize(pages);
  const levels = headingSizes(pages, body);
  const margins = repeatedMargins(pages);
  const outline: Heading[] = [];
  const parts: string[] = [];
  pages.forEach((lines, index) => {
    const kept = lines.filter((line, at) => !((at < 2 || at >= lines.length - 2) && margins.has(shape(line.text))));
    if (kept.length === 0) return;
    parts.push(tagged(`[page ${index + 1}]`, 'p', format));
    for (const block of blocksOf(kept, levels)) {
      if (block.level > 0) outline.push({ level: block.level, text: block.text });
      parts.push(tagged(block.text, block.level === 0 ? 'p' : `h${block.level}`, format));
    }
  });
  const notes = margins.size === 0 ? [] : [`running heads and feet left out: ${margins.size}`];
  return { text: parts.length === 0 ? '' : `${parts.join(format === 'html' ? '\n' : '\n\n')}\n`, outline, notes };
}

function tagged(text: string, name: string, format: PageFormat): string {
  if (format === 'html') return `<${name}>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</${name}>`;
  if (format === 'text') return text;
  const marked = text.replace(/[\\`*_<]/g, '\\$&').replace(/^(#{1,6}\s|[-+>]\s|\d{1,9}[.)]\s)/, '\\$1');
  return name === 'p' ? marked : `${'#'.repeat(Number(name[1]))} ${marked}`;
}

/** The size that most characters have. */
function bodySize(pages: readonly Line[][]): number {
  const bySize = new Map<number, number>();
  for (const lines of pages)
    for (const { size, text } of lines) bySize.set(size, (bySize.get(size) ?? 0) + text.length);
  let best = 0;
  let most = 0;
  for (const [size, count] of bySize) {
    if (count > most) {
      best = size;
      most = count;
    }
  }
  return best;
}

/** Sizes of headings with their levels, the largest first. */
function headingSizes(pages: readonly Line[][], body: number): Map<number, number> {
  const sizes = new Set<number>();
  for (const lines of pages)
    for (const { size, text } of lines)
      if (size > body * HEADING_RATIO && text.length <= MAX_HEADING && /\p{L}/u.test(text)) sizes.add(size);
  return new Map([...sizes].sort((a, b) => b - a).map((size, index) => [size, Math.min(index + 1, 6)]));
}

/** Lines that stand at the top or bottom of most pages, numbers aside. */
function repeatedMargins(pages: readonly Line[][]): Set<string> {
  const counts = new Map<string, number>();
  const filled = pages.filter((lines) => lines.length > 4);
  if (filled.length < MIN_PAGES_FOR_MARGINS) return new Set();
  for (const lines of filled) {
    const edge = new Set([...lines.slice(0, 2), ...lines.slice(-2)].map(({ text }) => shape(text)));
    for (const text of edge) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > filled.length * 0.6).map(([text]) => text));
}

function shape(text: string): string {
  return text.replace(/\d+/g, '0');
}

function blocksOf(lines: readonly Line[], levels: ReadonlyMap<number, number>): { text: string; level: number }[] {
  const blocks: { text: string; level: number }[] = [];
  const gaps = lines
    .slice(1)
    .map((line, i) => lines[i]!.y - line.y)
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length / 3)] ?? 0;
  lines.forEach((line, i) => {
    const level = line.text.length <= MAX_HEADING && /\p{L}/u.test(line.text) ? (levels.get(line.size) ?? 0) : 0;
    const before = lines[i - 1];
    const last = blocks[blocks.length - 1];
    const gap = before === undefined ? 0 : before.y - line.y;
    const goesOn =
      before !== undefined &&
      last !== undefined &&
      last.level === level &&
      before.size === line.size &&
      gap > 0 &&
      gap <= usual * 1.35 + 1;
    if (goesOn && !/^(?:[•▪◦‣–-]|\(?\d{1,3}[.)])\s/.test(line.text)) last.text = join(last.text, line.text);
    else blocks.push({ text: line.text, level });
  });
  return blocks;
}

/** A word that is broken at the end of a line is whole again. */
function join(before: string, after: string): string {
  return /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : `${before} ${after}`;
}
