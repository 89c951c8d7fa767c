import { aggregate } from './aggregates.js';
import type { Segments } from './blocks.js';
import { bestThreshold, suppressCopies } from './decode.js';
import { BLOCK_FEATURES, blockFeatures, placesOf } from './features.js';
import { evaluate } from './forest.js';
import { loadModel, type Model } from './model.js';
import type { PageFacts } from './page-facts.js';
import { pageFeatures } from './page-features.js';
import { SECOND_FEATURES, secondFeatures } from './second-stage.js';
import { VOCABULARY_FEATURES, vocabularyFeatures } from './vocabulary.js';

/** Bounds of the threshold: outside them the expected F1 trusts the probabilities further than they deserve. */
export const LEAST_THRESHOLD = 0.3;
export const MOST_THRESHOLD = 0.5;

/** How much of the first stage's opinion is kept beside the second's. */
const FIRST_SHARE = 0.3;

export interface Scores {
  /** Probability of each block that it belongs to the content. */
  probability: Float64Array;
  threshold: number;
}

/** The learned opinion of every block of a page. */
export function scoreBlocks(segments: Segments, facts: PageFacts, model: Model = loadModel()): Scores {
  const { blocks } = segments;
  const { vocabulary, first, second, kept } = model;
  const sums = aggregate(segments);
  const places = placesOf(segments, sums);
  const stride = BLOCK_FEATURES + VOCABULARY_FEATURES;
  const x = new Float64Array(blocks.length * stride);
  blockFeatures(segments, sums, places, facts, x, stride);
  vocabularyFeatures(segments, places, vocabulary, x, stride, BLOCK_FEATURES);
  const logits = new Float64Array(blocks.length);
  evaluate(first, x, stride, blocks.length, stride, pageFeatures(segments, sums, places, facts), logits);
  const lengths = Int32Array.from(blocks, ({ words }) => words.length);
  const width = SECOND_FEATURES + kept.length;
  const y = new Float64Array(blocks.length * width);
  const path = Int32Array.from(blocks, ({ element }) => sums.path[element]!);
  secondFeatures({ logits, lengths, levels: places.levels, path, heading: places.heading }, y, width, 0);
  for (let at = 0; at < blocks.length; at++)
    for (let own = 0; own < kept.length; own++) y[at * width + SECOND_FEATURES + own] = x[at * stride + kept[own]!]!;
  const probability = new Float64Array(blocks.length);
  evaluate(second, y, width, blocks.length, width, null, probability);
  for (let at = 0; at < blocks.length; at++) {
    const logit = FIRST_SHARE * logits[at]! + (1 - FIRST_SHARE) * probability[at]!;
    probability[at] = 1 / (1 + Math.exp(-logit));
  }
  suppressCopies(probability, blocks);
  const { threshold } = bestThreshold(probability, lengths);
  return { probability, threshold: Math.min(MOST_THRESHOLD, Math.max(LEAST_THRESHOLD, threshold)) };
}
