import { SallyportError } from '../../core/index.js';

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
/** `SQLITE_IOERR_SHORT_READ`: a part of the file is gone. */
const SHORT_READ = 522;

const HINTS: Readonly<Record<number, { what: string; hint: string }>> = {
  3: { what: 'may not be opened', hint: 'Check owner and rights of the file and its folder.' },
  [BUSY]: { what: 'is locked by another process', hint: 'Wait for it to finish, or end the process that holds it.' },
  [LOCKED]: { what: 'is locked by another process', hint: 'Wait for it to finish, or end the process that holds it.' },
  8: { what: 'is read-only', hint: 'Make the file and its folder writable, or name another place with store.url.' },
  10: { what: 'could not be read or written', hint: 'Check the disk: space, quota and health.' },
  [CORRUPT]: {
    what: 'is damaged',
    hint: 'It was left as it is. Restore a backup, or move it away to begin a new one.',
  },
  13: { what: 'could not grow: the disk is full', hint: 'Free space, or lower retention and prune. Nothing was lost.' },
  14: { what: 'cannot be opened', hint: 'Check that the folder exists, is writable and has free space.' },
  26: { what: 'is not a SQLite database', hint: 'It was left as it is. Move it away, or name another with store.url.' },
};

const FILE_HINTS: Readonly<Record<string, string>> = {
  EACCES: 'Check owner and rights of the folder.',
  EPERM: 'Check owner and rights of the folder.',
  EROFS: 'The file system is read-only: name another place with store.url or XDG_STATE_HOME.',
  ENOSPC: 'The disk is full: free space, or lower retention and prune. Nothing was lost.',
  EDQUOT: 'The disk quota is used up: free space, or lower retention and prune. Nothing was lost.',
  EFBIG: 'The file would be larger than is allowed here. Nothing was lost.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EEXIST: 'A part of the path is a file, not a folder.',
  EMFILE: 'Too many open files: end some programs or raise the limit.',
};

/** Primary result code of what a SQLite engine threw, or null where it threw something else. */
function sqliteCode(thrown: unknown): number | null {
  const code = (thrown as { errcode?: unknown } | null)?.errcode;
  if (code === SHORT_READ) return CORRUPT;
  return typeof code === 'number' ? code & 0xff : null;
}

/** Whether another connection holds the lock, so that the same step may succeed in a moment. */
export function isBusy(thrown: unknown): boolean {
  const code = sqliteCode(thrown);
  return code === BUSY || code === LOCKED;
}

/** Whatever a database or file step threw, as `store_failed` with a hint; our own errors pass. */
export function storeFault(thrown: unknown, path: string): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  const known = HINTS[sqliteCode(thrown) ?? -1];
  if (known !== undefined) {
    return new SallyportError('store_failed', `The store ${path} ${known.what}.`, {
      hint: known.hint,
      retryable: isBusy(thrown),
      cause: thrown,
    });
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const system = (thrown as { code?: unknown } | null)?.code;
  return new SallyportError('store_failed', `The store ${path} failed: ${text}`, {
    hint: FILE_HINTS[typeof system === 'string' ? system : ''] ?? 'Nothing was removed. Run `sallyport doctor`.',
    cause: thrown,
  });
}
