import { SallyportError } from '../../core/index.js';
import type { SqlConnection, SqlRow } from './engine.js';

/** A schema as the list of steps that led to it; its version is how many there are. Steps are never edited. */
export interface Migrations {
  /** Marks the file as ours (`PRAGMA application_id`), so that another program's database is never touched. */
  applicationId: number;
  steps: readonly string[];
}

/** Brings a database to the newest schema. Forward only: a newer one than this program knows is refused. */
export function migrate(
  connection: SqlConnection,
  path: string,
  { migrations, readonly }: { migrations: Migrations; readonly: boolean },
): void {
  const { applicationId, steps } = migrations;
  if (check(connection, path, migrations) === steps.length) return;
  if (readonly) {
    throw new SallyportError('store_failed', `The store ${path} has an older form.`, {
      hint: 'Open it once for writing, so that it can be brought up to date.',
    });
  }
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Looked up again under the lock: another process may have been faster.
    for (const step of steps.slice(check(connection, path, migrations))) connection.exec(step);
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
    connection.exec('COMMIT');
  } catch (thrown) {
    connection.exec('ROLLBACK');
    throw thrown;
  }
}

function check(connection: SqlConnection, path: string, { applicationId, steps }: Migrations): number {
  const id = pragma(connection, 'application_id');
  const version = pragma(connection, 'user_version');
  if (id !== applicationId && (id !== 0 || version !== 0 || hasTables(connection))) {
    throw new SallyportError('store_failed', `${path} is a database of another program.`, {
      hint: 'It was left as it is. Name another file with store.url.',
    });
  }
  if (version > steps.length) {
    throw new SallyportError('store_failed', `The store ${path} was written by a newer version of Sallyport.`, {
      hint: `It has form ${version}, this version knows ${steps.length}: update Sallyport, or name another store.`,
    });
  }
  return version;
}

function pragma(connection: SqlConnection, name: string): number {
  return Number((connection.prepare(`PRAGMA ${name}`).get() as SqlRow)[name]);
}

function hasTables(connection: SqlConnection): boolean {
  return Number((connection.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as SqlRow)['n']) > 0;
}
