import type { Aggregates } from './aggregates.js';
import type { Block, Segments } from './blocks.js';
import type { PageFacts } from './page-facts.js';
import { HEADING_LEVEL, TAG, TAG_KIND, WITHIN, WITHIN_BITS } from './tags.js';
import { classOf, trigram } from './words.js';

/** Levels of containers above a block that are looked at, each with more text than the one before. */
export const LEVELS = 5;
const PER_LEVEL = 9;
/** Features of one block, before those of its vocabulary and of the page. */
export const BLOCK_FEATURES = 27 + 1 + 28 + 9 + 2 + (LEVELS - 1) * PER_LEVEL + 9 + 16 + 2 + 3 + 5 + 3 + 3;

const PRICE = /[$€£¥₹]\s?\d|\d[\d.,]*\s?(?:€|£|USD|EUR|kr\b)/;
const DATE =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? \d|\d (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b20[0-2]\d\b|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\b\d+ (?:minutes?|hours?|days?|weeks?|months?|years?|mins?|hrs?) ago|\bmin read\b/i;

/** Where each block stands among headings and containers: used by the features and by the second stage. */
export interface Places {
  /** The nearest heading before each block, or -1; and the nearest of level 1 or 2. */
  heading: Int32Array;
  section: Int32Array;
  /** For each block, `LEVELS` containers with growing text; -1 where there are no more. */
  levels: Int32Array;
  price: Uint8Array;
  date: Uint8Array;
}

export function placesOf(segments: Segments, sums: Aggregates): Places {
  const { blocks, parent, tag } = segments;
  const heading = new Int32Array(blocks.length).fill(-1);
  const section = new Int32Array(blocks.length).fill(-1);
  const levels = new Int32Array(blocks.length * LEVELS).fill(-1);
  const price = new Uint8Array(blocks.length);
  const date = new Uint8Array(blocks.length);
  let lastHeading = -1;
  let lastSection = -1;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    heading[at] = lastHeading;
    section[at] = lastSection;
    const level = HEADING_LEVEL[tag[block.element]!]!;
    if (level > 0) lastHeading = at;
    if (level === 1 || level === 2) lastSection = at;
    let found = 0;
    let words = block.count + 0.01;
    for (let up = block.element; up >= 0 && found < LEVELS; up = parent[up]!) {
      if (found > 0 && sums.words[up]! <= words) continue;
      levels[at * LEVELS + found++] = up;
      words = sums.words[up]! + 0.01;
    }
    if (block.text.length >= 200) continue;
    if (PRICE.test(block.text)) price[at] = 1;
    if (DATE.test(block.text)) date[at] = 1;
  }
  return { heading, section, levels, price, date };
}

