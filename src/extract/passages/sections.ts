import type { Heading } from '../../core/index.js';
import { splitBlocks } from './blocks.js';

export interface PlacedHeading extends Heading {
  /** Offset of the heading's line. */
  start: number;
  /** Where its section ends: at the next heading of its level or above, or at the end of the text. */
  end: number;
}

/** All headings of a Markdown text in order, with the extent of their sections. */
export function outline(markdown: string): PlacedHeading[] {
  const found: PlacedHeading[] = [];
  const open: PlacedHeading[] = [];
  for (const block of splitBlocks(markdown)) {
    if (block.kind !== 'heading') continue;
    while (open.length > 0 && open[open.length - 1]!.level >= block.level) open.pop()!.end = block.start;
    const heading = { level: block.level, text: block.text, start: block.start, end: markdown.length };
    found.push(heading);
    open.push(heading);
  }
  return found;
}

/**
 * One section: from its heading to the next of the same level or above. The heading is found by its text, without
 * regard to case, marks and spacing; else by its anchor (`install-guide`), else by a part that only one heading has.
 * `A > B` asks for `B` under `A`. Null where no heading, or more than one by a part, fits.
 */
export function section(markdown: string, heading: string): { text: string; start: number; end: number } | null {
  const headings = outline(markdown);
  const path = heading.split(/\s>\s/).map(key).filter(Boolean);
  let within = { start: -1, end: markdown.length };
  for (const wanted of path) {
    const inside = headings.filter(({ start, end }) => start > within.start && end <= within.end);
    const found = find(inside, wanted);
    if (found === null) return null;
    within = found;
  }
  if (within.start < 0) return null;
  return { text: markdown.slice(within.start, within.end), start: within.start, end: within.end };
}

function find(headings: readonly PlacedHeading[], wanted: string): PlacedHeading | null {
  const exact = headings.find(({ text }) => key(text) === wanted);
  if (exact) return exact;
  const squeezed = wanted.replace(/ /g, '');
  const anchor = headings.find(({ text }) => key(text).replace(/ /g, '') === squeezed);
  if (anchor) return anchor;
  const numbered = headings.find(({ text }) => key(text).replace(/^[\d ]+ /, '') === wanted.replace(/^[\d ]+ /, ''));
  if (numbered) return numbered;
  const parts = headings.filter(({ text }) => key(text).includes(wanted));
  return parts.length === 1 ? parts[0]! : null;
}

/** What of a heading is compared: letters and digits, lower case. */
function key(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
