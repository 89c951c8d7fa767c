import MarkdownIt from 'markdown-it';
import { parse } from '../../src/extract/parse.js';
import { TEXT, type TreeNode } from '../../src/extract/tree.js';
import { wordsOf } from './pages.js';

const markdown = new MarkdownIt({ html: true, linkify: false });
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr nobr'.split(
    ' ',
  ),
);
const UNREAD = new Set('script style noscript template svg iframe object head title select option button'.split(' '));

/** Markdown as the text that a reader of its rendering sees: link targets and picture descriptions do not count. */
export function markdownToText(text: string): string {
  return htmlToText(markdown.render(text));
}

/** The text of HTML, a line for each block. */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  const work: (TreeNode | string)[] = [parse(html)];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if (node.kind === TEXT) parts.push(node.value);
    else if (!UNREAD.has(node.name) || node.parent === null) {
      const bounds = !INLINE.has(node.name);
      if (bounds) {
        parts.push('\n');
        work.push('\n');
      }
      for (let at = node.children.length - 1; at >= 0; at--) work.push(node.children[at]!);
    }
  }
  return parts
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

/** F1 of lower-cased bags of words: how WCXB scores a page. */
export function bagF1(truth: string, said: string): number {
  const wanted = wordsOf(truth.toLowerCase());
  const words = wordsOf(said.toLowerCase());
  if (wanted.length === 0) return words.length === 0 ? 1 : 0;
  const left = countOf(wanted);
  let hit = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    hit++;
    left.set(word, count - 1);
  }
  return words.length + wanted.length > 0 ? (2 * hit) / (words.length + wanted.length) : 0;
}

export interface ShingleScore {
  /** Null for an empty prediction, which the mean leaves out. */
  precision: number | null;
  recall: number;
}

/** Precision and recall of runs of four words, as multisets: how the article benchmark scores a page. */
export function shingleScore(truth: string, said: string): ShingleScore {
  const wanted = countOf(shingles(wordsOf(truth)));
  const got = countOf(shingles(wordsOf(said)));
  let hit = 0;
  let wantedSize = 0;
  let gotSize = 0;
  for (const [key, count] of wanted) {
    wantedSize += count;
    hit += Math.min(count, got.get(key) ?? 0);
  }
  for (const count of got.values()) gotSize += count;
  return { precision: gotSize > 0 ? hit / gotSize : null, recall: wantedSize > 0 ? hit / wantedSize : 0 };
}

/** The benchmark's F1: harmonic mean of the mean precision and the mean recall. */
export function shingleF1(scores: readonly ShingleScore[]): { f1: number; precision: number; recall: number } {
  const precision = mean(scores.flatMap((score) => score.precision ?? []));
  const recall = mean(scores.map((score) => score.recall));
  return { f1: (2 * precision * recall) / (precision + recall || 1), precision, recall };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

function shingles(words: readonly string[]): string[] {
  const runs: string[] = [];
  const last = Math.max(1, words.length - 3);
  for (let at = 0; at < last; at++) runs.push(words.slice(at, at + 4).join(' '));
  return runs.filter((run) => run !== '');
}

function countOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