/** Writes the features of every block into `x`, row after row of `stride`. Returns how many a row has. */
export function blockFeatures(
  segments: Segments,
  sums: Aggregates,
  places: Places,
  facts: PageFacts,
  x: Float64Array,
  stride: number,
): number {
  const { blocks, parent, tag, depth, within } = segments;
  const total = Math.max(1, sums.words[0]!);
  const chains = chainFacts(segments, sums);
  const repeats = repeatedTrigrams(blocks);
  const texts = new Map<number, number>();
  for (const block of blocks) texts.set(block.hash, (texts.get(block.hash) ?? 0) + 1);
  const h1 = headlineOf(segments, facts);
  const topDensity = sums.topDensity || 1;
  let written = 0;
  let sinceHeading = 0;
  let headlines = 0;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    const own = block.element;
    const { count } = block;
    const share = count > 0 ? 1 / count : 0;
    let o = at * stride;
    const start = o;
    x[o++] = count;
    x[o++] = block.text.length;
    x[o++] = block.linked * share;
    x[o++] = block.linked;
    x[o++] = block.links;
    x[o++] = block.text.length * share;
    x[o++] = block.capitalised * share;
    x[o++] = block.shouted * share;
    x[o++] = block.numbers * share;
    x[o++] = block.commas;
    x[o++] = block.sentences;
    x[o++] = block.frequent * share;
    x[o++] = block.bold * share;
    x[o++] = block.code * share;
    x[o++] = block.punctuation / (block.text.length || 1);
    x[o++] = block.separators;
    x[o++] = edgeKind(block.text.charCodeAt(block.text.length - 1));
    x[o++] = edgeKind(block.text.charCodeAt(0));
    x[o++] = places.price[at]!;
    x[o++] = places.date[at]!;
    x[o++] = Math.min(5, sums.images[own]!);
    x[o++] = TAG_KIND[tag[own]!]!;
    x[o++] = HEADING_LEVEL[tag[own]!]!;
    x[o++] = block.dense > 0 ? 1 : 0;
    x[o++] = texts.get(block.hash)!;
    let named = 0;
    for (const word of block.words) if (facts.titleWords.has(word)) named++;
    x[o++] = block.words.length > 0 ? named / block.words.length : 0;
    x[o++] = facts.titleWords.size > 0 ? named / facts.titleWords.size : 0;
    x[o++] = h1 < 0 ? 999 : at - h1;
    const bits = within[own]!;
    for (const bit of WITHIN_BITS) x[o++] = (bits & bit) !== 0 ? 1 : 0;
    x[o++] = depth[own]!;
    x[o++] = sums.position[own]!;
    x[o++] = sums.children[Math.max(0, parent[own]!)]!;
    x[o++] = sums.alike[own]!;
    const key = sums.path[own]!;
    const pathBlocks = sums.pathBlocks.get(key)!;
    const pathWords = sums.pathWords.get(key)!;
    x[o++] = pathBlocks;
    x[o++] = pathWords / pathBlocks;
    x[o++] = pathWords / total;
    x[o++] = block.nodes.length;
    x[o++] = labelLike(block.text);
    x[o++] = sums.words[own]! > 0 ? sums.linked[own]! / sums.words[own]! : 0;
    x[o++] = sums.density[own]! / topDensity;
    for (let level = 1; level < LEVELS; level++) {
      const up = Math.max(0, places.levels[at * LEVELS + level]!);
      const words = sums.words[up]! || 1;
      x[o++] = words / total;
      x[o++] = words;
      x[o++] = sums.linked[up]! / words;
      x[o++] = words / (sums.blocks[up]! || 1);
      x[o++] = sums.long[up]!;
      x[o++] = sums.prose[up]! / words;
      x[o++] = sums.alike[up]!;
      x[o++] = sums.headings[up]!;
      x[o++] = sums.density[up]! / topDensity;
    }
    x[o++] = chains.alike[own]!;
    x[o++] = chains.alikeAt[own]!;
    x[o++] = chains.underTop[own]!;
    x[o++] = chains.topAt[own]!;
    x[o++] = chains.density[own]! / topDensity;
    const container = chains.container[own]!;
    x[o++] = container > 0 ? depth[own]! - depth[container]! : 40;
    x[o++] = container > 0 ? tag[container]! : 0;
    x[o++] = container > 0 ? sums.words[container]! / total : 1;
    x[o++] = container > 0 && sums.words[container]! > 0 ? sums.linked[container]! / sums.words[container]! : 0;
    for (const step of NEIGHBOURS) {
      const near = blocks[at + step];
      x[o++] = near ? near.count : -1;
      x[o++] = near && near.count > 0 ? near.linked / near.count : -1;
      x[o++] = near ? TAG_KIND[tag[near.element]!]! : 0;
      if (step === -1 || step === 1) {
        x[o++] = near ? (near.element === own ? 3 : parent[near.element] === parent[own] ? 2 : 0) : 0;
        x[o++] = near ? near.sentences : -1;
      }
    }
    let around = 0;
    let aroundLinked = 0;
    for (let near = Math.max(0, at - 5); near < Math.min(blocks.length, at + 6); near++) {
      around += blocks[near]!.count;
      aroundLinked += blocks[near]!.linked;
    }
    x[o++] = around;
    x[o++] = around > 0 ? aroundLinked / around : 0;
    x[o++] = repeats.seen[at]!;
    x[o++] = repeats.later[at]!;
    x[o++] = repeats.distance[at]!;
    const lastHeading = places.heading[at]!;
    x[o++] = places.section[at]! < 0 ? 999 : at - places.section[at]!;
    x[o++] = lastHeading < 0 ? 0 : HEADING_LEVEL[tag[blocks[lastHeading]!.element]!]!;
    x[o++] = lastHeading < 0 ? 999 : at - lastHeading;
    x[o++] = sinceHeading;
    x[o++] = lastHeading < 0 ? 0 : blocks[lastHeading]!.count;
    sinceHeading = HEADING_LEVEL[tag[own]!]! > 0 ? 0 : sinceHeading + count;
    const { described, stated } = overlap(block, facts);
    x[o++] = described;
    x[o++] = stated;
    x[o++] = facts.structured.size;
    if (tag[own] === TAG.h1) headlines++;
    x[o++] = headlines;
    x[o++] = chains.article[own]!;
    x[o++] = block.shouted > 0.7 * count && block.linked > 0.9 * count ? 1 : 0;
    written = o - start;
  }
  return written;
}

const NEIGHBOURS = [-2, -1, 1, 2] as const;

