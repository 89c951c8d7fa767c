import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface DocsPage {
  generator: string;
  path: string;
  bytes: Uint8Array;
}

/** Folders of the documentation packages, below each root; one generator each. */
const GENERATORS: readonly [string, string][] = [
  ['sphinx (python)', 'python3.11/html'],
  ['docbook (postgresql)', 'postgresql-doc-15/html'],
  ['node', 'nodejs/api'],
  ['asciidoc (git)', 'git-doc'],
  ['sphinx (cmake)', 'cmake-data/html'],
  ['sphinx (flask)', 'python-flask-doc/html'],
  ['hand-made (sqlite)', 'sqlite3'],
  ['rustdoc', 'rust-doc/html/std'],
  ['mdbook', 'rust-doc/html/book'],
];
const PAGES_EACH = 8;

/** Pages of Debian's documentation packages where they are installed: an even sample of each generator's, by path. */
export function docsPages(): DocsPage[] {
  const roots = (process.env['SALLYPORT_DOCS'] ?? '/usr/share/doc').split(':');
  const pages: DocsPage[] = [];
  for (const [generator, folder] of GENERATORS) {
    const found = roots.map((root) => join(root, folder)).find((path) => existsSync(path));
    if (!found) continue;
    const files = htmlFiles(realpathSync(found));
    const step = Math.max(1, files.length / PAGES_EACH);
    for (let at = 0; at < Math.min(PAGES_EACH, files.length); at++) {
      const path = files[Math.floor(at * step + step / 2)]!;
      pages.push({ generator, path, bytes: readFileSync(path) });
    }
  }
  return pages;
}

/** Readable pages: neither redirects and indexes of a few lines nor whole books. */
function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith('.html') && !/genindex|search|modindex|print\.html/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const { length } = readFileSync(path);
      return length > 6_000 && length < 400_000;
    })
    .sort();
}
