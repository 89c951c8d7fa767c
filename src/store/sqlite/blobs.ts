import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type IdSource, SallyportError } from '../../core/index.js';
import { sha256 } from '../canonical-json.js';
import type { Database } from './database.js';
import type { SqlRow } from './engine.js';
import { storeFault } from './faults.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Stored bytes up to which a blob stands in the database; larger ones would make every page of it far to reach. */
const INLINE_BYTES = 64 * 1024;
/** Content beyond this is stored as it is: packing it would hold a thread for seconds. */
const PACK_BYTES = 64 * 1024 * 1024;
/** Below this, packing costs more time than the bytes are worth. */
const PACK_FROM_BYTES = 8 * 1024;
/** Level 6 packs pages to about a fifth; higher levels cost twice the time for 1 % (docs/decisions/sqlite.md). */
const PACK_LEVEL = 6;
/** A temporary file older than this was left by a killed process. */
const STALE_MS = 60 * 60 * 1000;

/** A blob on its way into the store: packed, and where it is large already on the disk under a temporary name. */
export interface PreparedBlob {
  sha256: string;
  bytes: number;
  encoding: 'raw' | 'deflate';
  data: Uint8Array;
  temporary: string | null;
}

/**
 * Content-addressed blobs: small ones in rows, large ones in files `ab/cdef...`, named by the SHA-256 of the content.
 * An empty one has no file, though Node's own engine binds it as null.
 */
export class Blobs {
  readonly #database: Database;
  readonly #folder: string;
  readonly #ids: IdSource;

  constructor(database: Database, folder: string, ids: IdSource) {
    this.#database = database;
    this.#folder = folder;
    this.#ids = ids;
  }

  /** Everything slow, before the transaction: hash, pack, write and sync the temporary file. */
  async prepare(content: Uint8Array): Promise<PreparedBlob> {
    const worth = content.length >= PACK_FROM_BYTES && content.length <= PACK_BYTES;
    const packed = worth ? await deflate(content, { level: PACK_LEVEL }) : content;
    const smaller = packed.length < content.length;
    const blob: PreparedBlob = {
      sha256: sha256(content),
      bytes: content.length,
      encoding: smaller ? 'deflate' : 'raw',
      data: smaller ? packed : content,
      temporary: null,
    };
    if (blob.data.length > INLINE_BYTES) blob.temporary = await this.#writeTemporary(blob);
    return blob;
  }

