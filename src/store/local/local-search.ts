import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, isoTime, SallyportError } from '../../core/index.js';
import { sha256 } from '../canonical-json.js';
import type {
  DocumentReader,
  IndexCollection,
  IndexProgress,
  IndexRun,
  LocalDocument,
  LocalHit,
  LocalIndex,
} from '../contract.js';
import { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { storeFault } from '../sqlite/faults.js';
import { INDEX_SCHEMA } from './index-schema.js';
import { dropSegment, IndexWriter, mergeSegments } from './index-writer.js';
import { reconcile } from './reconcile.js';
import { type FoundFile, readFound, type Skip, scanFolder } from './scan-folder.js';
import { packagesStamp, scanPackages } from './scan-packages.js';
import { searchDocuments } from './search-documents.js';
import { TextReader, textPlace } from './text-chunks.js';

/** Reasons that a run reports one by one. */
const MOST_SKIPPED = 100;

interface RunOptions {
  read: DocumentReader;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
}

interface CollectionRow {
  id: number;
  stamp: string | null;
}

/** The local index in a SQLite file of its own, so that long index runs do not hold up the writing of evidence. */
export class LocalSearch implements LocalIndex {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #readonly: boolean;
  #opened: Promise<Database> | undefined;

  constructor(path: string, options: { clock: Clock; readonly: boolean }) {
    this.#path = path;
    this.#clock = options.clock;
    this.#readonly = options.readonly;
  }

  /** Opened with the first use: most calls never search here. */
  #database(): Promise<Database> {
    this.#opened ??= Database.open(this.#path, { migrations: INDEX_SCHEMA, readonly: this.#readonly });
    return this.#opened;
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    opened?.close();
    this.#opened = undefined;
  }

  async addFolder(root: string, name: string, options: RunOptions): Promise<IndexRun> {
    if (!/^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name)) {
      throw new SallyportError('invalid_input', `"${name}" cannot name a folder of the index.`, {
        hint: 'Use letters, digits, ".", "-" and "_", beginning with a letter or digit.',
      });
    }
    const folder = realFolder(root);
    const urlOf = (path: string): string => `local://${name}/${path.split('/').map(encodeURIComponent).join('/')}`;
    return this.#run({ name, kind: 'folder', root: folder, project: null }, null, options, (skip) =>
      scanFolder(folder, urlOf, skip),
    );
  }

  async addPackages(project: string, options: RunOptions): Promise<IndexRun> {
    const folder = realFolder(project);
    return this.#run(
      { name: `packages:${folder}`, kind: 'packages', root: folder, project: folder },
      packagesStamp(folder),
      options,
      (skip) => scanPackages(folder, skip),
    );
  }

  async #run(
    about: { name: string; kind: 'folder' | 'packages'; root: string; project: string | null },
    stamp: string | null,
    options: RunOptions,
    scan: (skip: Skip) => Iterable<FoundFile>,
  ): Promise<IndexRun> {
    const database = await this.#database();
    const collection = await this.#collection(database, about);
    const run = { added: 0, changed: 0, unchanged: 0, removed: 0, skipped: [] as { path: string; reason: string }[] };
    if (stamp !== null && stamp === collection.stamp) {
      const row = (await database.read(() =>
        database.sql('SELECT count(*) AS n FROM document WHERE collection = ?').get(collection.id),
      )) as SqlRow;
      run.unchanged = Number(row['n']);
    } else {
      const skip: Skip = (path, reason) => {
        if (run.skipped.length < MOST_SKIPPED) run.skipped.push({ path, reason });
      };
      try {
        const files = [...scan(skip)];
        await reconcile(database, collection.id, files, { ...options, skip, run, indexedAt: isoTime(this.#clock) });
      } catch (thrown) {
        throw storeFault(thrown, about.root);
      }
      await database.write(() => {
        database
          .sql('UPDATE collection SET stamp = ?, updated_at = ? WHERE id = ?')
          .run(stamp, isoTime(this.#clock), collection.id);
      });
    }
    const found = (await this.list()).find((known) => known.name === about.name);
    if (found === undefined) throw new SallyportError('store_failed', `The collection ${about.name} was removed.`);
    return { collection: found, ...run };
  }

  async #collection(
    database: Database,
    about: { name: string; kind: string; root: string; project: string | null; agent?: string },
  ): Promise<CollectionRow> {
    return database.write(() => {
      const known = database.sql('SELECT id, root, kind, stamp FROM collection WHERE name = ?').get(about.name) as
        | SqlRow
        | undefined;
      if (known !== undefined) {
        if (known['root'] !== about.root || known['kind'] !== about.kind) {
          throw new SallyportError('invalid_input', `"${about.name}" already names ${String(known['root'])}.`, {
            hint: 'Choose another name, or remove that collection first.',
          });
        }
        return { id: Number(known['id']), stamp: known['stamp'] as string | null };
      }
      const { lastInsertRowid } = database
        .sql('INSERT INTO collection (name, kind, root, project, agent, updated_at) VALUES (?, ?, ?, ?, ?, ?)')
        .run(about.name, about.kind, about.root, about.project, about.agent ?? null, isoTime(this.#clock));
      return { id: Number(lastInsertRowid), stamp: null };
    });
  }

  async addPage(page: Parameters<LocalIndex['addPage']>[0]): Promise<void> {
    const database = await this.#database();
    const collection = await this.#collection(database, {
      name: `pages:${page.agent}`,
      kind: 'pages',
      root: '',
      project: null,
      agent: page.agent,
    });
    const writer = new IndexWriter(database, collection.id, isoTime(this.#clock));
    await writer.add({
      path: page.url,
      file: null,
      url: page.url,
      title: page.title,
      text: page.text,
      contentType: page.contentType,
      lang: page.lang ?? null,
      size: 0,
      mtime: 0,
      sha256: sha256(page.text),
      evidence: page.evidence,
    });
    await writer.flush();
    await mergeSegments(database, collection.id);
  }

  async list(): Promise<IndexCollection[]> {
    if (!existsSync(this.#path)) return [];
    const database = await this.#database();
    const rows = (await database.read(() =>
      database
        .sql(
          `SELECT name, kind, root, project, updated_at,
           (SELECT count(*) FROM document WHERE collection = collection.id) AS documents
           FROM collection WHERE kind <> 'pages' ORDER BY name`,
        )
        .all(),
    )) as SqlRow[];
    return rows.map((row) => ({
      name: String(row['name']),
      kind: row['kind'] as IndexCollection['kind'],
      root: String(row['root']),
      project: row['project'] as string | null,
      documents: Number(row['documents']),
      updatedAt: String(row['updated_at']),
    }));
  }

  async remove(name: string): Promise<boolean> {
    if (!existsSync(this.#path)) return false;
    const database = await this.#database();
    return database.write(() => {
      const row = database.sql('SELECT id FROM collection WHERE name = ?').get(name) as SqlRow | undefined;
      if (row === undefined) return false;
      const id = Number(row['id']);
      const segments = database.sql('SELECT id FROM segment WHERE collection = ?').all(id) as SqlRow[];
      for (const segment of segments) dropSegment(database, Number(segment['id']));
      database.sql('DELETE FROM collection WHERE id = ?').run(id);
      return true;
    });
  }

  async search(query: string, options: Parameters<LocalIndex['search']>[1]): Promise<LocalHit[]> {
    if (!existsSync(this.#path)) return [];
    const database = await this.#database();
    return database.read(() => searchDocuments(database, query, { ...options, project: realPath(options.project) }));
  }

  async read(url: string, options: { project: string }): Promise<LocalDocument | null> {
    if (!existsSync(this.#path)) return null;
    const database = await this.#database();
    return database
      .read(() => {
        const row = database
          .sql(
            `SELECT document.*, name, root, project FROM document JOIN collection ON collection.id = collection
             WHERE url = ? AND kind <> 'pages' AND (project IS NULL OR project = ?) LIMIT 1`,
          )
          .get(url, realPath(options.project)) as SqlRow | undefined;
        return row === undefined ? null : { row, text: new TextReader(database).text(textPlace(row)) };
      })
      .then((found) => (found === null ? null : toDocument(found.row, found.text)));
  }
}

/** The document with the file's bytes where they are still those that were indexed; else with its text, marked stale. */
function toDocument(row: SqlRow, text: string): LocalDocument {
  const file = readFound(join(String(row['root']), String(row['file'] ?? row['path'])));
  const fresh = file !== null && sha256(file) === row['sha256'];
  const body = fresh ? file : Buffer.from(text, 'utf8');
  return {
    url: String(row['url']),
    title: String(row['title']),
    text,
    contentType: fresh ? String(row['content_type']) : 'text/markdown',
    body,
    sha256: fresh ? String(row['sha256']) : sha256(body),
    indexedAt: String(row['indexed_at']),
    collection: String(row['name']),
    project: row['project'] as string | null,
    ...(fresh ? {} : { stale: true }),
  };
}

/** A folder by its true path, so that one folder has one name whatever links lead to it. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new SallyportError('invalid_input', `The folder ${path} cannot be read.`, {
      hint: 'Name a folder that exists.',
      cause,
    });
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
