import { randomFrom } from './boost.js';

/** Uses of numbered tokens, row after row. */
export interface Uses {
  tokens: Int32Array;
  offsets: Int32Array;
  numbers: Int32Array;
}
export interface RegressOptions {
  epochs: number;
  rate: number;
  l2: number;
}

/** Logistic regression over counts of tokens by AdaGrad: one weight for each token of each part, and a bias. Deterministic. */
export function regress(
  parts: Uses[],
  label: Float32Array,
  weight: Float32Array,
  rows: Int32Array,
  { epochs, rate, l2 }: RegressOptions,
) {
  const weights = parts.map((part) => new Float32Array(part.tokens.length));
  const squares = parts.map((part) => new Float32Array(part.tokens.length).fill(1e-8));
  let bias = 0;
  let biasSquare = 1e-8;
  let mean = 0;
  for (const row of rows) mean += weight[row]!;
  mean /= rows.length;
  const random = randomFrom(3);
  const order = Int32Array.from(rows);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const row of order) {
      let sum = bias;
      for (let part = 0; part < parts.length; part++) {
        const { offsets, numbers } = parts[part]!;
        const own = weights[part]!;
        for (let use = offsets[row]!; use < offsets[row + 1]!; use++) sum += own[numbers[use]!]!;
      }
      const step = Math.min(weight[row]! / mean, 20) * (1 / (1 + Math.exp(-sum)) - label[row]!);
      if (Math.abs(step) < 1e-6) continue;
      biasSquare += step * step;
      bias -= (rate * step) / Math.sqrt(biasSquare);
      for (let part = 0; part < parts.length; part++) {
        const { offsets, numbers } = parts[part]!;
        const own = weights[part]!;
        const square = squares[part]!;
        for (let use = offsets[row]!; use < offsets[row + 1]!; use++) {
          const number = numbers[use]!;
          const slope = step + l2 * own[number]!;
          square[number]! += slope * slope;
          own[number]! -= (rate * slope) / Math.sqrt(square[number]!);
        }
      }
    }
  }
  return { bias, weights };
}
