import type { Forest } from './boost.js';

export interface Learned {
  tokens: { near: Int32Array; far: Int32Array; text: Int32Array };
  vocabulary: { near: Float32Array; far: Float32Array; text: Float32Array; bias: number };
  first: Forest;
  firstEdges: Float64Array[];
  second: Forest;
  secondEdges: Float64Array[];
  /** Features of a block that the second stage sees again. */
  kept: readonly number[];
}

/** The bytes that `unpack` in src/extract/choose/model.ts reads: little-endian, without padding. */
export function pack(model: Learned): Buffer {
  const parts: Buffer[] = [];
  const put = (size: number, write: (buffer: Buffer) => void) => {
    const buffer = Buffer.alloc(size);
    write(buffer);
    parts.push(buffer);
  };
  const u8 = (value: number) => put(1, (buffer) => buffer.writeUInt8(value));
  const u16 = (value: number) => put(2, (buffer) => buffer.writeUInt16LE(value));
  const i16 = (value: number) => put(2, (buffer) => buffer.writeInt16LE(value));
  const f32 = (value: number) => put(4, (buffer) => buffer.writeFloatLE(value));

  /** Weights in 8 bits; a token whose weight rounds to nothing is left out. */
  const words = (tokens: Int32Array, weights: Float32Array) => {
    let greatest = 0;
    for (const weight of weights) greatest = Math.max(greatest, Math.abs(weight));
    const scale = greatest / 127;
    const used = Array.from(tokens.keys()).filter((at) => Math.round(weights[at]! / scale) !== 0);
    u16(used.length);
    f32(scale);
    for (const at of used) {
      put(4, (buffer) => buffer.writeInt32LE(tokens[at]!));
      put(1, (buffer) => buffer.writeInt8(Math.round(weights[at]! / scale)));
    }
  };
  const forest = ({ base, trees }: Forest, edges: Float64Array[]) => {
    let greatest = 0;
    for (const { value } of trees) for (const leaf of value) greatest = Math.max(greatest, Math.abs(leaf));
    const scale = greatest / 32_767;
    u16(trees.length);
    u16(trees.reduce((sum, tree) => sum + tree.feature.length, 0));
    f32(base);
    f32(scale);
    for (const { feature, bin, left, right, value } of trees) {
      u8(feature.length);
      for (let node = 0; node < feature.length; node++) {
        const on = feature[node]!;
        i16(on);
        if (on < 0) i16(Math.round(value[node]! / scale));
        else {
          f32(edges[on]![bin[node]!]!);
          u8(left[node]!);
          u8(right[node]!);
        }
      }
    }
  };
  f32(model.vocabulary.bias);
  words(model.tokens.near, model.vocabulary.near);
  words(model.tokens.far, model.vocabulary.far);
  words(model.tokens.text, model.vocabulary.text);
  forest(model.first, model.firstEdges);
  forest(model.second, model.secondEdges);
  u8(model.kept.length);
  for (const column of model.kept) u16(column);
  return Buffer.concat(parts);
}
