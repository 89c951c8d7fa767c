import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';

/**
 * Bytes after which a block ends: small enough to scan for one term, and such that a row fills two overflow pages of
 * 4,092 bytes and the 489 that stay in the tree, with nothing left over (sqlite.org/fileformat2.html, 1.6).
 */
const BLOCK_BYTES = 2 * 4092 + 489;
/** Bytes of a row beside its block: header, segment, first term. */
const ROW_BYTES = 16;

/** The postings of one term in one segment. */
export interface TermPostings {
  term: string;
  documents: number;
  data: Uint8Array;
}

/**
 * Writes terms (in the order of their UTF-8 bytes) into blocks. In a block each term follows as: bytes shared with the
 * term before, bytes of its own, those bytes, number of documents, bytes of postings, postings; numbers as varints.
 */
export function writeBlocks(database: Database, segment: number, postings: Iterable<TermPostings>): void {
  const insert = database.sql('INSERT INTO posting (segment, first, data) VALUES (?, ?, ?)');
  let bytes = Buffer.allocUnsafe(2 * BLOCK_BYTES);
  let used = 0;
  let first: Uint8Array | null = null;
  let before: Uint8Array = new Uint8Array(0);
  const number = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes[used++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[used++] = rest;
  };
  const end = (): void => {
    if (first !== null) insert.run(segment, first, bytes.subarray(0, used));
    first = null;
    used = 0;
    before = new Uint8Array(0);
  };
  for (const { term, documents, data } of postings) {
    const key = Buffer.from(term, 'utf8');
    if (used + ROW_BYTES >= BLOCK_BYTES || (used > 0 && data.length > BLOCK_BYTES)) end();
    const needed = used + key.length + data.length + 20;
    if (needed > bytes.length) bytes = Buffer.concat([bytes.subarray(0, used)], needed * 2);
    first ??= key;
    let shared = 0;
    while (shared < before.length && shared < key.length && before[shared] === key[shared]) shared += 1;
    number(shared);
    number(key.length - shared);
    bytes.set(key.subarray(shared), used);
    used += key.length - shared;
    number(documents);
    number(data.length);
    bytes.set(data, used);
    used += data.length;
    before = key;
  }
  end();
}

/** The postings of a term, or null. */
export function findPostings(database: Database, segment: number, term: string): TermPostings | null {
  const key = Buffer.from(term, 'utf8');
  const row = database
    .sql('SELECT data FROM posting WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1')
    .get(segment, key) as SqlRow | undefined;
  if (row === undefined) return null;
  return findInBlock(row['data'] as Uint8Array, key, term);
}

/**
 * Walks a block without building its terms: `matched` is how many bytes of the wanted term the term before shares, so
 * the number of shared bytes alone mostly tells that a term is smaller, or that the wanted one was passed.
 */
function findInBlock(block: Uint8Array, key: Uint8Array, term: string): TermPostings | null {
  let at = 0;
  let matched = 0;
  const number = (): number => {
    let value = block[at++]!;
    if (value < 128) return value;
    value &= 127;
    for (let shift = 7; at < block.length; shift += 7) {
      const byte = block[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < block.length) {
    const shared = number();
    const own = number();
    const suffix = at;
    at += own;
    const documents = number();
    const length = number();
    if (shared < matched) return null;
    if (shared === matched) {
      let i = 0;
      while (i < own && matched < key.length && block[suffix + i] === key[matched]) {
        i += 1;
        matched += 1;
      }
      if (i === own && matched === key.length) return { term, documents, data: block.subarray(at, at + length) };
      if (i < own && (matched === key.length || block[suffix + i]! > key[matched]!)) return null;
    }
    at += length;
  }
  return null;
}

/** Every term of a segment that begins with `prefix`, with the number of its documents. */
export function* termsFrom(database: Database, segment: number, prefix: string): Generator<TermPostings> {
  const key = Buffer.from(prefix, 'utf8');
  const rows = database
    .sql(
      `SELECT data FROM posting WHERE segment = ?1 AND first >= coalesce(
         (SELECT max(first) FROM posting WHERE segment = ?1 AND first <= ?2), x'') AND first < ?3 ORDER BY first`,
    )
    .all(segment, key, Buffer.concat([key, Buffer.from([0xff])])) as SqlRow[];
  for (const row of rows) {
    for (const { key: found, documents, data } of readBlock(row['data'] as Uint8Array)) {
      if (found.subarray(0, key.length).equals(key)) yield { term: found.toString('utf8'), documents, data };
    }
  }
}

function* readBlock(block: Uint8Array): Generator<{ key: Buffer; documents: number; data: Uint8Array }> {
  let at = 0;
  let key = Buffer.alloc(0);
  const number = (): number => {
    let value = 0;
    for (let shift = 0; at < block.length; shift += 7) {
      const byte = block[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < block.length) {
    const shared = number();
    const own = number();
    key = Buffer.concat([key.subarray(0, shared), block.subarray(at, at + own)]);
    at += own;
    const documents = number();
    const length = number();
    yield { key, documents, data: block.subarray(at, at + length) };
    at += length;
  }
}
