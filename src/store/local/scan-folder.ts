import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

/** Bytes of one file; a larger one is a dump or a book, and holds up all others. */
const MOST_FILE_BYTES = 4 * 1024 * 1024;
/** Files of one collection. */
const MOST_FILES = 200_000;

/** File endings that are read as documents, and their media types. */
const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.mdx': 'text/markdown',
  '.txt': 'text/plain',
  '.text': 'text/plain',
  '.rst': 'text/x-rst',
  '.adoc': 'text/plain',
};

/** A file that may become a document. */
export interface FoundFile {
  /** Below the collection's root, with `/`. */
  path: string;
  /** Below the root, where that is not the path; or null. */
  file: string | null;
  absolute: string;
  url: string;
  contentType: string;
  size: number;
  /** Microseconds since the epoch. */
  mtime: number;
}

export type Skip = (path: string, reason: string) => void;

/** Media type of a file by its name, or null where it is no document. */
export function documentType(name: string): string | null {
  if (/\.d\.[cm]?ts$/.test(name)) return 'text/x-typescript-declaration';
  const type = DOCUMENT_TYPES[extname(name).toLowerCase()];
  if (type !== undefined) return type;
  return /^readme$/i.test(name) ? 'text/plain' : null;
}

/** Whether a file may be looked at: a plain file of a fitting size. Says why not. */
export function admitFile(absolute: string, path: string, skip: Skip): { size: number; mtime: number } | null {
  const stat = lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return null;
  const size = Number(stat.size);
  if (size > MOST_FILE_BYTES) {
    skip(path, `larger than ${MOST_FILE_BYTES} bytes`);
    return null;
  }
  return size === 0 ? null : { size, mtime: Number(stat.mtimeNs / 1000n) };
}

/**
 * The document files below a folder, in the order of their names. Links are not followed, since what they name may lie
 * outside, and what lies inside is found anyway; hidden folders and `node_modules` are passed over.
 */
export function* scanFolder(root: string, urlOf: (path: string) => string, skip: Skip): Generator<FoundFile> {
  const folders = [''];
  let files = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const below: string[] = [];
    for (const entry of listFolder(join(root, folder), folder, skip)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') below.push(path);
        continue;
      }
      const contentType = documentType(entry.name);
      if (contentType === null) continue;
      const absolute = join(root, path);
      if (entry.isSymbolicLink()) {
        if (leadsOut(absolute, root)) skip(path, 'a link out of the folder');
        continue;
      }
      const admitted = admitFile(absolute, path, skip);
      if (admitted === null) continue;
      if (++files > MOST_FILES) {
        skip(path, `more than ${MOST_FILES} files`);
        return;
      }
      yield { path, file: null, absolute, url: urlOf(path), contentType, ...admitted };
    }
    folders.push(...below.reverse());
  }
}

function listFolder(absolute: string, path: string, skip: Skip) {
  try {
    return readdirSync(absolute, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    // The root itself must be readable; a folder within may be closed or gone by now.
    if (path === '') throw thrown;
    skip(path, 'the folder cannot be read');
    return [];
  }
}

function leadsOut(link: string, root: string): boolean {
  try {
    return !realpathSync(link).startsWith(root + sep);
  } catch {
    return false;
  }
}

/**
 * The bytes of a found file, at most `MOST_FILE_BYTES`. Null where it is a link by now or lies elsewhere: the folder
 * may have been changed since it was listed, and nothing outside of it may come in.
 */
export function readFound(absolute: string): Uint8Array | null {
  let file: number;
  try {
    if (realpathSync.native(absolute) !== absolute) return null;
    file = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= MOST_FILE_BYTES ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
}
