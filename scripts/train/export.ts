// Packs the fitted model into src/extract/choose/weights.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { Forest } from './boost.js';

const cache = process.env['TRAIN_CACHE'] ?? '/tmp/sallyport-train';
const model = deserialize(readFileSync(join(cache, 'model.bin'))) as {
  vocabulary: { near: Float32Array; far: Float32Array; text: Float32Array; bias: number };
  tokens: { near: Int32Array; far: Int32Array; text: Int32Array };
  edges: Float64Array[];
  secondEdges: Float64Array[];
  stage1: Forest;
  stage2: Forest;
  kept: number[];
};
const parts: Buffer[] = [];
const put = (size: number, write: (buffer: Buffer) => void) => {
  const buffer = Buffer.alloc(size);
  write(buffer);
  parts.push(buffer);
};
const u8 = (value: number) => put(1, (buffer) => buffer.writeUInt8(value));
const u16 = (value: number) => put(2, (buffer) => buffer.writeUInt16LE(value));
const i16 = (value: number) => put(2, (buffer) => buffer.writeInt16LE(value));
const i32 = (value: number) => put(4, (buffer) => buffer.writeInt32LE(value));
const i8 = (value: number) => put(1, (buffer) => buffer.writeInt8(value));
const f32 = (value: number) => put(4, (buffer) => buffer.writeFloatLE(value));

/** Tokens with their weights in 8 bits; what rounds to nothing is left out. */
function words(tokens: Int32Array, weights: Float32Array): void {
  const scale = Math.max(...weights.map(Math.abs)) / 127;
  const kept = Array.from(tokens.keys())
    .filter((at) => Math.round(weights[at]! / scale) !== 0)
    .sort((a, b) => tokens[a]! - tokens[b]!);
  u16(kept.length);
  f32(scale);
  for (const at of kept) {
    i32(tokens[at]!);
    i8(Math.round(weights[at]! / scale));
  }
}

function forest({ base, trees }: Forest, edges: Float64Array[]): void {
  const values = trees.flatMap((tree) => Array.from(tree.value));
  const scale = Math.max(...values.map(Math.abs)) / 32_767;
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
}

f32(model.vocabulary.bias);
words(model.tokens.near, model.vocabulary.near);
words(model.tokens.far, model.vocabulary.far);
words(model.tokens.text, model.vocabulary.text);
forest(model.stage1, model.edges);
forest(model.stage2, model.secondEdges);
u8(model.kept.length);
for (const column of model.kept) u16(column);
const packed = Buffer.concat(parts);
const lines = packed.toString('base64').match(/.{1,110}/g)!;
writeFileSync(
  new URL('../../../src/extract/choose/weights.ts', import.meta.url),
  `// Made by scripts/train (see docs/reading.md); trained on WCXB (CC-BY-4.0) and scrapinghub's article set (MIT). ${packed.length} bytes.\nexport const WEIGHTS =\n  '${lines.join("' +\n  '")}';\n`,
);
console.log('weights', packed.length, 'bytes');
