import { type Block, splitBlocks } from './blocks.js';
import { termsOf } from './terms.js';
import { countTokens } from './tokens.js';

export interface Passage {
  /** The headings that the passage stands under, outermost first. */
  heading: string[];
  start: number;
  end: number;
  score: number;
}

export interface Focused {
  text: string;
  passages: Passage[];
  tokens: number;
}

interface Unit {
  block: Block;
  path: number[];
  terms: Map<string, number>;
  length: number;
  cost: number;
  score: number;
}

/** BM25's saturation and length constants. */
const K1 = 1.2;
const B = 0.5;
/** What a term in the headings above counts, against one in the text. */
const HEADING_WEIGHT = 0.5;
/** What a passage takes over from its neighbours. */
const NEIGHBOUR = 0.35;

/**
 * The passages that answer a question, in page order, within `maxTokens`: blocks are ranked by BM25 with the words
 * of the headings above them and of their neighbours, and the best are taken with what leads to them.
 */
export function focus(markdown: string, question: string, options: { maxTokens: number }): Focused {
  const blocks = splitBlocks(markdown);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const units = unitsOf(markdown, blocks);
  score(units, headings, termsOf(question));
  const chosen = choose(units, options.maxTokens, headings);
  return assemble(markdown, units, headings, chosen);
}

function unitsOf(markdown: string, blocks: readonly Block[]): Unit[] {
  const units: Unit[] = [];
  const path: number[] = [];
  const levels: number[] = [];
  let heading = -1;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      heading++;
      while (levels.length > 0 && levels[levels.length - 1]! >= block.level) {
        levels.pop();
        path.pop();
      }
      levels.push(block.level);
      path.push(heading);
      continue;
    }
    const text = markdown.slice(block.start, block.end);
    const terms = new Map<string, number>();
    let length = 0;
    for (const term of termsOf(text)) {
      terms.set(term, (terms.get(term) ?? 0) + 1);
      length++;
    }
    units.push({ block, path: [...path], terms, length, cost: countTokens(text), score: 0 });
  }
  return units;
}

function score(units: Unit[], headings: readonly Block[], question: readonly string[]): void {
  const wanted = [...new Set(question)];
  const mean = units.reduce((sum, { length }) => sum + length, 0) / Math.max(units.length, 1) || 1;
  const idf = new Map<string, number>();
  for (const term of wanted) {
    const holding = units.reduce((sum, { terms }) => sum + (terms.has(term) ? 1 : 0), 0);
    idf.set(term, Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5)));
  }
  const inHeading = headings.map(({ text }) => {
    const terms = new Set(termsOf(text));
    return wanted.reduce((sum, term) => sum + (terms.has(term) ? idf.get(term)! : 0), 0);
  });
  const own = units.map((unit) => {
    let sum = 0;
    for (const term of wanted) {
      const frequency = unit.terms.get(term);
      if (frequency === undefined) continue;
      sum += (idf.get(term)! * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * unit.length) / mean));
    }
    const above = unit.path.reduce((best, index) => Math.max(best, inHeading[index]!), 0);
    return sum + HEADING_WEIGHT * above;
  });
  units.forEach((unit, i) => {
    const before = samePath(units[i - 1], unit) ? own[i - 1]! : 0;
    const after = samePath(units[i + 1], unit) ? own[i + 1]! : 0;
    unit.score = own[i]! + NEIGHBOUR * Math.max(before, after);
  });
}

function samePath(a: Unit | undefined, b: Unit): boolean {
  return a !== undefined && a.path[a.path.length - 1] === b.path[b.path.length - 1];
}

function choose(units: readonly Unit[], maxTokens: number, headings: readonly Block[]): Set<number> {
  const order = units.map((_, i) => i).sort((a, b) => units[b]!.score - units[a]!.score || a - b);
  const chosen = new Set<number>();
  const shown = new Set<number>();
  let left = maxTokens;
  for (const i of order) {
    const unit = units[i]!;
    if (unit.score <= 0 && chosen.size > 0) break;
    const lead = unit.path
      .filter((index) => !shown.has(index))
      .reduce((sum, index) => sum + countTokens(headings[index]!.text) + 2, 0);
    if (unit.cost + lead + 2 > left) continue;
    left -= unit.cost + lead + 2;
    chosen.add(i);
    for (const index of unit.path) shown.add(index);
  }
  return chosen;
}

function assemble(
  markdown: string,
  units: readonly Unit[],
  headings: readonly Block[],
  chosen: ReadonlySet<number>,
): Focused {
  const parts: string[] = [];
  const passages: Passage[] = [];
  const shown = new Set<number>();
  let last = -2;
  for (let i = 0; i < units.length; i++) {
    if (!chosen.has(i)) continue;
    const unit = units[i]!;
    for (const index of unit.path) {
      if (shown.has(index)) continue;
      shown.add(index);
      parts.push(markdown.slice(headings[index]!.start, headings[index]!.end).trimEnd());
    }
    const text = markdown.slice(unit.block.start, unit.block.end).trimEnd();
    const joined = last === i - 1 && unit.block.kind === 'list' && units[i - 1]!.block.kind === 'list';
    if (joined) parts[parts.length - 1] += `\n${text}`;
    else parts.push(text);
    const previous = passages[passages.length - 1];
    if (last === i - 1 && previous !== undefined && samePath(units[i - 1], unit)) {
      previous.end = unit.block.end;
      previous.score = Math.max(previous.score, unit.score);
    } else
      passages.push({
        heading: unit.path.map((index) => headings[index]!.text),
        start: unit.block.start,
        end: unit.block.end,
        score: unit.score,
      });
    last = i;
  }
  const text = parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
  return { text, passages, tokens: countTokens(text) };
}
