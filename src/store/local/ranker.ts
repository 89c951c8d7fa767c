import type { Database } from '../sqlite/database.js';
import { findPostings } from './posting-blocks.js';
import { type Documents, IN_ADDRESS, IN_TITLE, IS_TITLE, readDocuments, readPlaces } from './postings.js';
import type { QueryTerm } from './query.js';

/** How much each part of the score counts, tuned on the questions of bench/local. */
export const RANKING = {
  k1: 1.1,
  b: 0.55,
  title: 2.2,
  isTitle: 1.6,
  address: 1.1,
  heading: 0.9,
  passage: 0.9,
  passageHeading: 1.2,
  coverage: 1.6,
} as const;

/** Documents whose passages are looked at. */
const CANDIDATES = 250;

/** A segment that the search may look into. */
export interface Segment {
  id: number;
  collection: number;
  documents: number;
  lengths: Uint32Array;
}

export interface Ranked {
  segment: number;
  ordinal: number;
  score: number;
  /** Number of the passage that fits best, counted from 1; 0 where only title or address fit. */
  passage: number;
}

interface Read {
  weight: number;
  idf: number;
  segment: number;
  data: Uint8Array;
  documents: Documents;
  query: number;
}

/** Documents that fit the terms, best first, at most `CANDIDATES`. Synchronous: for use inside one read. */
export function rank(database: Database, segments: readonly Segment[], terms: readonly QueryTerm[]): Ranked[] {
  const total = segments.reduce((sum, segment) => sum + segment.documents, 0);
  if (total === 0) return [];
  let tokens = 0;
  for (const segment of segments) for (const length of segment.lengths) tokens += length;
  const average = Math.max(1, tokens / total);

  const reads = readTerms(database, segments, terms, total);
  const wanted = weightWanted(reads);
  const candidates: Ranked[] = [];
  segments.forEach((segment, index) => {
    const own = reads.filter((read) => read.segment === index);
    if (own.length > 0) candidates.push(...rankSegment(segment, own, average));
  });
  candidates.sort((a, b) => b.score - a.score);
  candidates.length = Math.min(candidates.length, CANDIDATES);
  const byId = new Map(segments.map((segment, index) => [segment.id, index]));
  for (const candidate of candidates) {
    refine(
      candidate,
      reads.filter((read) => read.segment === byId.get(candidate.segment)),
      wanted,
    );
  }
  return candidates.sort((a, b) => b.score - a.score);
}

function readTerms(
  database: Database,
  segments: readonly Segment[],
  terms: readonly QueryTerm[],
  total: number,
): Read[] {
  const reads: Read[] = [];
  terms.forEach(({ term, weight }, query) => {
    let frequency = 0;
    const own: Read[] = [];
    segments.forEach(({ id }, segment) => {
      const found = findPostings(database, id, term);
      if (found === null) return;
      const { data } = found;
      const documents = readDocuments(data, found.documents);
      frequency += documents.count;
      own.push({ weight, idf: 0, segment, data, documents, query });
    });
    const idf = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
    for (const read of own) read.idf = idf;
    reads.push(...own);
  });
  return reads;
}

/** Sum of what every term that any document has could give. */
function weightWanted(reads: readonly Read[]): number {
  const byQuery = new Map<number, number>();
  for (const read of reads) byQuery.set(read.query, read.weight * read.idf);
  return [...byQuery.values()].reduce((sum, value) => sum + value, 0);
}

/** BM25 over the whole document, with what stands in title, address and headings counted as more occurrences. */
function rankSegment(segment: Segment, reads: readonly Read[], average: number): Ranked[] {
  const scores = new Float32Array(segment.documents);
  const { k1, b, title, isTitle, address, heading } = RANKING;
  for (const { documents, weight, idf } of reads) {
    const full = weight * idf * (k1 + 1);
    for (let i = 0; i < documents.count; i += 1) {
      const ordinal = documents.ordinals[i]!;
      if (ordinal >= scores.length) break;
      const fields = documents.fields[i]!;
      let times = documents.times[i]! / (1 - b + (b * segment.lengths[ordinal]!) / average);
      if (fields & IN_TITLE) times += title;
      if (fields & IS_TITLE) times += isTitle;
      if (fields & IN_ADDRESS) times += address;
      times += heading * Math.min(3, documents.headings[i]!);
      scores[ordinal]! += (full * times) / (k1 + times);
    }
  }
  const best: Ranked[] = [];
  const least = threshold(scores);
  for (let ordinal = 0; ordinal < scores.length; ordinal += 1) {
    const score = scores[ordinal]!;
    if (score > 0 && score >= least) best.push({ segment: segment.id, ordinal, score, passage: 0 });
  }
  return best.sort((x, y) => y.score - x.score).slice(0, CANDIDATES);
}

/** A score that at least `CANDIDATES` documents reach, found without sorting all of them. */
function threshold(scores: Float32Array): number {
  if (scores.length <= CANDIDATES) return 0;
  const sorted = scores.slice().sort();
  return sorted[sorted.length - CANDIDATES]!;
}

/** Adds what the best passage of a document says, and lowers documents that lack much of what was asked. */
function refine(candidate: Ranked, reads: readonly Read[], wanted: number): void {
  const passages = new Map<number, number>();
  let covered = 0;
  for (const { documents, data, weight, idf } of reads) {
    const i = indexOf(documents, candidate.ordinal);
    if (i === -1) continue;
    covered += weight * idf;
    readPlaces(data, documents.at[i]!, (passage, inHeading, times) => {
      const counted = times + (inHeading ? RANKING.passageHeading : 0);
      passages.set(passage, (passages.get(passage) ?? 0) + (weight * idf * 2 * counted) / (1 + counted));
    });
  }
  let best = 0;
  for (const [passage, score] of passages) {
    if (score > best) {
      best = score;
      candidate.passage = passage;
    }
  }
  const share = wanted === 0 ? 1 : covered / wanted;
  candidate.score = (candidate.score + RANKING.passage * best) * share ** RANKING.coverage;
}

function indexOf(documents: Documents, ordinal: number): number {
  let low = 0;
  let high = documents.count - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = documents.ordinals[middle]!;
    if (found === ordinal) return middle;
    if (found < ordinal) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
