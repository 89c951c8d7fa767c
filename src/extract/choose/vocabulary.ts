import type { Element } from '../tree.js';
import type { Block, Segments } from './blocks.js';
import { type NameFacts, nameFacts, type TokenSums } from './names.js';
import { detached, hashOf } from './words.js';

/** Features that the vocabulary gives each block. */
export const VOCABULARY_FEATURES = 12;

const singles = new Map<string, NameFacts>();

/** One token that stands by itself: the name of an element, or its role. */
function single(token: string): NameFacts {
  let facts = singles.get(token);
  if (facts === undefined) {
    facts = { bits: 0, hash: 0, tokens: Int32Array.of(hashOf(token)), sums: null };
    if (singles.size > 5_000) singles.clear();
    singles.set(detached(token), facts);
  }
  return facts;
}

/** The tokens of one element: its name, the parts of its class and id, its role. */
export function elementTokens(element: Element): number[] {
  return partsOf(element).flatMap(({ tokens }) => Array.from(tokens));
}

function partsOf({ name, attrs }: Element): NameFacts[] {
  const parts = [single(`<${name.length > 30 ? '' : name}`)];
  const { class: names, id, role } = attrs;
  if (names) parts.push(nameFacts(names));
  if (id) parts.push(nameFacts(id));
  if (role) parts.push(single(`r:${role.slice(0, 30)}`));
  return parts;
}

function sumsOf(facts: NameFacts, vocabulary: Vocabulary): TokenSums {
  if (facts.sums?.of === vocabulary) return facts.sums;
  const sums: TokenSums = { of: vocabulary, near: 0, far: 0, least: 0, most: 0 };
  for (const token of facts.tokens) {
    sums.near += vocabulary.near.get(token) ?? 0;
    const weight = vocabulary.far.get(token) ?? 0;
    sums.far += weight;
    if (weight < sums.least) sums.least = weight;
    if (weight > sums.most) sums.most = weight;
  }
  facts.sums = sums;
  return sums;
}

const FIRST_WORDS = 10;

/** The tokens of a text: its first and last words, pairs of the first ones, and the whole where it is short. */
export function textTokens({ words, hash }: Block): number[] {
  const tokens: number[] = [];
  const first = Math.min(words.length, FIRST_WORDS);
  for (let at = 0; at < first; at++) tokens.push(words[at]!);
  for (let at = Math.max(first, words.length - 3); at < words.length; at++) tokens.push(words[at]!);
  if (words.length > 0 && words.length <= 6) tokens.push(hash ^ 0x5bd1e995);
  for (let at = 0; at + 1 < first; at++) tokens.push(Math.imul(words[at]!, 31) ^ words[at + 1]! ^ 77);
  return tokens;
}

/** Weights of the vocabulary: of tokens on the block's element and its parent, further up, and in the text. */
export interface Vocabulary {
  near: ReadonlyMap<number, number>;
  far: ReadonlyMap<number, number>;
  text: ReadonlyMap<number, number>;
  bias: number;
}

/** Writes the vocabulary's features at `offset` of each row. Sums run down the tree once, so that depth costs nothing. */
export function vocabularyFeatures(
  segments: Segments,
  places: { heading: Int32Array; section: Int32Array },
  vocabulary: Vocabulary,
  x: Float64Array,
  stride: number,
  offset: number,
): void {
  const { elements, parent, blocks } = segments;
  const n = elements.length;
  const own = new Float64Array(n);
  const chain = new Float64Array(n);
  const least = new Float64Array(n);
  const most = new Float64Array(n);
  for (let at = 0; at < n; at++) {
    const up = parent[at]!;
    let sum = 0;
    let far = 0;
    let low = up < 0 ? 0 : least[up]!;
    let high = up < 0 ? 0 : most[up]!;
    for (const part of partsOf(elements[at]!)) {
      const sums = sumsOf(part, vocabulary);
      sum += sums.near;
      far += sums.far;
      if (sums.least < low) low = sums.least;
      if (sums.most > high) high = sums.most;
    }
    own[at] = sum;
    chain[at] = far + (up < 0 ? 0 : chain[up]!);
    least[at] = low;
    most[at] = high;
  }
  for (let at = 0; at < blocks.length; at++) {
    const { element } = blocks[at]!;
    const up = parent[element]!;
    const near = own[element]! + (up < 0 ? 0 : own[up]!);
    const beyond = up < 0 ? -1 : parent[up]!;
    const far = beyond < 0 ? 0 : chain[beyond]!;
    const tokens = textTokens(blocks[at]!);
    let text = 0;
    for (const token of tokens) text += vocabulary.text.get(token) ?? 0;
    const o = at * stride + offset;
    x[o] = vocabulary.bias + near + far;
    x[o + 1] = near;
    x[o + 2] = far;
    x[o + 3] = beyond < 0 ? 0 : least[beyond]!;
    x[o + 4] = beyond < 0 ? 0 : most[beyond]!;
    x[o + 5] = text;
    x[o + 6] = tokens.length > 0 ? text / tokens.length : 0;
    x[o + 7] = vocabulary.bias + near + far + text;
  }
  for (let at = 0; at < blocks.length; at++) {
    const o = at * stride + offset;
    const heading = places.heading[at]!;
    x[o + 8] = heading < 0 ? 0 : x[heading * stride + offset + 5]!;
    x[o + 9] = heading < 0 ? 0 : x[heading * stride + offset]!;
    x[o + 10] = at > 0 ? x[o - stride + 7]! : 0;
    x[o + 11] = at + 1 < blocks.length ? x[o + stride + 7]! : 0;
  }
}
