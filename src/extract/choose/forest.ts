/** Boosted trees, flat: node after node, the first `roots` entry where each tree begins. A leaf has feature -1. */
export interface Forest {
  base: number;
  roots: Int32Array;
  feature: Int16Array;
  threshold: Float64Array;
  left: Int32Array;
  right: Int32Array;
  value: Float64Array;
}

/**
 * Adds up the trees for every row of `x`. Features from `shared` on are the same for all rows and stand in `page`: their
 * splits are settled once for the page, and the rows walk what is left.
 */
export function evaluate(
  forest: Forest,
  x: Float64Array,
  stride: number,
  rows: number,
  shared: number,
  page: Float64Array | null,
  out: Float64Array,
): void {
  const { roots, feature, threshold, left, right, value } = forest;
  const skip = new Int32Array(feature.length);
  for (let node = feature.length - 1; node >= 0; node--) {
    const on = feature[node]!;
    if (on < shared || page === null) skip[node] = node;
    else skip[node] = skip[page[on - shared]! <= threshold[node]! ? left[node]! : right[node]!]!;
  }
  out.fill(forest.base, 0, rows);
  for (let tree = 0; tree < roots.length; tree++) {
    const root = skip[roots[tree]!]!;
    for (let row = 0, offset = 0; row < rows; row++, offset += stride) {
      let node = root;
      let on = feature[node]!;
      while (on >= 0) {
        node = skip[x[offset + on]! <= threshold[node]! ? left[node]! : right[node]!]!;
        on = feature[node]!;
      }
      out[row]! += value[node]!;
    }
  }
}
