/** Gradient-boosted trees over binned features: logistic loss, soft labels, weights, leaf-wise growth. Deterministic. */
export const BINS = 64;

export interface Tree {
  feature: Int16Array;
  bin: Uint8Array;
  left: Int16Array;
  right: Int16Array;
  value: Float32Array;
}
export interface Forest {
  base: number;
  trees: Tree[];
  gain: Float64Array;
}
export interface BoostOptions {
  trees: number;
  leaves: number;
  rate: number;
  /** Share of features and of rows that each tree sees. */
  features: number;
  rows: number;
  /** Least sum of second derivatives in a leaf, as a share of all weight. */
  leaf: number;
  lambda: number;
  seed: number;
}

/** Upper edges of the bins of one column, from a sample of its values. */
export function edgesOf(column: (row: number) => number, count: number): Float64Array {
  const size = Math.min(count, 40_000);
  const sample = new Float64Array(size);
  for (let at = 0; at < size; at++) sample[at] = column(Math.floor((at * count) / size));
  sample.sort();
  const unique = [...new Set(sample)];
  if (unique.length <= BINS) return Float64Array.from(unique.slice(1), (value, at) => (value + unique[at]!) / 2);
  const edges: number[] = [];
  const below = new Map(unique.map((value, at) => [value, unique[at - 1] ?? value]));
  for (let bin = 1; bin < BINS; bin++) {
    const value = sample[Math.floor((bin * size) / BINS)]!;
    // Halfway to the next lower value: rounding to 32 bits must not move a value across an edge.
    const edge = (value + below.get(value)!) / 2;
    if (value > sample[0]! && edge > (edges.at(-1) ?? Number.NEGATIVE_INFINITY)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

export function binOf(edges: Float64Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value > edges[middle]!) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Leaf {
  from: number;
  to: number;
  node: number;
  sums: Float64Array;
  gradient: number;
  hessian: number;
  gain: number;
  slot: number;
  bin: number;
}

export function train(
  binned: Uint8Array,
  width: number,
  label: Float32Array,
  weight: Float32Array,
  rows: Int32Array,
  options: BoostOptions,
): Forest {
  const count = binned.length / width;
  const score = new Float64Array(count);
  const gradient = new Float64Array(count);
  const hessian = new Float64Array(count);
  const random = randomFrom(options.seed);
  let total = 0;
  let positive = 0;
  for (const row of rows) {
    total += weight[row]!;
    positive += weight[row]! * label[row]!;
  }
  const base = Math.log(positive / (total - positive));
  for (const row of rows) score[row] = base;
  const lambda = (options.lambda * total * 5) / rows.length;
  const least = options.leaf * total;
  const used = Math.max(1, Math.round(width * options.features));
  const size = used * BINS * 2;
  const pool: Float64Array[] = [];
  const picked = new Int32Array(rows.length);
  const spare = new Int32Array(rows.length);
  const gain = new Float64Array(width);
  const trees: Tree[] = [];
  const order = Int32Array.from({ length: width }, (_, at) => at);
  for (let step = 0; step < options.trees; step++) {
    for (let at = 0; at < used; at++) {
      const other = at + Math.floor(random() * (width - at));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    const features = order.slice(0, used).sort();
    let kept = 0;
    for (const row of rows) {
      if (random() >= options.rows) continue;
      picked[kept++] = row;
      const p = 1 / (1 + Math.exp(-score[row]!));
      gradient[row] = weight[row]! * (p - label[row]!);
      hessian[row] = weight[row]! * Math.max(p * (1 - p), 1e-4);
    }
    const sumUp = (from: number, to: number): Float64Array => {
      const sums = pool.pop() ?? new Float64Array(size);
      sums.fill(0);
      for (let at = from; at < to; at++) {
        const row = picked[at]!;
        const offset = row * width;
        const g = gradient[row]!;
        const h = hessian[row]!;
        for (let slot = 0; slot < used; slot++) {
          const cell = (slot * BINS + binned[offset + features[slot]!]!) << 1;
          sums[cell]! += g;
          sums[cell + 1]! += h;
        }
      }
      return sums;
    };
    const seek = (leaf: Leaf): void => {
      const { sums } = leaf;
      let g = 0;
      let h = 0;
      for (let cell = 0; cell < BINS * 2; cell += 2) {
        g += sums[cell]!;
        h += sums[cell + 1]!;
      }
      leaf.gradient = g;
      leaf.hessian = h;
      leaf.gain = 0;
      leaf.slot = -1;
      const parent = (g * g) / (h + lambda);
      for (let slot = 0; slot < used; slot++) {
        let gl = 0;
        let hl = 0;
        const offset = slot * BINS * 2;
        for (let bin = 0; bin < BINS - 1; bin++) {
          const cell = offset + 2 * bin;
          if (sums[cell + 1] === 0) continue;
          gl += sums[cell]!;
          hl += sums[cell + 1]!;
          if (hl < least) continue;
          const hr = h - hl;
          if (hr < least) break;
          const gr = g - gl;
          const better = (gl * gl) / (hl + lambda) + (gr * gr) / (hr + lambda) - parent;
          if (better > leaf.gain) {
            leaf.gain = better;
            leaf.slot = slot;
            leaf.bin = bin;
          }
        }
      }
    };
    const newLeaf = (from: number, to: number, node: number, sums: Float64Array): Leaf => ({
      from,
      to,
      node,
      sums,
      gradient: 0,
      hessian: 0,
      gain: 0,
      slot: -1,
      bin: 0,
    });
    const root = newLeaf(0, kept, 0, sumUp(0, kept));
    seek(root);
    const feature = [-1];
    const bin = [0];
    const left = [0];
    const right = [0];
    const leaves = [root];
    while (leaves.length < options.leaves) {
      const best = leaves.reduce((most, leaf) => (leaf.gain > most.gain ? leaf : most));
      if (best.slot < 0 || best.gain <= 1e-12) break;
      const split = features[best.slot]!;
      let low = best.from;
      let high = 0;
      for (let at = best.from; at < best.to; at++) {
        const row = picked[at]!;
        if (binned[row * width + split]! <= best.bin) picked[low++] = row;
        else spare[high++] = row;
      }
      picked.set(spare.subarray(0, high), low);
      gain[split]! += best.gain;
      const node = feature.length;
      feature[best.node] = split;
      bin[best.node] = best.bin;
      left[best.node] = node;
      right[best.node] = node + 1;
      feature.push(-1, -1);
      bin.push(0, 0);
      left.push(0, 0);
      right.push(0, 0);
      const smallFirst = low - best.from < best.to - low;
      const small = smallFirst ? sumUp(best.from, low) : sumUp(low, best.to);
      const large = best.sums;
      for (let cell = 0; cell < size; cell++) large[cell]! -= small[cell]!;
      const first = newLeaf(best.from, low, node, smallFirst ? small : large);
      const second = newLeaf(low, best.to, node + 1, smallFirst ? large : small);
      seek(first);
      seek(second);
      leaves.splice(leaves.indexOf(best), 1, first, second);
    }
    const value = new Float32Array(feature.length);
    for (const leaf of leaves) {
      value[leaf.node] = (-options.rate * leaf.gradient) / (leaf.hessian + lambda);
      pool.push(leaf.sums);
    }
    const tree: Tree = {
      feature: Int16Array.from(feature),
      bin: Uint8Array.from(bin),
      left: Int16Array.from(left),
      right: Int16Array.from(right),
      value,
    };
    trees.push(tree);
    for (const row of rows) score[row]! += leafValue(tree, binned, row * width);
  }
  return { base, trees, gain };
}

export function leafValue({ feature, bin, left, right, value }: Tree, binned: Uint8Array, offset: number): number {
  let node = 0;
  while (feature[node]! >= 0) node = binned[offset + feature[node]!]! <= bin[node]! ? left[node]! : right[node]!;
  return value[node]!;
}

export function predict(forest: Forest, binned: Uint8Array, width: number, row: number): number {
  let sum = forest.base;
  for (const tree of forest.trees) sum += leafValue(tree, binned, row * width);
  return sum;
}
