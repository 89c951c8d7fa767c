import { bestThreshold } from './decode.js';
import { LEVELS } from './features.js';

/** The first stage's opinion of a page's blocks, and where they stand. */
export interface Opinion {
  logits: Float64Array;
  lengths: ArrayLike<number>;
  levels: Int32Array;
  path: ArrayLike<number>;
  heading: ArrayLike<number>;
}

export const SECOND_FEATURES = 9 + 3 + 4 + LEVELS + (LEVELS - 1) + 2 + 8 + 8;

interface Sum {
  weight: number;
  sum: number;
}

/** Writes for each block what the first stage thinks of its neighbours, containers, like elements, and the page. */
export function secondFeatures(opinion: Opinion, x: Float64Array, stride: number, offset: number): void {
  const { logits, lengths, levels, path, heading } = opinion;
  const n = logits.length;
  const p = new Float64Array(n);
  const before = new Float64Array(n + 1);
  const lengthBefore = new Float64Array(n + 1);
  let greatest = 0;
  let whole = 0;
  for (let at = 0; at < n; at++) {
    p[at] = 1 / (1 + Math.exp(-logits[at]!));
    before[at + 1] = before[at]! + p[at]! * lengths[at]!;
    lengthBefore[at + 1] = lengthBefore[at]! + lengths[at]!;
    whole += lengths[at]!;
    if (p[at]! > greatest) greatest = p[at]!;
  }
  const expectedWords = before[n]!;
  const { threshold, expected } = bestThreshold(p, lengths);
  const containers = new Map<number, Sum>();
  const paths = new Map<number, Sum>();
  for (let at = 0; at < n; at++) {
    const weight = lengths[at]! + 0.5;
    for (let level = 0; level < LEVELS; level++) {
      const container = levels[at * LEVELS + level]!;
      if (container < 0) break;
      add(containers, container, weight, p[at]!);
    }
    add(paths, path[at]!, weight, p[at]!);
  }
  const near = confident(p, lengths, n);
  for (let at = 0; at < n; at++) {
    let o = at * stride + offset;
    const own = p[at]! * lengths[at]!;
    const weight = lengths[at]! + 0.5;
    x[o++] = logits[at]!;
    for (let step = -4; step <= 4; step++)
      if (step !== 0) x[o++] = at + step >= 0 && at + step < n ? logits[at + step]! : -9;
    for (const reach of REACHES) {
      const from = Math.max(0, at - reach);
      const to = Math.min(n, at + reach + 1);
      const words = lengthBefore[to]! - lengthBefore[from]! - lengths[at]!;
      x[o++] = words > 0 ? (before[to]! - before[from]! - own) / words : -1;
    }
    for (const reach of SIDES) {
      const from = Math.max(0, at - reach);
      const to = Math.min(n, at + reach + 1);
      const left = lengthBefore[at]! - lengthBefore[from]!;
      const right = lengthBefore[to]! - lengthBefore[at + 1]!;
      x[o++] = left > 0 ? (before[at]! - before[from]!) / left : -1;
      x[o++] = right > 0 ? (before[to]! - before[at + 1]!) / right : -1;
    }
    for (let level = 0; level < LEVELS; level++) {
      const container = containers.get(levels[at * LEVELS + level]!);
      const rest = container === undefined ? 0 : container.weight - weight;
      const sum = container === undefined ? 0 : container.sum - p[at]! * weight;
      x[o++] = rest > 0.4 ? sum / rest : -1;
      if (level > 0) x[o++] = expectedWords > 0 ? Math.max(0, sum) / expectedWords : 0;
    }
    const same = paths.get(path[at]!)!;
    const sameRest = same.weight - weight;
    const sameSum = same.sum - p[at]! * weight;
    x[o++] = sameRest > 0.4 ? sameSum / sameRest : -1;
    x[o++] = expectedWords > 0 ? sameSum / expectedWords : 0;
    x[o++] = expectedWords > 0 ? before[at]! / expectedWords : 0;
    x[o++] = expectedWords > 0 ? (expectedWords - before[at + 1]!) / expectedWords : 0;
    x[o++] = at - near.first;
    x[o++] = at - near.last;
    x[o++] = near.yesBefore[at]!;
    x[o++] = near.yesAfter[at]!;
    x[o++] = near.noBefore[at]!;
    x[o++] = near.noAfter[at]!;
    x[o++] = heading[at]! >= 0 ? logits[heading[at]!]! : -9;
    x[o++] = expectedWords;
    x[o++] = whole > 0 ? expectedWords / whole : 0;
    x[o++] = expected;
    x[o++] = threshold;
    x[o++] = greatest;
    x[o++] = p[at]! - threshold;
    x[o++] = lengths[at]!;
  }
}

const REACHES = [3, 8, 20];
const SIDES = [5, 15];

function add(sums: Map<number, Sum>, key: number, weight: number, p: number): void {
  const found = sums.get(key);
  if (found === undefined) sums.set(key, { weight, sum: weight * p });
  else {
    found.weight += weight;
    found.sum += weight * p;
  }
}

/** Distances to the nearest blocks that are clearly in and clearly out, and the first and last that are in. */
function confident(p: Float64Array, lengths: ArrayLike<number>, n: number) {
  const far = 999;
  const yesBefore = new Int32Array(n);
  const yesAfter = new Int32Array(n);
  const noBefore = new Int32Array(n);
  const noAfter = new Int32Array(n);
  let first = n;
  let last = -1;
  let yes = -far;
  let no = -far;
  for (let at = 0; at < n; at++) {
    yesBefore[at] = Math.min(far, at - yes);
    noBefore[at] = Math.min(far, at - no);
    if (p[at]! > 0.6 && lengths[at]! >= 5) yes = at;
    if (p[at]! < 0.3 && lengths[at]! >= 3) no = at;
    if (p[at]! > 0.5 && lengths[at]! >= 8) {
      first = Math.min(first, at);
      last = at;
    }
  }
  yes = n + far;
  no = n + far;
  for (let at = n - 1; at >= 0; at--) {
    yesAfter[at] = Math.min(far, yes - at);
    noAfter[at] = Math.min(far, no - at);
    if (p[at]! > 0.6 && lengths[at]! >= 5) yes = at;
    if (p[at]! < 0.3 && lengths[at]! >= 3) no = at;
  }
  return { first, last, yesBefore, yesAfter, noBefore, noAfter };
}
