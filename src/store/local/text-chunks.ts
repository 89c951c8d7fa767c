import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { type Passage, splitPassages } from './passages.js';

const pack = promisify(brotliCompress);
/** A twentieth smaller than deflate for the same time; a higher quality costs several times that for 1 %. */
const PACKING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/**
 * Bytes of text packed together. Neighbours are alike and pack better in company; a passage is shown without
 * unpacking more than this.
 */
const CHUNK_BYTES = 64 * 1024;

interface Chunk {
  /** First document in it. */
  ordinal: number;
  /** 0, or for a document that fills several chunks the number of the first passage in this one. */
  passage: number;
  /** Heading that holds where the chunk begins. */
  heading: string;
  bytes: number;
  data: Promise<Uint8Array>;
}

/** Collects the texts of a segment's documents in chunks; packing runs on the thread pool beside the caller. */
export class TextChunks {
  readonly #chunks: Chunk[] = [];
  #open: Buffer[] = [];
  #openBytes = 0;
  #openOrdinal = 0;

  /** Adds a document; returns where in its (first) chunk it begins, and its length in bytes. */
  add(ordinal: number, text: string, passages: readonly Passage[]): { offset: number; bytes: number } {
    const data = Buffer.from(text, 'utf8');
    if (data.length > CHUNK_BYTES) {
      this.#end();
      this.#addLarge(ordinal, text, passages);
      return { offset: 0, bytes: data.length };
    }
    if (this.#openBytes + data.length > CHUNK_BYTES) this.#end();
    if (this.#open.length === 0) this.#openOrdinal = ordinal;
    const offset = this.#openBytes;
    this.#open.push(data);
    this.#openBytes += data.length;
    return { offset, bytes: data.length };
  }

  #addLarge(ordinal: number, text: string, passages: readonly Passage[]): void {
    let from = 0;
    for (let i = 1; i <= passages.length; i += 1) {
      const next = passages[i];
      const start = passages[from]!.start;
      // A chunk begins outside of code, so that its passages are found again from its own text.
      if (next !== undefined && (next.fenced || next.start - start < CHUNK_BYTES)) continue;
      const part = Buffer.from(text.slice(start, next?.start ?? text.length), 'utf8');
      this.#push(ordinal, from + 1, passages[from - 1]?.heading ?? '', part);
      from = i;
    }
  }

  #end(): void {
    if (this.#open.length > 0) this.#push(this.#openOrdinal, 0, '', Buffer.concat(this.#open));
    this.#open = [];
    this.#openBytes = 0;
  }

  #push(ordinal: number, passage: number, heading: string, text: Buffer): void {
    this.#chunks.push({ ordinal, passage, heading, bytes: text.length, data: pack(text, PACKING) });
  }

  /** Waits for the packing; to be called before `write`. */
  async finish(): Promise<{ write(database: Database, segment: number): void }> {
    this.#end();
    const packed = await Promise.all(this.#chunks.map(async (chunk) => ({ ...chunk, data: await chunk.data })));
    return {
      write(database, segment) {
        const insert = database.sql(
          'INSERT INTO chunk (segment, ordinal, passage, heading, bytes, data) VALUES (?, ?, ?, ?, ?, ?)',
        );
        for (const { ordinal, passage, heading, bytes, data } of packed) {
          insert.run(segment, ordinal, passage, heading, bytes, data);
        }
      },
    };
  }

  /** Waits until what was given so far is packed, so that memory stays bounded. */
  async settle(): Promise<void> {
    await Promise.all(this.#chunks.map((chunk) => chunk.data));
  }
}

/** Where a document's text stands: columns of its row. */
export interface TextPlace {
  segment: number;
  ordinal: number;
  offset: number;
  bytes: number;
}

export function textPlace(row: SqlRow): TextPlace {
  return {
    segment: Number(row['segment']),
    ordinal: Number(row['ordinal']),
    offset: Number(row['text_offset']),
    bytes: Number(row['text_bytes']),
  };
}

/** Reads texts back; chunks that several documents share are unpacked once. Short-lived: for one search or one read. */
export class TextReader {
  readonly #database: Database;
  readonly #unpacked = new Map<string, Buffer>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The whole text of a document. */
  text(place: TextPlace): string {
    if (place.bytes <= CHUNK_BYTES) return this.#shared(place);
    const rows = this.#database
      .sql('SELECT * FROM chunk WHERE segment = ? AND ordinal = ? AND passage > 0 ORDER BY passage')
      .all(place.segment, place.ordinal) as SqlRow[];
    return Buffer.concat(rows.map((row) => this.#unpack(row))).toString('utf8');
  }

  /** One passage of a document, by its number from 1, and its text; the first one where there is no such number. */
  passage(place: TextPlace, number: number): { heading: string; text: string } {
    let text: string;
    let passages: Passage[];
    let index = Math.max(0, number - 1);
    if (place.bytes <= CHUNK_BYTES) {
      text = this.#shared(place);
      passages = splitPassages(text);
    } else {
      const row = this.#database
        .sql(
          `SELECT * FROM chunk WHERE segment = ? AND ordinal = ? AND passage > 0 AND passage <= ?
           ORDER BY passage DESC LIMIT 1`,
        )
        .get(place.segment, place.ordinal, Math.max(1, number)) as SqlRow | undefined;
      if (row === undefined) return { heading: '', text: '' };
      text = this.#unpack(row).toString('utf8');
      passages = splitPassages(text, String(row['heading']));
      index -= Number(row['passage']) - 1;
    }
    const found = passages[index] ?? passages[0];
    return found === undefined
      ? { heading: '', text: '' }
      : { heading: found.heading, text: text.slice(found.start, found.end) };
  }

  #shared({ segment, ordinal, offset, bytes }: TextPlace): string {
    const row = this.#database
      .sql('SELECT * FROM chunk WHERE segment = ? AND ordinal <= ? ORDER BY ordinal DESC LIMIT 1')
      .get(segment, ordinal) as SqlRow | undefined;
    return row === undefined ? '' : this.#unpack(row).toString('utf8', offset, offset + bytes);
  }

  #unpack(row: SqlRow): Buffer {
    const key = `${row['segment']} ${row['ordinal']} ${row['passage']}`;
    let text = this.#unpacked.get(key);
    if (text === undefined) {
      text = brotliDecompressSync(row['data'] as Uint8Array, { maxOutputLength: Math.max(1, Number(row['bytes'])) });
      this.#unpacked.set(key, text);
    }
    return text;
  }
}
