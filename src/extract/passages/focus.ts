import { type Block, splitBlocks } from './blocks.js';
import { relatedTo } from './related.js';
import { countTerms } from './terms.js';
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

/** A block or a part of a long one: what is chosen or left. */
interface Unit {
  block: Block;
  start: number;
  end: number;
  /** Headings above, as indexes. */
  path: readonly number[];
  /** The signature or term that the unit describes, as an index of a unit, or -1. */
  lead: number;
  terms: ReadonlyMap<string, number>;
  length: number;
  score: number;
}

/** BM25's saturation and length constants. Blocks are short: their length says little. */
const K1 = 1;
const B = 0.1;
/** What the words of the headings, of the lead, of the best neighbour and of the section's best passage count. */
const OF_HEADING = 0.15;
const OF_LEAD = 0.5;
const OF_NEIGHBOUR = 0.2;
const OF_SECTION = 0.3;
/** What a related word counts against the word itself, and one that begins alike. */
const RELATED = 0.4;
const ALIKE = 0.5;
/** Code repeats words without saying what they mean. */
const CODE = 0.3;
/** How much a passage's length is held against it: the budget is better spent on several short ones. */
const LENGTH_POWER = 0.35;
/** Prose longer than this is chosen in parts, in characters. */
const PART = 500;

/**
 * The passages that answer a question, in page order, within `maxTokens`. Ranked by BM25 over the words of the question,
 * words related to them and words that begin alike; with the words of the headings above, of the term or signature
 * that a passage describes, of its section and of its neighbours.
 */
export function focus(markdown: string, question: string, options: { maxTokens: number }): Focused {
  const blocks = splitBlocks(markdown);
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const units = unitsOf(markdown, blocks);
  rank(units, headings, countTerms(question).terms);
  const chosen = choose(markdown, units, headings, options.maxTokens);
  return assemble(markdown, units, headings, chosen);
}

function unitsOf(markdown: string, blocks: readonly Block[]): Unit[] {
  const units: Unit[] = [];
  let path: number[] = [];
  let levels: number[] = [];
  let heading = -1;
  let lead = -1;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      heading++;
      const keep = levels.findIndex((level) => level >= block.level);
      path = [...(keep < 0 ? path : path.slice(0, keep)), heading];
      levels = [...(keep < 0 ? levels : levels.slice(0, keep)), block.level];
      lead = -1;
      continue;
    }
    if (isLead(markdown, block)) lead = -2;
    for (const { start, end } of partsOf(markdown, block)) {
      const { terms, length } = countTerms(markdown.slice(start, end));
      if (lead === -2) lead = units.length;
      units.push({ block, start, end, path, lead: lead === units.length ? -1 : lead, terms, length, score: 0 });
    }
  }
  return units;
}

/** A paragraph that is all code or all strong is the signature or term that what follows describes. */
function isLead(markdown: string, block: Block): boolean {
  if (block.kind !== 'paragraph' || block.end - block.start > 400) return false;
  const text = markdown.slice(block.start, block.end).trim();
  return /^(?:`[^`]+`|\*\*[^\n]+\*\*)(?:\s*(?:`[^`]+`|\*\*[^\n]+\*\*))*$/.test(text) && text.length > 2;
}

