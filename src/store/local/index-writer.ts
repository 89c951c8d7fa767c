import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { writeBlocks } from './posting-blocks.js';
import { type IndexText, SegmentBuilder } from './segment-builder.js';
import { TextChunks, TextReader, textPlace } from './text-chunks.js';

/** Memory of one segment under construction after which it is written and a new one begun. */
const SEGMENT_BYTES = 320 * 1024 * 1024;
/** Characters of text after which the packing may catch up. */
const WAITING = 32 * 1024 * 1024;
/** Small segments that may stand beside each other before they are merged. */
const SMALL_SEGMENTS = 12;
/** A segment is small where it holds at most so many documents. */
const SMALL = 64;
/** A segment of which less than this is alive is built anew. */
const LEAST_LIVING = 0.7;

/** A document on its way into a collection. */
export interface NewDocument {
  path: string;
  /** The file it was read from, below the collection's root, where that is not the path; or null. */
  file: string | null;
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

type Row = Omit<NewDocument, 'text'> & { offset: number; bytes: number };

/**
 * Writes documents into a collection, a segment at a time: postings, texts and rows come in together or not at all, so
 * that a killed run leaves whole segments, and the next run goes on from there.
 */
export class IndexWriter {
  readonly #database: Database;
  readonly #collection: number;
  readonly #indexedAt: string;
  #builder = new SegmentBuilder();
  #chunks = new TextChunks();
  #rows: Row[] = [];
  #waiting = 0;

  constructor(database: Database, collection: number, indexedAt: string) {
    this.#database = database;
    this.#collection = collection;
    this.#indexedAt = indexedAt;
  }

  async add(document: NewDocument): Promise<void> {
    const passages = this.#builder.add(indexText(document));
    const { text, ...row } = document;
    this.#rows.push({ ...row, ...this.#chunks.add(this.#rows.length, text, passages) });
    this.#waiting += text.length;
    if (this.#waiting > WAITING) {
      this.#waiting = 0;
      await this.#chunks.settle();
    }
    if (this.#builder.bytes > SEGMENT_BYTES) await this.flush();
  }

  /** Writes what was added. Documents of the same address are replaced. */
  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const [builder, rows, chunks] = [this.#builder, this.#rows, await this.#chunks.finish()];
    this.#builder = new SegmentBuilder();
    this.#chunks = new TextChunks();
    this.#rows = [];
    await this.#database.write(() => {
      const segment = writeSegment(this.#database, this.#collection, builder);
      chunks.write(this.#database, segment);
      this.#writeRows(segment, rows);
    });
  }

  #writeRows(segment: number, rows: readonly Row[]): void {
    const insert = this.#database.sql(
      `INSERT OR REPLACE INTO document (collection, segment, ordinal, path, file, url, title, content_type, lang,
       size, mtime, sha256, indexed_at, evidence, text_offset, text_bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    rows.forEach((row, ordinal) => {
      insert.run(
        this.#collection,
        segment,
        ordinal,
        row.path,
        row.file,
        row.url,
        row.title,
        row.contentType,
        row.lang,
        row.size,
        row.mtime,
        row.sha256,
        this.#indexedAt,
        row.evidence,
        row.offset,
        row.bytes,
      );
    });
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

/** Writes lengths and postings; returns the new segment's id. */
function writeSegment(database: Database, collection: number, builder: SegmentBuilder): number {
  const { lastInsertRowid } = database
    .sql('INSERT INTO segment (collection, documents, lengths) VALUES (?, ?, ?)')
    .run(collection, builder.documents, new Uint8Array(builder.lengths().buffer));
  const segment = Number(lastInsertRowid);
  writeBlocks(database, segment, builder.postings());
  return segment;
}

/**
 * Drops segments without living documents, and builds those anew that are small and many or mostly dead, from the
 * text that is kept. Where another process changed them meanwhile, it is left to the next run.
 */
export async function mergeSegments(database: Database, collection: number): Promise<void> {
  const plan = await database.read(() => planMerge(database, collection));
  const builder = new SegmentBuilder();
  const chunks = new TextChunks();
  const moved: { id: number; offset: number; bytes: number }[] = [];
  for (const segment of plan.merged) {
    const reader = new TextReader(database);
    const rows = (await database.read(() =>
      database.sql('SELECT * FROM document WHERE segment = ? ORDER BY ordinal').all(segment),
    )) as SqlRow[];
    for (const row of rows) {
      const text = await database.read(() => reader.text(textPlace(row)));
      const passages = builder.add(indexText({ title: String(row['title']), url: String(row['url']), text }));
      moved.push({ id: Number(row['id']), ...chunks.add(moved.length, text, passages) });
    }
  }
  const packed = await chunks.finish();
  await database.write(() => {
    const now = planMerge(database, collection);
    for (const segment of now.dead) dropSegment(database, segment);
    if (moved.length === 0 || now.merged.join() !== plan.merged.join() || now.living !== plan.living) return;
    const target = writeSegment(database, collection, builder);
    packed.write(database, target);
    const move = database.sql(
      'UPDATE document SET segment = ?, ordinal = ?, text_offset = ?, text_bytes = ? WHERE id = ?',
    );
    moved.forEach(({ id, offset, bytes }, ordinal) => {
      move.run(target, ordinal, offset, bytes, id);
    });
    for (const segment of plan.merged) dropSegment(database, segment);
  });
}

function planMerge(database: Database, collection: number): { merged: number[]; dead: number[]; living: number } {
  const segments = database
    .sql(
      `SELECT id, documents, (SELECT count(*) FROM document WHERE segment = segment.id) AS living
       FROM segment WHERE collection = ? ORDER BY id`,
    )
    .all(collection)
    .map((row) => row as { id: number; documents: number; living: number });
  const alive = segments.filter(({ living }) => living > 0);
  const small = alive.filter(({ documents }) => documents <= SMALL);
  const merged = alive.filter(
    (segment) =>
      segment.living < segment.documents * LEAST_LIVING || (small.length > SMALL_SEGMENTS && small.includes(segment)),
  );
  return {
    merged: merged.map(({ id }) => id),
    dead: segments.filter(({ living }) => living === 0).map(({ id }) => id),
    living: merged.reduce((sum, { living }) => sum + living, 0),
  };
}

/** Forgets a segment; its documents are the caller's. */
export function dropSegment(database: Database, segment: number): void {
  for (const table of ['posting', 'chunk']) database.sql(`DELETE FROM ${table} WHERE segment = ?`).run(segment);
  database.sql('DELETE FROM segment WHERE id = ?').run(segment);
}
