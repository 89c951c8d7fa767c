import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The project that a folder belongs to: the nearest folder at or above it with installed packages, else itself. */
export function projectRoot(cwd: string): string {
  const start = resolve(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return folder;
    if (dirname(folder) === folder) return start;
  }
}
