/**
 * Where a term occurs, as one run of varints for each term and segment. A document is announced by `delta << 1 | 1`
 * (delta to the document before it, the first counted from -1); then its places follow, each
 * `(passage delta << 3 | heading << 2 | class) << 1`. Passages count from 1; passage 0, always first, stands for the
 * fields of the whole document, and its three low bits are the field bits.
 */

/** Fields of the whole document. */
export const IN_TITLE = 1;
export const IN_ADDRESS = 2;
/** The title is little more than this term: the page about it. */
export const IS_TITLE = 4;

/** Occurrences in one passage, in four classes: 1, 2, 3-4, more. */
export function occurrenceClass(times: number): number {
  if (times < 3) return times - 1;
  return times < 5 ? 2 : 3;
}

/** Occurrences that a class stands for in ranking. */
const CLASS_TIMES = [1, 2, 3.5, 6] as const;

/** The documents of one run of postings, in order: parallel columns. */
export interface Documents {
  count: number;
  ordinals: Int32Array;
  /** Where in the run the places of each begin. */
  at: Int32Array;
  /** Occurrences in the text. */
  times: Float32Array;
  /** Passages that have the term in their heading. */
  headings: Uint8Array;
  fields: Uint8Array;
}

/** Reads a whole run. `documents` is how many it holds. Damaged bytes give wrong numbers, never a fault. */
export function readDocuments(data: Uint8Array, documents: number): Documents {
  const read: Documents = {
    count: 0,
    ordinals: new Int32Array(documents),
    at: new Int32Array(documents),
    times: new Float32Array(documents),
    headings: new Uint8Array(documents),
    fields: new Uint8Array(documents),
  };
  let ordinal = -1;
  let current = -1;
  for (let at = 0; at < data.length; ) {
    let value = data[at++]!;
    if (value > 127) {
      value &= 127;
      for (let shift = 7, byte = 128; byte > 127 && at < data.length; shift += 7) {
        byte = data[at++]!;
        value |= (byte & 127) << shift;
      }
    }
    if ((value & 1) === 1) {
      ordinal += value >>> 1;
      if (++current >= documents) break;
      read.ordinals[current] = ordinal;
      read.at[current] = at;
      read.count = current + 1;
    } else if (value >>> 4 === 0) {
      read.fields[current] = (value >>> 1) & 7;
    } else {
      read.times[current]! += CLASS_TIMES[((value >>> 1) & 3) as 0 | 1 | 2 | 3];
      if ((value & 8) !== 0 && read.headings[current]! < 255) read.headings[current]! += 1;
    }
  }
  return read;
}

/** Reads the places of one document, from where they begin. */
export function readPlaces(
  data: Uint8Array,
  from: number,
  place: (passage: number, inHeading: boolean, times: number) => void,
): void {
  let passage = 0;
  for (let at = from; at < data.length && (data[at]! & 1) === 0; ) {
    let value = data[at++]!;
    if (value > 127) {
      value &= 127;
      for (let shift = 7, byte = 128; byte > 127 && at < data.length; shift += 7) {
        byte = data[at++]!;
        value |= (byte & 127) << shift;
      }
    }
    if (value >>> 4 === 0) continue;
    passage += value >>> 4;
    place(passage, (value & 8) !== 0, CLASS_TIMES[((value >>> 1) & 3) as 0 | 1 | 2 | 3]);
  }
}
