import { SallyportError } from '../../core/index.js';

/** What SQLite takes and gives: integers stay below 2^53 everywhere in the schema. */
export type SqlValue = null | number | string | Uint8Array;
export type SqlRow = Record<string, SqlValue>;

/** The part of the `node:sqlite` API that the store uses; both engines have it. */
export interface SqlStatement {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): IterableIterator<unknown>;
}

export interface SqlConnection {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

type Engine = new (path: string, options: { readOnly: boolean }) => SqlConnection;

// Built in since Node 22.13; not in the types of Node 20, and a bundler must not try to resolve it.
const BUILT_IN: string = 'node:sqlite';

let engine: Promise<Engine> | undefined;

/** Opens a database file with the engine that this Node has. Throws what the engine throws, `store_failed` if none. */
export async function connect(path: string, options: { readOnly: boolean }): Promise<SqlConnection> {
  engine ??= loadEngine();
  return new (await engine)(path, options);
}

async function loadEngine(): Promise<Engine> {
  try {
    return await withoutExperimentalWarning(
      async () => ((await import(BUILT_IN)) as { DatabaseSync: Engine }).DatabaseSync,
    );
  } catch {
    // Node 20 has no built-in engine: the packaged one has the same API.
  }
  try {
    return (await import('@photostructure/sqlite')).DatabaseSync as unknown as Engine;
  } catch (cause) {
    throw new SallyportError('store_failed', 'No SQLite engine could be loaded.', {
      hint: 'Use Node 22.13 or newer, or reinstall so that the package @photostructure/sqlite has its binary.',
      cause,
    });
  }
}

/** Node 22 and 24 warn once that the module is experimental: noise on the standard error of every command. */
async function withoutExperimentalWarning<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).includes('SQLite')) return;
    (emitWarning as (...all: unknown[]) => void).call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
