import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { randomIds, SallyportError } from '../core/index.js';
import { makePrivateFolder } from '../store/private-folder.js';

/**
 * Replaces a file in one step: temporary file beside it, fsync, rename. A crash leaves the old file or the new one, whole.
 * A new file gets mode 0600 and a new folder 0700; `keepMode` keeps the rights of a file that belongs to another program.
 * Throws `store_failed`.
 */
export function replaceFile(path: string, text: string, options: { keepMode?: boolean } = {}): void {
  const temporary = `${path}.${randomIds(6)}.tmp`;
  try {
    makePrivateFolder(dirname(path));
    const mode = options.keepMode === true && existsSync(path) ? statSync(path).mode & 0o777 : 0o600;
    const file = openSync(temporary, 'wx', mode);
    try {
      writeSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new SallyportError(
      'store_failed',
      `Cannot write ${path} (${(cause as NodeJS.ErrnoException).code ?? 'failed'}).`,
      {
        hint: 'Check the folder, its rights and the room on its disk.',
        cause,
      },
    );
  }
}

/** Makes the rename last through a power cut, where the system can. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
