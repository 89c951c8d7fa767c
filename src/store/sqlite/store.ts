import { chmodSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, type IdSource, randomIds, systemClock } from '../../core/index.js';
import type { Store } from '../contract.js';
import { LocalSearch } from '../local/local-search.js';
import { makePrivateFolder } from '../private-folder.js';
import { Blobs } from './blobs.js';
import { sqliteCounters } from './counters.js';
import { Database } from './database.js';
import { sqliteEvents } from './events.js';
import { sqliteEvidence } from './evidence.js';
import { storeFault } from './faults.js';
import { STORE_SCHEMA } from './schema.js';
import { sqliteMemo, sqliteSessions } from './sessions.js';

export interface OpenOptions {
  /** Folder for the default file; made with rights 0700. */
  stateDir: string;
  clock?: Clock;
  ids?: IdSource;
  /** Opens what is there and writes nothing. Default false. */
  readonly?: boolean;
}

/**
 * Opens the store in a SQLite file: `path`, or `sallyport.sqlite` in the state folder where it is empty. Large blobs
 * (`NAME.blobs/`) and the local index (`NAME.index.sqlite`) stand beside it.
 */
export async function openSqliteStore(path: string, options: OpenOptions): Promise<Store> {
  const { clock = systemClock, ids = randomIds, readonly = false } = options;
  const file = path === '' ? join(resolve(options.stateDir), 'sallyport.sqlite') : resolve(path);
  if (path === '' && !readonly) makePrivate(resolve(options.stateDir));
  const base = file.replace(/\.(sqlite3?|db)$/, '');
  const database = await Database.open(file, { migrations: STORE_SCHEMA, readonly });
  const blobs = new Blobs(database, `${base}.blobs`, ids);
  const index = new LocalSearch(`${base}.index.sqlite`, { clock, readonly });
  return {
    location: file,
    evidence: sqliteEvidence(database, blobs, clock, ids),
    events: sqliteEvents(database, clock),
    counters: sqliteCounters(database),
    memo: sqliteMemo(database, clock),
    sessions: sqliteSessions(database, clock),
    index,
    async close() {
      await index.close();
      database.close();
    },
  };
}

/** The state folder holds queries and pages: nobody else on the machine may look into it. */
function makePrivate(folder: string): void {
  try {
    makePrivateFolder(folder);
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (thrown) {
    throw storeFault(thrown, folder);
  }
}
