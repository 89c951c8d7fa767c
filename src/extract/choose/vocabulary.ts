import type { Element } from '../tree.js';
import type { Block, Segments } from './blocks.js';
import { detached, hashOf } from './words.js';

/** Features that the vocabulary gives each block. */
export const VOCABULARY_FEATURES = 12;

const tokenCache = new Map<string, Int32Array>();
const tagTokens = new Map<string, number>();

/** Hashes of the parts of a class or id: `article-body__text` gives article, body, text, and the whole. */
export function nameTokens(name: string): Int32Array {
  const known = tokenCache.get(name);
  if (known) return known;
  const found = new Set<number>();
  const names = (name.length > 600 ? name.slice(0, 600) : name).split(/\s+/, 24);
  for (const one of names) {
    const parts = one
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((part) => part.length > 1 && part.length < 25);
    for (const part of parts) found.add(hashOf(part));
    const whole = parts.join('-');
    if (parts.length > 1 && whole.length < 40) found.add(hashOf(`=${whole}`));
  }
  const tokens = Int32Array.from(found);
  if (tokenCache.size > 20_000) tokenCache.clear();
  tokenCache.set(detached(name), tokens);
  return tokens;
}

/** The tokens of one element: its name, the parts of its class and id, its role. */
export function elementTokens({ name, attrs }: Element): number[] {
  let own = tagTokens.get(name);
  if (own === undefined) {
    own = hashOf(`<${name.length > 30 ? '' : name}`);
    if (tagTokens.size > 5_000) tagTokens.clear();
    tagTokens.set(detached(name), own);
  }
  const tokens = [own];
  const { class: names, id, role } = attrs;
  if (names) for (const token of nameTokens(names)) tokens.push(token);
  if (id) for (const token of nameTokens(id)) tokens.push(token);
  if (role) tokens.push(hashOf(`r:${role.slice(0, 30)}`));
  return tokens;
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
    for (const token of elementTokens(elements[at]!)) {
      sum += vocabulary.near.get(token) ?? 0;
      const weight = vocabulary.far.get(token);
      if (weight === undefined) continue;
      far += weight;
      if (weight < low) low = weight;
      if (weight > high) high = weight;
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
