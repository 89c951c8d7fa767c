import { wordsOf } from '../../bench/read/pages.js';
import type { StoredPage } from './build.js';

/** Bag-of-words F1 of the chosen blocks against the truth. */
export function bagF1(page: StoredPage, chosen: Uint8Array): number {
  const left = Int32Array.from(page.wanted);
  let said = 0;
  let hit = 0;
  for (let at = 0; at < page.count; at++) {
    if (chosen[at] === 0) continue;
    for (const word of page.words[at]!) {
      said++;
      if (left[word]! > 0) {
        left[word]!--;
        hit++;
      }
    }
  }
  if (page.truthLength === 0) return said === 0 ? 1 : 0;
  if (said === 0 || hit === 0) return 0;
  return (2 * hit) / (said + page.truthLength);
}

/** 4-token shingles of the chosen blocks against the truth: precision (null for an empty choice) and recall. */
export function shingleScore(page: StoredPage, chosen: Uint8Array): { precision: number | null; recall: number } {
  const truth = shingles(wordsOf(page.truth));
  const said = shingles(wordsOf(page.texts.filter((_, at) => chosen[at] === 1).join('\n')));
  let hit = 0;
  let truthSize = 0;
  let saidSize = 0;
  for (const [key, count] of truth) {
    truthSize += count;
    hit += Math.min(count, said.get(key) ?? 0);
  }
  for (const count of said.values()) saidSize += count;
  return { precision: saidSize > 0 ? hit / saidSize : null, recall: truthSize > 0 ? hit / truthSize : 0 };
}

function shingles(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const last = Math.max(1, words.length - 3);
  for (let at = 0; at < last; at++) {
    const key = words.slice(at, at + 4).join(' ');
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** One line: the mean over WCXB pages, each page type, and the news F1. */
export function report(
  name: string,
  pages: readonly StoredPage[],
  choose: (page: StoredPage) => Uint8Array,
): { wcxb: number; news: number; each: number[] } {
  const byType = new Map<string, number[]>();
  const all: number[] = [];
  const each: number[] = [];
  const news = { precision: [] as number[], recall: [] as number[] };
  for (const page of pages) {
    const chosen = choose(page);
    if (page.set === 'news') {
      const { precision, recall } = shingleScore(page, chosen);
      if (precision !== null) news.precision.push(precision);
      news.recall.push(recall);
      each.push(precision === null ? 0 : (2 * precision * recall) / (precision + recall || 1));
      continue;
    }
    const f1 = bagF1(page, chosen);
    all.push(f1);
    each.push(f1);
    const list = byType.get(page.type) ?? [];
    list.push(f1);
    byType.set(page.type, list);
  }
  const precision = mean(news.precision);
  const recall = mean(news.recall);
  const newsF1 = (2 * precision * recall) / (precision + recall);
  const types = ['article', 'documentation', 'service', 'forum', 'collection', 'listing', 'product'];
  console.log(
    name.padEnd(40),
    mean(all).toFixed(4),
    types.map((type) => `${type.slice(0, 4)} ${mean(byType.get(type) ?? [0]).toFixed(3)}`).join(' '),
    `news ${newsF1.toFixed(4)} (P ${precision.toFixed(3)} R ${recall.toFixed(3)})`,
  );
  return { wcxb: mean(all), news: newsF1, each };
}
