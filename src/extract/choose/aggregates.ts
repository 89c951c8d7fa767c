import type { Segments } from './blocks.js';
import { nameFacts } from './names.js';
import { HEADING_LEVEL, INLINE, TAG } from './tags.js';

/** Sums over the subtree of each element, and what repeats on the page. All linear in elements and blocks. */
export interface Aggregates {
  words: Float64Array;
  linked: Float64Array;
  blocks: Float64Array;
  prose: Float64Array;
  long: Float64Array;
  sentences: Float64Array;
  headings: Float64Array;
  images: Float64Array;
  inputs: Float64Array;
  /** Score of the density of prose, with the shares of children and grandchildren, and its greatest value. */
  density: Float64Array;
  top: number;
  topDensity: number;
  /** Signature of name and class, and of an element with its parent. */
  signature: Int32Array;
  path: Int32Array;
  pathBlocks: Map<number, number>;
  pathWords: Map<number, number>;
  /** Siblings of the same signature, the element itself among them. */
  alike: Int32Array;
  position: Int32Array;
  children: Int32Array;
}

export function aggregate(segments: Segments): Aggregates {
  const { elements, parent, tag, blocks } = segments;
  const n = elements.length;
  const sums = () => new Float64Array(n);
  const words = sums();
  const linked = sums();
  const counts = sums();
  const prose = sums();
  const long = sums();
  const sentences = sums();
  const headings = sums();
  const images = sums();
  const inputs = sums();
  const density = sums();
  for (const block of blocks) {
    const at = block.element;
    words[at]! += block.count;
    linked[at]! += block.linked;
    counts[at]!++;
    sentences[at]! += block.sentences;
    const isLong = block.count >= 15 && block.linked < block.count * 0.4;
    if (isLong) long[at]!++;
    if (tag[at] === TAG.p || (isLong && block.sentences > 0)) prose[at]! += block.count;
    if (HEADING_LEVEL[tag[at]!] !== 0) headings[at]!++;
    spreadDensity(segments, block, density);
  }
  for (let at = n - 1; at > 0; at--) {
    const kind = tag[at]!;
    const up = parent[at]!;
    if (kind === TAG.img) images[at]!++;
    else if (kind === TAG.input || kind === TAG.textarea || kind === TAG.select) inputs[at]!++;
    words[up]! += words[at]!;
    linked[up]! += linked[at]!;
    counts[up]! += counts[at]!;
    prose[up]! += prose[at]!;
    long[up]! += long[at]!;
    sentences[up]! += sentences[at]!;
    headings[up]! += headings[at]!;
    images[up]! += images[at]!;
    inputs[up]! += inputs[at]!;
  }
  let top = 0;
  let topDensity = 0;
  for (let at = 0; at < n; at++) {
    if (density[at]! <= 0) continue;
    density[at]! *= 1 - (words[at]! > 0 ? linked[at]! / words[at]! : 0);
    if (density[at]! > topDensity) {
      topDensity = density[at]!;
      top = at;
    }
  }
  return {
    words,
    linked,
    blocks: counts,
    prose,
    long,
    sentences,
    headings,
    images,
    inputs,
    density,
    top,
    topDensity,
    ...repetition(segments),
  };
}

/** A block speaks for the elements around it, less the further away they are. */
function spreadDensity(segments: Segments, block: Segments['blocks'][number], density: Float64Array): void {
  if (block.text.length < 25) return;
  const share = block.count > 0 ? 1 - block.linked / block.count : 0;
  const score = (1 + block.commas + Math.min(block.text.length / 100, 3)) * share;
  const { tag, parent } = segments;
  let at = block.element;
  const kind = tag[at]!;
  if (kind === TAG.p || HEADING_LEVEL[kind] !== 0 || kind === TAG.td || kind === TAG.pre || kind === TAG.li)
    at = parent[at]!;
  for (let level = 0; at >= 0 && level < 5; level++, at = parent[at]!)
    density[at]! += level < 2 ? score / (level + 1) : score / (level * 3);
}

function repetition(segments: Segments) {
  const { elements, parent, tag, blocks } = segments;
  const n = elements.length;
  const signature = new Int32Array(n);
  const path = new Int32Array(n);
  const position = new Int32Array(n);
  const children = new Int32Array(n);
  const alike = new Int32Array(n);
  const same = new Map<number, number>();
  const keys = new Float64Array(n);
  for (let at = 0; at < n; at++) {
    const name = elements[at]!.attrs['class'];
    signature[at] = Math.imul(tag[at]! + 17, 0x9e3779b1) ^ (name === undefined ? 0 : nameFacts(name).hash);
    const up = parent[at]!;
    path[at] = up < 0 ? signature[at]! : Math.imul(signature[at]!, 31) ^ Math.imul(signature[up]!, 7);
    if (up < 0) continue;
    position[at] = children[up]!++;
    if (INLINE[tag[at]!] === 1) continue;
    const key = up * 4_294_967_296 + (signature[at]! >>> 0);
    keys[at] = key;
    same.set(key, (same.get(key) ?? 0) + 1);
  }
  for (let at = 1; at < n; at++) if (keys[at] !== 0) alike[at] = same.get(keys[at]!)!;
  const pathBlocks = new Map<number, number>();
  const pathWords = new Map<number, number>();
  for (const block of blocks) {
    const key = path[block.element]!;
    pathBlocks.set(key, (pathBlocks.get(key) ?? 0) + 1);
    pathWords.set(key, (pathWords.get(key) ?? 0) + block.count);
  }
  return { signature, path, pathBlocks, pathWords, alike, position, children };
}
