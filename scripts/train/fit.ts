// Trains and cross-validates the choice: folds by site, vocabulary and first stage out of fold for the second.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { FOLDS } from '../../bench/read/pages.js';
import { bestThreshold, suppressCopies } from '../../src/extract/choose/decode.js';
import { SECOND_FEATURES, secondFeatures } from '../../src/extract/choose/second-stage.js';
import { VOCABULARY_FEATURES } from '../../src/extract/choose/vocabulary.js';
import { type BoostOptions, binOf, edgesOf, type Forest, predict, train } from './boost.js';
import type { StoredPage } from './build.js';
import { type Learned, pack } from './pack.js';
import { regress, type Uses } from './regress.js';
import { report } from './score.js';

const repository = new URL('../../..', import.meta.url).pathname;
const cache = process.env['TRAIN_CACHE'] ?? '/tmp/sallyport-train';
const option = (name: string, fallback: number) => Number(process.env[name.toUpperCase()] ?? fallback);
const data = deserialize(readFileSync(join(cache, 'data.bin'))) as {
  pages: StoredPage[];
  x: Float32Array;
  share: Float32Array;
  width: number;
  pageWidth: number;
};
const uses = deserialize(readFileSync(join(cache, 'tokens.bin'))) as { near: Uses; far: Uses; text: Uses };
const { pages, x, share, width, pageWidth } = data;
const count = share.length;
const started = Date.now();
const log = (...said: unknown[]) => console.log(`${((Date.now() - started) / 1000).toFixed(0)} s`, ...said);

const pageOf = new Int32Array(count);
const foldOfRow = new Uint8Array(count);
const weight = new Float32Array(count);
const newsWeight = option('news', 2);
for (const [number, page] of pages.entries()) {
  let total = 0;
  let positive = 0;
  for (let at = 0; at < page.count; at++) {
    const row = page.start + at;
    pageOf[row] = number;
    foldOfRow[row] = page.fold;
    total += page.words[at]!.length;
    positive += page.words[at]!.length * share[row]!;
  }
  // A page whose truth is not found on it teaches nothing; one whose truth is empty teaches a little.
  const lost = positive < 0.4 * page.truthLength || positive < 8;
  for (let at = 0; at < page.count; at++) {
    const size = page.words[at]!.length + 0.3;
    let own = lost ? 0 : size / (positive + 0.25 * total + 60);
    if (page.truthLength === 0) own = total < 800 ? size / (total + 60) : 0;
    weight[page.start + at] = own * (page.set === 'news' ? newsWeight : 1);
  }
}
const allRows = Int32Array.from({ length: count }, (_, at) => at).filter((row) => weight[row]! > 0);
const rowsWithout = (folds: number[]) => allRows.filter((row) => !folds.includes(foldOfRow[row]!));
const rowsOf = (fold: number) =>
  Int32Array.from({ length: count }, (_, at) => at).filter((row) => foldOfRow[row] === fold);

