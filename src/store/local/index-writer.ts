import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { type IndexText, SegmentBuilder } from './segment-builder.js';

const deflate = promisify(deflateRaw);

/** Memory of one segment under construction after which it is written and a new one begun. */
const SEGMENT_BYTES = 320 * 1024 * 1024;
/** Text waiting to be packed, likewise. */
const WAITING_BYTES = 64 * 1024 * 1024;
/** Small segments that may stand beside each other before they are merged. */
const SMALL_SEGMENTS = 12;
/** A segment is small where it holds at most so many documents. */
const SMALL = 64;

/** A document on its way into a collection. */
export interface NewDocument {
  path: string;
  /** The file it was read from, or empty. */
  absolute: string;
  url: string;
  title: string;
  text: string;
  contentType: string;
  lang: string | null;
  size: number;
  /** Microseconds since the epoch. */
  mtime: number;
  sha256: string;
  evidence: string | null;
}

type Row = NewDocument & { indexedAt: string; textBytes: number; packed: Uint8Array };

/**
 * Writes documents into a collection, a segment at a time: postings, lengths and documents come in together or not
 * at all, so that a killed run leaves whole segments, and the next run goes on from there.
 */
export class IndexWriter {
  readonly #database: Database;
  readonly #collection: number;
  readonly #indexedAt: string;
  #builder = new SegmentBuilder();
  #rows: Promise<Row>[] = [];
  #waiting = 0;

  constructor(database: Database, collection: number, indexedAt: string) {
    this.#database = database;
    this.#collection = collection;
    this.#indexedAt = indexedAt;
  }

  async add(document: NewDocument): Promise<void> {
    this.#builder.add(indexText(document));
    this.#waiting += document.text.length;
    this.#rows.push(this.#pack(document));
    if (this.#waiting > WAITING_BYTES) {
      await Promise.all(this.#rows);
      this.#waiting = 0;
    }
    if (this.#builder.bytes > SEGMENT_BYTES) await this.flush();
  }

  // Packing runs on the thread pool, beside the reading and counting of the next documents.
  async #pack(document: NewDocument): Promise<Row> {
    const text = Buffer.from(document.text, 'utf8');
    const packed = await deflate(text, { level: 6 });
    return { ...document, text: '', indexedAt: this.#indexedAt, textBytes: text.length, packed };
  }

  /** Writes what was added. Documents of the same path are replaced. */
  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const rows = await Promise.all(this.#rows);
    const builder = this.#builder;
    this.#builder = new SegmentBuilder();
    this.#rows = [];
    this.#waiting = 0;
    await this.#database.write(() => writeSegment(this.#database, this.#collection, builder, rows));
  }
}

/** The words of a document for the index. */
function indexText(document: { title: string; url: string; text: string }): IndexText {
  return { title: document.title, address: addressWords(document.url), text: document.text };
}

/** Path of an address without scheme, host and file ending: those say nothing about one document. */
function addressWords(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*\/?/, '').replace(/\.(html?|md|markdown|txt|rst|d\.[cm]?ts)$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Writes postings and lengths; returns the new segment's id. */
function writePostings(database: Database, collection: number, builder: SegmentBuilder): number {
  const { lastInsertRowid } = database
    .sql('INSERT INTO segment (collection, documents, lengths) VALUES (?, ?, ?)')
    .run(collection, builder.documents, new Uint8Array(builder.lengths().buffer));
  const segment = Number(lastInsertRowid);
  const posting = database.sql('INSERT INTO posting (segment, term, documents, data) VALUES (?, ?, ?, ?)');
  for (const { term, documents, data } of builder.postings()) posting.run(segment, term, documents, data);
  return segment;
}

function writeSegment(database: Database, collection: number, builder: SegmentBuilder, rows: readonly Row[]): void {
  const segment = writePostings(database, collection, builder);
  const document = database.sql(
    `INSERT OR REPLACE INTO document (collection, segment, ordinal, path, absolute, url, title, content_type, lang, size,
     mtime, sha256, indexed_at, evidence, text_bytes, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  rows.forEach((row, ordinal) => {
    document.run(
      collection,
      segment,
      ordinal,
      row.path,
      row.absolute,
      row.url,
      row.title,
      row.contentType,
      row.lang,
      row.size,
      row.mtime,
      row.sha256,
      row.indexedAt,
      row.evidence,
      row.textBytes,
      row.packed,
    );
  });
}

/** Text of a document row. */
export function unpackText(row: SqlRow): string {
  const data = inflateRawSync(row['text'] as Uint8Array, { maxOutputLength: Math.max(1, Number(row['text_bytes'])) });
  return data.toString('utf8');
}

/**
 * Drops segments without living documents, and builds those anew that are small and many or mostly dead, from the
 * text that is kept.
 */
export async function mergeSegments(database: Database, collection: number): Promise<void> {
  await database.write(() => {
    const segments = database
      .sql(
        `SELECT id, documents, (SELECT count(*) FROM document WHERE segment = segment.id) AS living
         FROM segment WHERE collection = ?`,
      )
      .all(collection) as SqlRow[];
    const dead = segments.filter((segment) => segment['living'] === 0);
    const small = segments.filter((segment) => Number(segment['documents']) <= SMALL && segment['living'] !== 0);
    const hollow = segments.filter(
      (segment) => Number(segment['living']) > 0 && Number(segment['living']) < Number(segment['documents']) * 0.7,
    );
    const merged = new Set(
      [...(small.length > SMALL_SEGMENTS ? small : []), ...hollow].map((segment) => segment['id']),
    );
    const builder = new SegmentBuilder();
    const moved: { id: number; ordinal: number }[] = [];
    for (const segment of merged) {
      const rows = database.sql('SELECT * FROM document WHERE segment = ? ORDER BY ordinal').iterate(Number(segment));
      for (const row of rows as Iterable<SqlRow>) {
        builder.add(indexText({ title: String(row['title']), url: String(row['url']), text: unpackText(row) }));
        moved.push({ id: Number(row['id']), ordinal: moved.length });
      }
    }
    if (moved.length > 0) {
      const target = writePostings(database, collection, builder);
      for (const { id, ordinal } of moved) {
        database.sql('UPDATE document SET segment = ?, ordinal = ? WHERE id = ?').run(target, ordinal, id);
      }
    }
    for (const id of [...merged, ...dead.map((segment) => segment['id'])]) dropSegment(database, Number(id));
  });
}

/** Forgets a segment; its documents are the caller's. */
export function dropSegment(database: Database, segment: number): void {
  database.sql('DELETE FROM posting WHERE segment = ?').run(segment);
  database.sql('DELETE FROM segment WHERE id = ?').run(segment);
}