/** What every block below an element shares, found once for each element on the way down. */
function chainFacts(segments: Segments, sums: Aggregates) {
  const { elements, parent, within, tag } = segments;
  const n = elements.length;
  const alike = new Float64Array(n);
  const alikeAt = new Float64Array(n);
  const underTop = new Float64Array(n);
  const topAt = new Float64Array(n);
  const density = new Float64Array(n);
  const container = new Int32Array(n);
  const article = new Int32Array(n);
  let articles = 0;
  const onTop = new Int32Array(n);
  for (let at = sums.top, step = 1; at >= 0; at = parent[at]!, step++) onTop[at] = Math.min(step, 250);
  for (let at = 0; at < n; at++) {
    const up = parent[at]!;
    const own = sums.alike[at]!;
    const above = up >= 0 ? alike[up]! : 0;
    alike[at] = Math.max(own, above);
    alikeAt[at] = own >= above ? 0 : alikeAt[up]! + 1;
    underTop[at] = onTop[at]! > 0 ? onTop[at]! : up >= 0 ? underTop[up]! : 99;
    topAt[at] = onTop[at]! > 0 ? 0 : up >= 0 ? topAt[up]! + 1 : 0;
    density[at] = Math.max(sums.density[at]!, up >= 0 ? density[up]! : 0);
    // Which article of the page, counted from one: pages append others to the one that was asked for.
    article[at] = tag[at] === TAG.article ? ++articles : up >= 0 ? article[up]! : 0;
    // The nearest element that says what it is for: article, main, nav, header, footer, aside.
    const says = (within[at]! & SEMANTIC) !== (up >= 0 ? within[up]! & SEMANTIC : 0) || SEMANTIC_TAG.has(tag[at]!);
    container[at] = says ? at : up >= 0 ? container[up]! : 0;
  }
  return { alike, alikeAt, underTop, topAt, density, container, article };
}
const SEMANTIC = WITHIN.article | WITHIN.main | WITHIN.nav | WITHIN.header | WITHIN.footer | WITHIN.aside;
const SEMANTIC_TAG = new Set([TAG.article, TAG.main]);

/** How much of a block's text stands on the page before or after it. */
function repeatedTrigrams(blocks: readonly Block[]) {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (let at = 0; at < blocks.length; at++) {
    const { words } = blocks[at]!;
    if (words.length < 4) continue;
    for (let word = 0; word + 2 < words.length; word++) {
      const key = trigram(words[word]!, words[word + 1]!, words[word + 2]!);
      if (!first.has(key)) first.set(key, at);
      last.set(key, at);
    }
  }
  const seen = new Float64Array(blocks.length).fill(-1);
  const later = new Float64Array(blocks.length).fill(-1);
  const distance = new Float64Array(blocks.length);
  for (let at = 0; at < blocks.length; at++) {
    const { words } = blocks[at]!;
    if (words.length < 4) continue;
    let before = 0;
    let after = 0;
    for (let word = 0; word + 2 < words.length; word++) {
      const key = trigram(words[word]!, words[word + 1]!, words[word + 2]!);
      const found = first.get(key)!;
      if (found < at) {
        before++;
        distance[at] = Math.max(distance[at]!, at - found);
      }
      if (last.get(key)! > at) after++;
    }
    seen[at] = before / (words.length - 2);
    later[at] = after / (words.length - 2);
  }
  return { seen, later, distance };
}

/** The first h1 that shares half of its words with the page's title, else the first h1; -1 where there is none. */
function headlineOf({ blocks, tag }: Segments, facts: PageFacts): number {
  let first = -1;
  for (let at = 0; at < blocks.length; at++) {
    const { element, words } = blocks[at]!;
    if (tag[element] !== TAG.h1 || words.length === 0) continue;
    const named = words.filter((word) => facts.titleWords.has(word)).length;
    if (named * 2 >= words.length) return at;
    if (first < 0) first = at;
  }
  return first;
}

function overlap({ words }: Block, facts: PageFacts): { described: number; stated: number } {
  if (words.length < 3 || (facts.description.size === 0 && facts.structured.size === 0))
    return { described: 0, stated: 0 };
  let described = 0;
  let stated = 0;
  for (let word = 0; word + 2 < words.length; word++) {
    const key = trigram(words[word]!, words[word + 1]!, words[word + 2]!);
    if (facts.description.has(key)) described++;
    if (facts.structured.has(key)) stated++;
  }
  return { described: described / (words.length - 2), stated: stated / (words.length - 2) };
}

/** 1 where a short text opens with a label and a colon (`Photo: ...`, `Read more: ...`), 2 where it ends with the colon. */
function labelLike(text: string): number {
  if (text.length > 200) return 0;
  const colon = text.indexOf(':');
  if (colon < 2 || colon > 30) return 0;
  return colon === text.length - 1 ? 2 : 1;
}

/** What kind of character a text begins or ends with. */
function edgeKind(code: number): number {
  if (Number.isNaN(code)) return 0;
  if (code < 128) {
    const kind = classOf(code);
    if (kind !== 0) return kind;
    const found = EDGES.indexOf(String.fromCharCode(code));
    return found < 0 ? 15 : EDGE_KIND[found]!;
  }
  if (code === 0x2026) return 16;
  if (code === 0x201c || code === 0x201d) return 9;
  if (code === 0xa9) return 17;
  return code === 0x2192 || code === 0xbb || code === 0x203a ? 18 : 19;
}
const EDGES = '.:?!,"\'()[]$|/#@';
const EDGE_KIND = [4, 5, 6, 7, 8, 9, 9, 10, 10, 11, 11, 12, 13, 13, 14, 14];
