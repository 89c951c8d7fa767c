import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.env['SALLYPORT_SHARED'] ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'shared');

/**
 * Path of a file in the folder of handed cases and pages that may stand beside the project, or null where it is
 * absent: what needs it then skips with a plain message.
 */
export function sharedPath(...parts: string[]): string | null {
  const path = join(root, ...parts);
  return existsSync(path) ? path : null;
}
