import type { Database } from '../sqlite/database.js';
import { findPostings } from './posting-blocks.js';
import { type Documents, IN_ADDRESS, IN_TITLE, IS_TITLE, readDocuments, readPlaces } from './postings.js';
import type { Concept } from './query.js';
import { similarTerms } from './similar-terms.js';

/** How much each part of the score counts, tuned on the questions of bench/local. */
export const RANKING = {
  k1: 2,
  b: 0.7,
  body: 1,
  title: 0.3,
  isTitle: 0.1,
  address: 0.4,
  heading: 0.25,
  passage: 0.35,
  passageHeading: 0.4,
  coverage: 0.4,
  passageCoverage: 0.25,
};

/** Documents whose passages are looked at. */
const CANDIDATES = 250;

/** A segment that the search may look into. */
export interface Segment {
  id: number;
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

/** One term of a concept in one segment. */
interface Read {
  concept: number;
  weight: number;
  segment: number;
  data: Uint8Array;
  documents: Documents;
}

/** What a concept counts in all: its weight by how rare it is. */
type Worth = { worth: number; extra: boolean };

/** Documents that fit, best first, at most `CANDIDATES`. Synchronous: for use inside one read. */
export function rank(database: Database, segments: readonly Segment[], concepts: readonly Concept[]): Ranked[] {
  const total = segments.reduce((sum, { documents }) => sum + documents, 0);
  let tokens = 0;
  for (const { lengths } of segments) for (const length of lengths) tokens += length;
  const average = Math.max(1, tokens / Math.max(1, total));

  const { reads, worths } = readConcepts(database, segments, concepts, total);
  const wanted = worths.reduce((sum, { worth, extra }) => sum + (extra ? 0 : worth), 0);
  const candidates: Ranked[] = [];
  const readsOf = new Map<number, Read[]>();
  segments.forEach((segment, index) => {
    const own = reads.filter((read) => read.segment === index);
    readsOf.set(segment.id, own);
    if (own.length > 0) candidates.push(...rankSegment(segment, own, worths, average));
  });
  candidates.sort((a, b) => b.score - a.score);
  candidates.length = Math.min(candidates.length, CANDIDATES);
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  for (const candidate of candidates) {
    const length = byId.get(candidate.segment)?.lengths[candidate.ordinal] ?? average;
    refine(candidate, readsOf.get(candidate.segment) ?? [], worths, wanted, length / average);
  }
  return candidates.sort((a, b) => b.score - a.score);
}

function readConcepts(
  database: Database,
  segments: readonly Segment[],
  concepts: readonly Concept[],
  total: number,
): { reads: Read[]; worths: Worth[] } {
  const reads: Read[] = [];
  const worths = concepts.map(({ terms, weight, extra }, concept) => {
    let frequency = 0;
    let related = 0;
    const readTerm = (part: { term: string; weight: number }, place: number): void => {
      segments.forEach(({ id }, segment) => {
        const found = findPostings(database, id, part.term);
        if (found === null) return;
        const documents = readDocuments(found.data, found.documents);
        if (place === 0) frequency += documents.count;
        else related += documents.count * part.weight;
        reads.push({ concept, weight: part.weight, segment, data: found.data, documents });
      });
    };
    terms.forEach(readTerm);
    if (frequency === 0 && !extra) {
      for (const guess of similarTerms(database, segments, terms[0]?.term ?? '')) readTerm(guess, 1);
    }
    // Rare by the word that was asked for; where nothing has it, by what stands for it.
    const counted = Math.min(total, frequency > 0 ? frequency : related);
    const rarity = counted === 0 ? 0 : Math.log(1 + (total - counted + 0.5) / (counted + 0.5));
    return { worth: weight * rarity, extra };
  });
  return { reads, worths };
}

/** BM25 over the whole document, and what stands in its title, address and headings. */
function rankSegment(segment: Segment, reads: readonly Read[], worths: readonly Worth[], average: number): Ranked[] {
  const { k1, b } = RANKING;
  const count = segment.documents;
  const scores = new Float32Array(count);
  const times = new Float32Array(count);
  const fields = new Float32Array(count);
  for (let concept = 0; concept < worths.length; concept += 1) {
    const { worth } = worths[concept]!;
    if (worth === 0) continue;
    const own = reads.filter((read) => read.concept === concept);
    if (own.length === 0) continue;
    for (const { documents, weight } of own) {
      for (let i = 0; i < documents.count; i += 1) {
        const ordinal = documents.ordinals[i]!;
        times[ordinal]! += weight * documents.times[i]!;
        const bits = documents.fields[i]!;
        const field =
          weight *
          ((bits & IN_TITLE ? RANKING.title : 0) +
            (bits & IS_TITLE ? RANKING.isTitle : 0) +
            (bits & IN_ADDRESS ? RANKING.address : 0) +
            (RANKING.heading * Math.min(3, documents.headings[i]!)) / 3);
        if (field > fields[ordinal]!) fields[ordinal] = field;
      }
    }
    for (const { documents } of own) {
      for (let i = 0; i < documents.count; i += 1) {
        const ordinal = documents.ordinals[i]!;
        const found = times[ordinal]! / (1 - b + (b * segment.lengths[ordinal]!) / average);
        scores[ordinal]! += worth * ((RANKING.body * (found * (k1 + 1))) / (k1 + found) + fields[ordinal]!);
        // Done: the other terms of the concept come by again.
        times[ordinal] = 0;
        fields[ordinal] = 0;
      }
    }
  }
  const best: Ranked[] = [];
  const least = threshold(scores);
  for (let ordinal = 0; ordinal < count; ordinal += 1) {
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

/** What was found in a document, each a share of what was wanted. */
interface Fit {
  body: number;
  title: number;
  isTitle: number;
  address: number;
  heading: number;
  passage: number;
  passageHeading: number;
  /** How much of what was asked the document has at all. */
  coverage: number;
  /** How much of it the best passage has. */
  passageCoverage: number;
}

/** Weighs a candidate anew, with its best passage; documents that lack much of what was asked are lowered. */
function refine(
  candidate: Ranked,
  reads: readonly Read[],
  worths: readonly Worth[],
  wanted: number,
  relativeLength: number,
): void {
  const count = worths.length;
  const times = new Float64Array(count);
  const covered = new Float64Array(count);
  const fit: Fit = {
    body: 0,
    title: 0,
    isTitle: 0,
    address: 0,
    heading: 0,
    passage: 0,
    passageHeading: 0,
    coverage: 0,
    passageCoverage: 0,
  };
  const inField = {
    title: new Float64Array(count),
    isTitle: new Float64Array(count),
    address: new Float64Array(count),
    heading: new Float64Array(count),
  };
  const passages = new Map<number, Float64Array>();
  for (const { concept, documents, data, weight } of reads) {
    const i = indexOf(documents, candidate.ordinal);
    if (i === -1) continue;
    covered[concept] = Math.max(covered[concept]!, weight);
    times[concept]! += weight * documents.times[i]!;
    const bits = documents.fields[i]!;
    const raise = (field: Float64Array, value: number): void => {
      field[concept] = Math.max(field[concept]!, weight * value);
    };
    if (bits & IN_TITLE) raise(inField.title, 1);
    if (bits & IS_TITLE) raise(inField.isTitle, 1);
    if (bits & IN_ADDRESS) raise(inField.address, 1);
    raise(inField.heading, Math.min(3, documents.headings[i]!) / 3);
    readPlaces(data, documents.at[i]!, (passage, inHeading, occurrences) => {
      let found = passages.get(passage);
      if (found === undefined) {
        found = new Float64Array(count * 2);
        passages.set(passage, found);
      }
      found[concept]! += weight * occurrences;
      if (inHeading) found[count + concept] = Math.max(found[count + concept]!, weight);
    });
  }
  const { k1, b } = RANKING;
  for (let concept = 0; concept < count; concept += 1) {
    const { worth, extra } = worths[concept]!;
    const share = worth / (wanted || 1);
    const found = times[concept]! / (1 - b + b * relativeLength);
    fit.body += (share * found * (k1 + 1)) / (k1 + found);
    for (const field of ['title', 'isTitle', 'address', 'heading'] as const)
      fit[field] += share * inField[field][concept]!;
    if (!extra) fit.coverage += share * covered[concept]!;
  }
  let best = -1;
  for (const [passage, found] of passages) {
    const own = { passage: 0, passageHeading: 0, passageCoverage: 0 };
    for (let concept = 0; concept < count; concept += 1) {
      const { worth, extra } = worths[concept]!;
      const share = worth / (wanted || 1);
      const occurrences = found[concept]!;
      own.passage += (share * 2 * occurrences) / (1 + occurrences);
      own.passageHeading += share * found[count + concept]!;
      if (!extra) own.passageCoverage += share * Math.min(1, Math.max(occurrences, found[count + concept]!));
    }
    const score = RANKING.passage * own.passage + RANKING.passageHeading * own.passageHeading;
    if (score > best) {
      best = score;
      candidate.passage = passage;
      Object.assign(fit, own);
    }
  }
  candidate.score = weigh(fit);
}

function weigh(fit: Fit): number {
  let sum = 0;
  for (const part of PARTS) sum += RANKING[part] * fit[part];
  return (
    sum * Math.min(1, fit.coverage) ** RANKING.coverage * Math.min(1, fit.passageCoverage) ** RANKING.passageCoverage
  );
}

const PARTS = ['body', 'title', 'isTitle', 'address', 'heading', 'passage', 'passageHeading'] as const;

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
