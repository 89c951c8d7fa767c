import type { Forest } from './forest.js';
import type { Vocabulary } from './vocabulary.js';
import { WEIGHTS } from './weights.js';

/** Everything that was learned. */
export interface Model {
  vocabulary: Vocabulary;
  first: Forest;
  second: Forest;
  /** Features of a block that the second stage sees again. */
  kept: readonly number[];
}

let model: Model | null = null;

/** The learned weights, unpacked when first needed. */
export function loadModel(): Model {
  model ??= unpack(Buffer.from(WEIGHTS, 'base64'));
  return model;
}

/** Reads what `pack` in scripts/train writes. */
export function unpack(bytes: Buffer): Model {
  let at = 0;
  const u8 = () => bytes.readUInt8(at++);
  const take = (size: number) => {
    at += size;
    return at - size;
  };
  const u16 = () => bytes.readUInt16LE(take(2));
  const i16 = () => bytes.readInt16LE(take(2));
  const f32 = () => bytes.readFloatLE(take(4));
  const words = (): Map<number, number> => {
    const count = u16();
    const scale = f32();
    const weights = new Map<number, number>();
    for (let entry = 0; entry < count; entry++) {
      const token = bytes.readInt32LE(take(4));
      weights.set(token, bytes.readInt8(take(1)) * scale);
    }
    return weights;
  };
  const forest = (): Forest => {
    const trees = u16();
    const nodes = u16();
    const base = f32();
    const scale = f32();
    const roots = new Int32Array(trees);
    const feature = new Int16Array(nodes).fill(-1);
    const threshold = new Float64Array(nodes);
    const left = new Int32Array(nodes);
    const right = new Int32Array(nodes);
    const value = new Float64Array(nodes);
    let node = 0;
    for (let tree = 0; tree < trees; tree++) {
      roots[tree] = node;
      const size = u8();
      for (const end = node + size; node < end; node++) {
        const on = i16();
        feature[node] = on;
        if (on < 0) value[node] = i16() * scale;
        else {
          threshold[node] = f32();
          left[node] = roots[tree]! + u8();
          right[node] = roots[tree]! + u8();
        }
      }
    }
    return { base, roots, feature, threshold, left, right, value };
  };
  const bias = f32();
  const near = words();
  const far = words();
  const text = words();
  const first = forest();
  const second = forest();
  const kept = Array.from({ length: u8() }, () => u16());
  return { vocabulary: { bias, near, far, text }, first, second, kept };
}
