// Reads the handed pages once and stores features, tokens and labels for `fit`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { ARTICLES, foldOf, labelledPages } from '../../bench/read/pages.js';
import { decode } from '../../src/extract/charset/index.js';
import { aggregate } from '../../src/extract/choose/aggregates.js';
import { segment } from '../../src/extract/choose/blocks.js';
import { BLOCK_FEATURES, blockFeatures, LEVELS, placesOf } from '../../src/extract/choose/features.js';
import { factsOf } from '../../src/extract/choose/page-facts.js';
import { PAGE_FEATURES, pageFeatures } from '../../src/extract/choose/page-features.js';
import { elementTokens, textTokens } from '../../src/extract/choose/vocabulary.js';
import { markHidden } from '../../src/extract/hidden/index.js';
import { openNoscript } from '../../src/extract/noscript.js';
import { parse } from '../../src/extract/parse.js';
import { placeStreamed } from '../../src/extract/streamed.js';
import { surveyOf } from '../../src/extract/survey.js';
import { label } from './label.js';

export interface StoredPage {
  id: string;
  set: 'wcxb' | 'news';
  type: string;
  url: string;
  domain: string;
  fold: number;
  /** First row and number of rows. */
  start: number;
  count: number;
  truth: string;
  texts: string[];
  /** Word numbers of each block, and how often the truth has each. */
  words: Int32Array[];
  wanted: Int32Array;
  truthLength: number;
  /** For the second stage. */
  element: Int32Array;
  path: Int32Array;
  levels: Int32Array;
  heading: Int32Array;
  section: Int32Array;
  hash: Int32Array;
  wordCount: Int32Array;
  page: Float64Array;
}

const out = process.env['TRAIN_CACHE'] ?? '/tmp/sallyport-train';
mkdirSync(out, { recursive: true });
const pages: StoredPage[] = [];
const rows: Float32Array[] = [];
const shares: Float32Array[] = [];
const near: Int32Array[] = [];
const far: Int32Array[] = [];
const text: Int32Array[] = [];
let start = 0;
const time = Date.now();
for (const page of labelledPages(ARTICLES)) {
  const root = parse(decode(page.html).text);
  const survey = surveyOf(root);
  placeStreamed(survey);
  openNoscript(survey);
  markHidden(root);
  const segments = segment(root);
  const sums = aggregate(segments);
  const places = placesOf(segments, sums);
  const facts = factsOf(survey, page.url);
  const { blocks, elements, parent } = segments;
  const x = new Float64Array(blocks.length * BLOCK_FEATURES);
  const written = blockFeatures(segments, sums, places, facts, x, BLOCK_FEATURES);
  if (blocks.length > 0 && written !== BLOCK_FEATURES)
    throw new Error(`features: ${written} written, ${BLOCK_FEATURES} expected`);
  const found = label(
    blocks.map((block) => block.text),
    page.truth,
  );
  rows.push(Float32Array.from(x));
  shares.push(found.share);
  const tokens = elements.map(elementTokens);
  for (const block of blocks) {
    const first: number[] = [...tokens[block.element]!];
    const up = parent[block.element]!;
    if (up >= 0) first.push(...tokens[up]!);
    const beyond: number[] = [];
    for (let at = up < 0 ? -1 : parent[up]!; at >= 0; at = parent[at]!) beyond.push(...tokens[at]!);
    near.push(Int32Array.from(first));
    far.push(Int32Array.from(beyond));
    text.push(Int32Array.from(textTokens(block)));
  }
  const numbers = new Map<string, number>();
  const number = (word: string) => {
    let known = numbers.get(word);
    if (known === undefined) {
      known = numbers.size;
      numbers.set(word, known);
    }
    return known;
  };
  const words = found.words.map((own) => Int32Array.from(own, number));
  const truth = found.truth.map(number);
  const wanted = new Int32Array(numbers.size);
  for (const word of truth) wanted[word]!++;
  pages.push({
    id: page.id,
    set: page.set,
    type: page.type,
    url: page.url,
    domain: page.domain,
    fold: foldOf(page.domain),
    start,
    count: blocks.length,
    truth: page.set === 'news' ? page.truth : '',
    texts: page.set === 'news' ? blocks.map((block) => block.text) : [],
    words,
    wanted,
    truthLength: truth.length,
    element: Int32Array.from(blocks, (block) => block.element),
    path: Int32Array.from(blocks, (block) => sums.path[block.element]!),
    levels: places.levels.slice(0, blocks.length * LEVELS),
    heading: places.heading,
    section: places.section,
    hash: Int32Array.from(blocks, (block) => block.hash),
    wordCount: Int32Array.from(blocks, (block) => block.words.length),
    page: pageFeatures(segments, sums, places, facts),
  });
  start += blocks.length;
  if (pages.length % 300 === 0)
    console.log(pages.length, 'pages', start, 'rows', ((Date.now() - time) / 1000).toFixed(0), 's');
}
const x = new Float32Array(start * BLOCK_FEATURES);
let at = 0;
for (const own of rows) {
  x.set(own, at);
  at += own.length;
}
const share = new Float32Array(start);
at = 0;
for (const own of shares) {
  share.set(own, at);
  at += own.length;
}

/** Tokens that stand on enough sites, numbered, as one run of numbers with row offsets. */
function vocabulary(tokens: Int32Array[], sites: number) {
  const seen = new Map<number, Set<string>>();
  for (const page of pages)
    for (let row = page.start; row < page.start + page.count; row++)
      for (const token of tokens[row]!) {
        let domains = seen.get(token);
        if (!domains) {
          domains = new Set();
          seen.set(token, domains);
        }
        if (domains.size < sites) domains.add(page.domain);
      }
  const kept = new Map<number, number>();
  for (const [token, domains] of seen) if (domains.size >= sites) kept.set(token, kept.size);
  const offsets = new Int32Array(start + 1);
  let size = 0;
  for (let row = 0; row < start; row++) {
    for (const token of tokens[row]!) if (kept.has(token)) size++;
    offsets[row + 1] = size;
  }
  const numbers = new Int32Array(size);
  let next = 0;
  for (let row = 0; row < start; row++)
    for (const token of tokens[row]!) {
      const known = kept.get(token);
      if (known !== undefined) numbers[next++] = known;
    }
  console.log('vocabulary', kept.size, 'uses', size);
  return { tokens: Int32Array.from(kept.keys()), offsets, numbers };
}
writeFileSync(join(out, 'data.bin'), serialize({ pages, x, share, width: BLOCK_FEATURES, pageWidth: PAGE_FEATURES }));
writeFileSync(
  join(out, 'tokens.bin'),
  serialize({ near: vocabulary(near, 6), far: vocabulary(far, 6), text: vocabulary(text, 12) }),
);
console.log(pages.length, 'pages', start, 'rows', ((Date.now() - time) / 1000).toFixed(0), 's');