// Vocabulary, for every set of folds that some model must not have seen.
interface Weights {
  near: Float32Array;
  far: Float32Array;
  text: Float32Array;
  bias: number;
}
function fitVocabulary(folds: number[]): Weights {
  const rows = rowsWithout(folds);
  const chain = regress([uses.near, uses.far], share, weight, rows, {
    epochs: 2,
    rate: option('vrate', 0.02),
    l2: 1e-3,
  });
  const text = regress([uses.text], share, weight, rows, { epochs: 2, rate: 0.04, l2: 2e-3 });
  return { near: chain.weights[0]!, far: chain.weights[1]!, text: text.weights[0]!, bias: chain.bias };
}
const pairs = new Map<string, Weights>();
function pairVocabulary(one: number, other: number): Weights {
  const key = [one, other].sort().join();
  const known = pairs.get(key) ?? fitVocabulary([one, other]);
  pairs.set(key, known);
  return known;
}
const V = VOCABULARY_FEATURES;
/** The same sums as `vocabularyFeatures`, over stored tokens. */
function vocabularyColumns({ near, far, text, bias }: Weights, folds: number[] | null, out: Float32Array): void {
  const sum = ({ offsets, numbers }: Uses, weights: Float32Array, row: number) => {
    let total = 0;
    for (let use = offsets[row]!; use < offsets[row + 1]!; use++) total += weights[numbers[use]!]!;
    return total;
  };
  for (const page of pages) {
    if (folds !== null && !folds.includes(page.fold)) continue;
    for (let row = page.start; row < page.start + page.count; row++) {
      const o = row * V;
      const a = sum(uses.near, near, row);
      const b = sum(uses.far, far, row);
      const t = sum(uses.text, text, row);
      let low = 0;
      let high = 0;
      for (let use = uses.far.offsets[row]!; use < uses.far.offsets[row + 1]!; use++) {
        const value = far[uses.far.numbers[use]!]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      const tokens = uses.text.offsets[row + 1]! - uses.text.offsets[row]!;
      out[o] = bias + a + b;
      out[o + 1] = a;
      out[o + 2] = b;
      out[o + 3] = low;
      out[o + 4] = high;
      out[o + 5] = t;
      out[o + 6] = tokens > 0 ? t / tokens : 0;
      out[o + 7] = bias + a + b + t;
    }
    for (let at = 0; at < page.count; at++) {
      const o = (page.start + at) * V;
      const heading = page.heading[at]!;
      out[o + 8] = heading < 0 ? 0 : out[(page.start + heading) * V + 5]!;
      out[o + 9] = heading < 0 ? 0 : out[(page.start + heading) * V]!;
      out[o + 10] = at > 0 ? out[o - V + 7]! : 0;
      out[o + 11] = at + 1 < page.count ? out[o + V + 7]! : 0;
    }
  }
}

const stride = width + V + pageWidth;
const binned = new Uint8Array(count * stride);
const edges: Float64Array[] = [];
for (let column = 0; column < width; column++) {
  const own = edgesOf((row) => x[row * width + column]!, count);
  edges[column] = own;
  for (let row = 0; row < count; row++) binned[row * stride + column] = binOf(own, x[row * width + column]!);
}
for (let column = 0; column < pageWidth; column++) {
  const own = edgesOf((page) => pages[page]!.page[column]!, pages.length);
  edges[width + V + column] = own;
  const bins = pages.map((page) => binOf(own, page.page[column]!));
  for (let row = 0; row < count; row++) binned[row * stride + width + V + column] = bins[pageOf[row]!]!;
}
log('binned', count, 'rows', stride, 'features');

const single = Array.from({ length: FOLDS }, (_, fold) => fitVocabulary([fold]));
const outOfFold = new Float32Array(count * V);
for (let fold = 0; fold < FOLDS; fold++) vocabularyColumns(single[fold]!, [fold], outOfFold);
for (let column = 0; column < V; column++)
  edges[width + column] = edgesOf((row) => outOfFold[row * V + column]!, count);
const binVocabulary = (values: Float32Array) => {
  for (let row = 0; row < count; row++)
    for (let column = 0; column < V; column++)
      binned[row * stride + width + column] = binOf(edges[width + column]!, values[row * V + column]!);
};
log('vocabulary');

const first: BoostOptions = {
  trees: option('trees', 70),
  leaves: option('leaves', 24),
  rate: option('rate', 0.12),
  features: 0.3,
  rows: 0.5,
  leaf: 3e-4,
  lambda: 1,
  seed: 1,
};
const second: BoostOptions = {
  trees: option('trees2', 50),
  leaves: option('leaves2', 16),
  rate: 0.12,
  features: 0.5,
  rows: 0.5,
  leaf: 3e-4,
  lambda: 1,
  seed: 2,
};
const logits = new Float64Array(count);
const columns = new Float32Array(count * V);
const firstForests: Forest[] = [];
for (let fold = 0; fold < FOLDS; fold++) {
  for (let other = 0; other < FOLDS; other++)
    if (other === fold) vocabularyColumns(single[fold]!, [fold], columns);
    else vocabularyColumns(pairVocabulary(fold, other), [other], columns);
  binVocabulary(columns);
  const forest = train(binned, stride, share, weight, rowsWithout([fold]), { ...first, seed: 1 + fold });
  firstForests.push(forest);
  for (const row of rowsOf(fold)) logits[row] = predict(forest, binned, stride, row);
  log('first stage, fold', fold);
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
const blocksOf = (page: StoredPage) =>
  Array.from(page.hash, (hash, at) => ({ hash, words: { length: page.wordCount[at]! } }));
function decide(page: StoredPage, scores: Float64Array, low: number, high: number, copies: boolean): Uint8Array {
  const p = Float64Array.from({ length: page.count }, (_, at) => sigmoid(scores[page.start + at]!));
  if (copies) suppressCopies(p, blocksOf(page));
  const lengths = page.words.map((own) => own.length);
  const threshold = Math.min(high, Math.max(low, bestThreshold(p, lengths).threshold));
  return Uint8Array.from(p, (value) => (value >= threshold ? 1 : 0));
}
report('stage 1, expected F1', pages, (page) => decide(page, logits, 0, 1, false));
report('stage 1, clamp, copies', pages, (page) => decide(page, logits, 0.3, 0.5, true));

const KEPT = [0, 2, 4, 9, 10, 11, 21, 22, 24, 28, 29, 30, 31, 32, 33, 36, 38, 52, 53, 54, 55];
const S = SECOND_FEATURES + KEPT.length;
const seconds = new Float64Array(count * S);
for (const page of pages) {
  const own = new Float64Array(page.count * S);
  secondFeatures(
    {
      logits: logits.slice(page.start, page.start + page.count),
      lengths: page.words.map((words) => words.length),
      levels: page.levels,
      path: page.path,
      heading: page.heading,
    },
    own,
    S,
    0,
  );
  for (let at = 0; at < page.count; at++)
    for (const [k, column] of KEPT.entries())
      own[at * S + SECOND_FEATURES + k] = x[(page.start + at) * width + column]!;
  seconds.set(own, page.start * S);
}
const secondEdges = Array.from({ length: S }, (_, column) => edgesOf((row) => seconds[row * S + column]!, count));
const secondBinned = new Uint8Array(count * S);
for (let row = 0; row < count; row++)
  for (let column = 0; column < S; column++)
    secondBinned[row * S + column] = binOf(secondEdges[column]!, seconds[row * S + column]!);
const store = (file: string, model: Pick<Learned, 'vocabulary' | 'first' | 'second'>): Buffer => {
  const tokens = { near: uses.near.tokens, far: uses.far.tokens, text: uses.text.tokens };
  const packed = pack({ ...model, tokens, firstEdges: edges, secondEdges, kept: KEPT });
  writeFileSync(join(cache, file), packed);
  return packed;
};
const final = new Float64Array(count);
for (let fold = 0; fold < FOLDS; fold++) {
  const forest = train(secondBinned, S, share, weight, rowsWithout([fold]), { ...second, seed: 11 + fold });
  for (const row of rowsOf(fold)) final[row] = predict(forest, secondBinned, S, row);
  store(`fold-${fold}.bin`, { vocabulary: single[fold]!, first: firstForests[fold]!, second: forest });
}
log('second stage');
report('stage 2, expected F1', pages, (page) => decide(page, final, 0, 1, false));
report('stage 2, copies', pages, (page) => decide(page, final, 0, 1, true));
report('stage 2, clamp .3-.5, copies', pages, (page) => decide(page, final, 0.3, 0.5, true));
report('stage 2, clamp .35-.45, copies', pages, (page) => decide(page, final, 0.35, 0.45, true));
const oracle = report('oracle', pages, (page) =>
  Uint8Array.from({ length: page.count }, (_, at) => (share[page.start + at]! > 0.5 ? 1 : 0)),
);
writeFileSync(join(cache, 'oof.bin'), serialize({ logits, final, oracle: oracle.each }));

if (process.env['FINAL']) {
  binVocabulary(outOfFold);
  const forest = train(binned, stride, share, weight, allRows, first);
  const packed = store('model.bin', {
    vocabulary: fitVocabulary([]),
    first: forest,
    second: train(secondBinned, S, share, weight, allRows, second),
  });
  const lines = packed.toString('base64').match(/.{1,110}/g)!;
  const note = `// Made by scripts/train; ${packed.length} bytes. Trained on WCXB (CC-BY-4.0) and scrapinghub's article set (MIT), see NOTICE.`;
  writeFileSync(
    join(repository, 'src/extract/choose/weights.ts'),
    `${note}\nexport const WEIGHTS = [\n${lines.map((line) => `  '${line}',`).join('\n')}\n].join('');\n`,
  );
  log(
    'weights',
    packed.length,
    'bytes;',
    forest.gain.filter((gain) => gain === 0).length,
    'features of the first stage unused',
  );
}
log('done');