/** Long prose in runs of sentences, and tables by rows, so that what does not answer can be left out. */
function partsOf(markdown: string, block: Block): { start: number; end: number }[] {
  if (block.kind === 'code' || block.end - block.start <= PART) return [block];
  const parts: { start: number; end: number }[] = [];
  const ends = block.kind === 'table' ? /\n/g : /[.!?]['")\]*]*(?=\s)|\n/g;
  let start = block.start;
  ends.lastIndex = start + PART / 2;
  for (let match = ends.exec(markdown); match !== null && match.index < block.end - 60; match = ends.exec(markdown)) {
    const end = match.index + match[0].length;
    parts.push({ start, end });
    start = end;
    ends.lastIndex = start + (block.kind === 'table' ? 0 : PART / 2);
  }
  parts.push({ start, end: block.end });
  return parts;
}

function rank(units: Unit[], headings: readonly Block[], question: ReadonlyMap<string, number>): void {
  const weights = wantedTerms(units, question);
  const mean = units.reduce((sum, { length }) => sum + length, 0) / Math.max(units.length, 1) || 1;
  const worth = (terms: ReadonlyMap<string, number>, length: number): number => {
    let sum = 0;
    for (const [, alternatives] of weights) {
      // A word of the question counts once, by its best form in the text.
      let best = 0;
      for (const [term, weight] of alternatives) {
        const frequency = terms.get(term);
        if (frequency === undefined) continue;
        best = Math.max(best, (weight * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / mean)));
      }
      sum += best;
    }
    return sum;
  };
  const above = headings.map(({ text }) => worth(countTerms(text).terms, mean));
  const own = units.map(({ block, terms, length }) => worth(terms, length) * (block.kind === 'code' ? CODE : 1));
  const bySection = new Map<readonly number[], number>();
  units.forEach(({ path }, i) => {
    bySection.set(path, Math.max(bySection.get(path) ?? 0, own[i]!));
  });
  units.forEach((unit, i) => {
    const before = units[i - 1]?.path === unit.path ? own[i - 1]! : 0;
    const after = units[i + 1]?.path === unit.path ? own[i + 1]! : 0;
    unit.score =
      own[i]! +
      OF_HEADING *
        unit.path.reduce(
          (best, index, at) => Math.max(best, above[index]! * (at === unit.path.length - 1 ? 1 : 0.7)),
          0,
        ) +
      (unit.lead >= 0 ? OF_LEAD * own[unit.lead]! : 0) +
      OF_NEIGHBOUR * Math.max(before, after) +
      OF_SECTION * bySection.get(unit.path)!;
  });
}

/** For each word of the question: the terms of the page that stand for it, with their weights. */
function wantedTerms(units: readonly Unit[], question: ReadonlyMap<string, number>): Map<string, [string, number][]> {
  const frequency = new Map<string, number>();
  for (const { terms } of units) for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const idf = (term: string): number => {
    const holding = frequency.get(term) ?? 0;
    return Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5));
  };
  const wanted = new Map<string, [string, number][]>();
  for (const word of question.keys()) {
    const forms: [string, number][] = [];
    if (frequency.has(word)) forms.push([word, idf(word)]);
    for (const other of relatedTo(word)) if (frequency.has(other)) forms.push([other, RELATED * idf(other)]);
    if (word.length >= 5) {
      const head = word.slice(0, Math.max(4, word.length - 2));
      for (const other of frequency.keys())
        if (other !== word && other.startsWith(head)) forms.push([other, ALIKE * idf(other)]);
    }
    if (forms.length > 0) wanted.set(word, forms);
  }
  return wanted;
}

function choose(markdown: string, units: readonly Unit[], headings: readonly Block[], maxTokens: number): Set<number> {
  const value = units.map(({ score, start, end }) => score / Math.max(end - start, 80) ** LENGTH_POWER);
  const order = units.map((_, i) => i).sort((a, b) => value[b]! - value[a]! || a - b);
  const chosen = new Set<number>();
  const shown = new Set<number>();
  let left = maxTokens;
  let misses = 0;
  for (const i of order) {
    if (left < 16 || misses > 400) break;
    const unit = units[i]!;
    if (chosen.has(i)) continue;
    const needed = [i];
    if (unit.lead >= 0 && !chosen.has(unit.lead)) needed.push(unit.lead);
    let cost = 0;
    for (const index of needed) cost += countTokens(markdown.slice(units[index]!.start, units[index]!.end)) + 2;
    for (const index of unit.path)
      if (!shown.has(index)) cost += countTokens(markdown.slice(headings[index]!.start, headings[index]!.end)) + 2;
    if (cost > left) {
      misses++;
      continue;
    }
    left -= cost;
    for (const index of needed) chosen.add(index);
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
      parts.push(markdown.slice(headings[index]!.start, headings[index]!.end).trim());
    }
    const before = last === i - 1 ? units[last] : undefined;
    const text = markdown.slice(unit.start, unit.end);
    if (before?.block === unit.block) parts[parts.length - 1] += text.trimEnd();
    else if (before?.block.kind === 'list' && unit.block.kind === 'list')
      parts[parts.length - 1] += `\n${text.trimEnd()}`;
    else parts.push(unit.start === unit.block.start ? text.trimEnd() : text.trim());
    const previous = passages[passages.length - 1];
    if (before !== undefined && before.path === unit.path && previous !== undefined) {
      previous.end = unit.end;
      previous.score = Math.max(previous.score, unit.score);
    } else
      passages.push({
        heading: unit.path.map((index) => headings[index]!.text),
        start: unit.start,
        end: unit.end,
        score: unit.score,
      });
    last = i;
  }
  const text = parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
  return { text, passages, tokens: countTokens(text) };
}
