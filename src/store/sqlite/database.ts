import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder } from '../private-folder.js';
import { connect, type SqlConnection, type SqlStatement } from './engine.js';
import { isBusy, storeFault } from './faults.js';
import { type Migrations, migrate } from './migrate.js';

/** How long a step waits for another process's lock, in all. */
const LOCK_WAIT_MS = 5_000;
/** How long SQLite itself waits: it blocks the event loop, so the rest of the wait is done outside of it. */
const BLOCKING_WAIT_MS = 200;

export interface DatabaseOptions {
  migrations: Migrations;
  readonly: boolean;
}

/**
 * One SQLite file: opened with private rights, brought to its newest schema, its faults translated. Steps are
 * synchronous functions, so that nothing can come between the statements of one transaction.
 */
export class Database {
  readonly path: string;
  readonly #connection: SqlConnection;
  readonly #statements = new Map<string, SqlStatement>();
  #waiting: Waiting[] = [];
  #closed = false;

  private constructor(path: string, connection: SqlConnection) {
    this.path = path;
    this.#connection = connection;
  }

  static async open(path: string, options: DatabaseOptions): Promise<Database> {
    try {
      if (!options.readonly) createPrivately(path);
      const database = new Database(path, await connect(path, { readOnly: options.readonly }));
      await database.#prepareFile(options);
      return database;
    } catch (thrown) {
      throw storeFault(thrown, path);
    }
  }

  async #prepareFile(options: DatabaseOptions): Promise<void> {
    this.#connection.exec(`PRAGMA busy_timeout = ${BLOCKING_WAIT_MS}`);
    try {
      await this.#patiently(() => {
        if (!options.readonly) {
          // NORMAL in WAL mode: a killed process loses nothing; a power cut may lose the last commits, never consistency.
          this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
        }
        migrate(this.#connection, this.path, options);
      });
    } catch (thrown) {
      this.#connection.close();
      throw thrown;
    }
  }

  /** Runs one read, or several that may see different states. */
  read<T>(work: () => T): Promise<T> {
    return this.#patiently(work);
  }

  /**
   * Runs all of `work` or none of it, alone among writers of every process. Works that are asked for in one turn of the
   * event loop share one transaction, each in a savepoint of its own: what one of them throws undoes nothing of the others.
   */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      if (this.#waiting.length === 1) queueMicrotask(() => void this.#writeAll());
    });
  }

  async #writeAll(): Promise<void> {
    const together = this.#waiting.splice(0);
    try {
      const outcomes = await this.#patiently(() => this.#transaction(together));
      for (const [i, outcome] of outcomes.entries()) {
        if ('failed' in outcome) together[i]?.reject(outcome.failed);
        else together[i]?.resolve(outcome.value);
      }
    } catch (thrown) {
      for (const { reject } of together) reject(thrown);
    }
  }

  #transaction(together: readonly Waiting[]): Outcome[] {
    const alone = together.length === 1;
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const outcomes = together.map(({ work }) => (alone ? { value: work() } : this.#within(work)));
      this.#connection.exec('COMMIT');
      return outcomes;
    } catch (thrown) {
      try {
        this.#connection.exec('ROLLBACK');
      } catch {
        // A full disk has already rolled back.
      }
      throw thrown;
    }
  }

  #within(work: () => unknown): Outcome {
    this.#connection.exec('SAVEPOINT one');
    try {
      const value = work();
      this.#connection.exec('RELEASE one');
      return { value };
    } catch (thrown) {
      // Busy or full concerns all of them; anything else only this one.
      this.#connection.exec('ROLLBACK TO one; RELEASE one');
      return { failed: thrown };
    }
  }

  /** Prepared once, then kept. Only for use inside `read` and `write`. */
  sql(text: string): SqlStatement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#connection.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** Moves what the write-ahead log holds into the file, so that erased text stands in neither. */
  async flushLog(): Promise<void> {
    await this.#patiently(() => this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      // Statements that still await collection keep the file open, and with it the log that the last close would fold in.
      this.#connection.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Read-only, or busy: the next one to close does it.
    }
    this.#statements.clear();
    this.#connection.close();
  }

  async #patiently<T>(work: () => T): Promise<T> {
    // Counted in waits, not by the clock: a clock that jumps must not turn into an error.
    let waited = 0;
    for (;;) {
      try {
        return work();
      } catch (thrown) {
        if (!isBusy(thrown) || waited >= LOCK_WAIT_MS) throw storeFault(thrown, this.path);
        const pause = 5 + Math.floor(Math.random() * 45);
        waited += BLOCKING_WAIT_MS + pause;
        await sleep(pause);
      }
    }
  }
}

interface Waiting {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (thrown: unknown) => void;
}

type Outcome = { value: unknown } | { failed: unknown };

/** Private from the first byte: the file holds queries and pages. WAL and shared-memory files take over its rights. */
function createPrivately(path: string): void {
  makePrivateFolder(dirname(path));
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  else if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
}