  async #writeTemporary(blob: PreparedBlob): Promise<string> {
    const temporary = `${this.#path(blob.sha256)}.${this.#ids(6)}.tmp`;
    try {
      await mkdir(join(this.#folder, blob.sha256.slice(0, 2)), { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(blob.data);
        await file.sync();
      } catch (thrown) {
        rmSync(temporary, { force: true });
        throw thrown;
      } finally {
        await file.close();
      }
      return temporary;
    } catch (thrown) {
      throw storeFault(thrown, this.#folder);
    }
  }

  /** Inside the transaction of the record: afterwards the blob stands, whether it is new, known, or was lost. */
  admit(blob: PreparedBlob): void {
    if (blob.temporary !== null) {
      if (this.#hasFileRow(blob.sha256) && existsSync(this.#path(blob.sha256))) {
        this.discard(blob);
        return;
      }
      renameSync(blob.temporary, this.#path(blob.sha256));
      syncFolder(join(this.#folder, blob.sha256.slice(0, 2)));
    }
    this.#database
      .sql(
        `INSERT INTO blob (sha256, bytes, stored, encoding, data) VALUES (?, ?, ?, ?, ?) ON CONFLICT (sha256)
         DO UPDATE SET stored = excluded.stored, encoding = excluded.encoding, data = excluded.data`,
      )
      .run(blob.sha256, blob.bytes, blob.data.length, blob.encoding, blob.temporary === null ? blob.data : null);
  }

  /** Removes what `prepare` left where the record was not written after all. */
  discard(blob: PreparedBlob): void {
    if (blob.temporary !== null) rmSync(blob.temporary, { force: true });
  }

  /** The content, checked against its name. `store_failed` where it is missing or altered. */
  async read(hash: string): Promise<Uint8Array> {
    const fault = await this.#load(hash);
    if (typeof fault !== 'string') return fault;
    throw new SallyportError('store_failed', `The stored content ${hash} ${fault}.`, {
      hint: 'Run `sallyport evidence verify` to see which records this concerns; the others are readable.',
    });
  }

  /** What is wrong with a blob, or null. */
  async fault(hash: string): Promise<string | null> {
    const loaded = await this.#load(hash);
    return typeof loaded === 'string' ? loaded : null;
  }

  async #load(hash: string): Promise<Uint8Array | string> {
    const row = (await this.#database.read(() =>
      this.#database.sql('SELECT bytes, stored, encoding, data FROM blob WHERE sha256 = ?').get(hash),
    )) as SqlRow | undefined;
    if (row === undefined) return 'is missing';
    try {
      const inline = row['stored'] === 0 ? new Uint8Array(0) : (row['data'] as Uint8Array | null);
      const stored = inline ?? (await readFile(this.#path(hash)));
      // The cap closes a packed bomb put in place of a blob.
      const limit = Math.max(1, Number(row['bytes']));
      const content = row['encoding'] === 'deflate' ? await inflate(stored, { maxOutputLength: limit }) : stored;
      return sha256(content) === hash ? content : 'was altered';
    } catch (thrown) {
      const code = (thrown as { code?: unknown }).code;
      if (code === 'ENOENT') return 'is missing';
      if (String(code).startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return 'was altered';
      throw storeFault(thrown, this.#path(hash));
    }
  }

  /** Forgets those of the blobs that no record names any more. Inside a transaction; their files go by `sweep`. */
  forgetUnused(hashes: Iterable<string>): { file: string[]; bytes: number } {
    const gone = { file: [] as string[], bytes: 0 };
    for (const hash of hashes) {
      const row = this.#database
        .sql(
          `DELETE FROM blob WHERE sha256 = ?1
           AND NOT EXISTS (SELECT 1 FROM evidence WHERE body_sha256 = ?1)
           AND NOT EXISTS (SELECT 1 FROM evidence WHERE answer_sha256 = ?1)
           RETURNING stored, data IS NULL AND stored > 0 AS file`,
        )
        .get(hash) as SqlRow | undefined;
      if (row === undefined) continue;
      gone.bytes += Number(row['stored']);
      if (row['file'] === 1) gone.file.push(hash);
    }
    return gone;
  }

  /**
   * Deletes the files of blobs that are still forgotten. In a transaction of its own after the one that forgot them:
   * a crash in between leaves a file too many, never a record without its blob.
   */
  deleteFiles(hashes: readonly string[]): void {
    for (const hash of hashes) {
      if (!this.#hasFileRow(hash)) rmSync(this.#path(hash), { force: true });
    }
  }

  /** Deletes what killed processes left: temporary files, and files without a row. Inside a transaction. */
  sweep(now: number): void {
    if (!existsSync(this.#folder)) return;
    for (const prefix of readdirSync(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
      for (const name of readdirSync(join(this.#folder, prefix))) {
        const path = join(this.#folder, prefix, name);
        const left = name.endsWith('.tmp')
          ? now - statSync(path).mtimeMs > STALE_MS
          : /^[0-9a-f]{62}$/.test(name) && !this.#hasFileRow(prefix + name);
        if (left) rmSync(path, { force: true });
      }
    }
  }

  #hasFileRow(hash: string): boolean {
    return (
      this.#database.sql('SELECT 1 FROM blob WHERE sha256 = ? AND data IS NULL AND stored > 0').get(hash) !== undefined
    );
  }

  #path(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2));
  }
}

/** Makes a rename last through a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
