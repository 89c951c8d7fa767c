import { SallyportError } from '../../core/index.js';
import { sha256 } from '../canonical-json.js';
import type { DocumentReader, IndexProgress } from '../contract.js';
import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { readDeclarations } from './declarations.js';
import { IndexWriter, mergeSegments } from './index-writer.js';
import { type FoundFile, readFound, type Skip } from './scan-folder.js';

/** Milliseconds of work after which others in the process get their turn. */
const TURN_MS = 25;

export interface ReconcileOptions {
  read: DocumentReader;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
  skip: Skip;
  /** Counts, filled in. */
  run: { added: number; changed: number; unchanged: number; removed: number };
  indexedAt: string;
}

interface Known {
  id: number;
  size: number;
  mtime: number;
  sha256: string;
}

/**
 * Makes a collection hold just these files: new and changed ones are read, those of the same size and time are not
 * touched, the rest go. What was done until an abort or a fault stays done.
 */
export async function reconcile(
  database: Database,
  collection: number,
  files: readonly FoundFile[],
  options: ReconcileOptions,
): Promise<void> {
  const { run, signal, onProgress } = options;
  const known = await knownFiles(database, collection);
  const writer = new IndexWriter(database, collection, options.indexedAt);
  const touched: { id: number; mtime: number }[] = [];
  let turn = performance.now();
  let done = 0;
  try {
    for (const file of files) {
      if (performance.now() - turn > TURN_MS) {
        onProgress?.({ done, total: files.length, current: file.path });
        await new Promise((resume) => setImmediate(resume));
        turn = performance.now();
      }
      if (signal?.aborted === true) throw new SallyportError('cancelled', 'Indexing was cancelled.');
      done += 1;
      const before = known.get(file.path);
      known.delete(file.path);
      if (before !== undefined && before.size === file.size && before.mtime === file.mtime) {
        run.unchanged += 1;
        continue;
      }
      const bytes = readFound(file.absolute);
      if (bytes === null) {
        options.skip(file.path, 'it could not be read, or is a link');
        continue;
      }
      const hash = sha256(bytes);
      if (before?.sha256 === hash) {
        touched.push({ id: before.id, mtime: file.mtime });
        run.unchanged += 1;
        continue;
      }
      const document = readDocument(bytes, file, options);
      if (document === null) continue;
      await writer.add({ ...file, ...document, sha256: hash, evidence: null });
      if (before === undefined) run.added += 1;
      else run.changed += 1;
    }
  } finally {
    await writer.flush();
  }
  run.removed = known.size;
  await database.write(() => {
    for (const { id } of known.values()) database.sql('DELETE FROM document WHERE id = ?').run(id);
    for (const { id, mtime } of touched) database.sql('UPDATE document SET mtime = ? WHERE id = ?').run(mtime, id);
  });
  await mergeSegments(database, collection);
  onProgress?.({ done, total: files.length, current: '' });
}

function readDocument(
  bytes: Uint8Array,
  file: FoundFile,
  { read, skip }: ReconcileOptions,
): { title: string; text: string; lang: string | null } | null {
  const name = file.path.split('/').at(-1) ?? file.path;
  try {
    if (file.contentType === 'text/x-typescript-declaration') {
      const text = readDeclarations(Buffer.from(bytes).toString('utf8'));
      if (text === '') return null;
      return { title: file.path.replace(/^((?:@[^/]+\/)?[^/]+)@[^/]+\//, '$1 '), text, lang: null };
    }
    const document = read(bytes, { url: file.url, contentType: file.contentType, path: file.path });
    if (document === null) {
      skip(file.path, 'the reader found no text');
      return null;
    }
    return { title: document.title.trim() || name, text: document.text, lang: document.lang ?? null };
  } catch (thrown) {
    skip(file.path, `it could not be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return null;
  }
}

async function knownFiles(database: Database, collection: number): Promise<Map<string, Known>> {
  const rows = (await database.read(() =>
    database.sql('SELECT id, path, size, mtime, sha256 FROM document WHERE collection = ?').all(collection),
  )) as SqlRow[];
  return new Map(
    rows.map((row) => [
      String(row['path']),
      { id: Number(row['id']), size: Number(row['size']), mtime: Number(row['mtime']), sha256: String(row['sha256']) },
    ]),
  );
}
