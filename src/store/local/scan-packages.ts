import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { SallyportError } from '../../core/index.js';
import { sha256 } from '../canonical-json.js';
import { installedPackages } from './installed-packages.js';
import { admitFile, documentType, type FoundFile, type Skip } from './scan-folder.js';

/** Documents of one package. */
const MOST_PACKAGE_FILES = 400;
/** Folders below a package's root that hold written documentation. */
const DOCUMENT_FOLDERS = /^(?:docs?|documentation|guides?|man|wiki|website)$/i;
/** Root files that are about the project, not about its use. */
const NOT_DOCUMENTATION =
  /^(?:change|history|release|news|licen[cs]e|copying|contribut|code[-_]of|security|authors|notice|third|governance|maintain|upgrad\w*-log|thanks|sponsor|backers|todo)/i;

/** What one look at a project tells about whether its packages may have changed, or null where nothing tells. */
export function packagesStamp(project: string): string | null {
  const marks = ['node_modules/.package-lock.json', 'node_modules/.modules.yaml', 'node_modules/.yarn-state.yml']
    .concat('package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'node_modules')
    .map((name) => {
      const stat = lstatSync(join(project, name), { bigint: true, throwIfNoEntry: false });
      return stat === undefined ? null : [name, String(stat.size), String(stat.mtimeNs)];
    });
  // Without one of the first three nothing says that an install took place.
  return marks.slice(0, 3).every((mark) => mark === null) ? null : sha256(JSON.stringify(marks));
}

/**
 * Documentation of the packages installed under a project: README and other Markdown of the package's root, its
 * documentation folders, and its type declarations. Each stands at its version-exact address.
 */
export function* scanPackages(project: string, skip: Skip): Generator<FoundFile> {
  if (lstatSync(join(project, 'node_modules'), { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new SallyportError('invalid_input', `${project} has no installed packages.`, {
      hint: 'Name a folder with node_modules in it, after an install.',
    });
  }
  const done = new Set<string>();
  for (const { name, version, folder } of installedPackages(project, skip)) {
    const id = `${name}@${version}`;
    const root = join(project, folder);
    if (done.has(id) || !liesWithin(root, project, folder, skip)) continue;
    done.add(id);
    let files = 0;
    for (const path of packageFiles(root)) {
      const admitted = admitFile(join(root, path), `${folder}/${path}`, skip);
      const contentType = documentType(basename(path));
      if (admitted === null || contentType === null) continue;
      if (++files > MOST_PACKAGE_FILES) {
        skip(folder, `more than ${MOST_PACKAGE_FILES} documents`);
        break;
      }
      const url = `https://unpkg.com/${id}/${path.split('/').map(encodeURIComponent).join('/')}`;
      yield {
        path: `${id}/${path}`,
        file: `${folder}/${path}`,
        absolute: join(realpathSync(root), path),
        url,
        contentType,
        ...admitted,
      };
    }
  }
}

/** A package folder that is a link leads to a workspace or anywhere: what is there is not what was installed. */
function liesWithin(root: string, project: string, folder: string, skip: Skip): boolean {
  try {
    if (realpathSync(root).startsWith(`${realpathSync(project)}${sep}node_modules${sep}`)) return true;
    skip(folder, 'a link out of node_modules');
  } catch {
    // Optional packages of other platforms stand in the lockfile but not on the disk.
  }
  return false;
}

/** Paths of a package's documents, the most useful first. */
function packageFiles(root: string): string[] {
  const written: string[] = [];
  const declarations: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inDocumentation = DOCUMENT_FOLDERS.test(folder.split('/')[0] ?? '');
    let entries: ReturnType<typeof readEntries>;
    try {
      entries = readEntries(join(root, folder));
    } catch {
      continue;
    }
    const names = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(path);
      } else if (!entry.isFile()) {
        // Links may lead out of the package.
      } else if (/\.d\.ts$/.test(entry.name)) {
        declarations.push(path);
      } else if (/\.d\.[cm]ts$/.test(entry.name)) {
        if (!names.has(entry.name.replace(/\.[cm]ts$/, '.ts'))) declarations.push(path);
      } else if (/\.(?:md|markdown|mdx|rst|html?)$/i.test(entry.name) || /^readme(?:\.txt)?$/i.test(entry.name)) {
        if (folder === '' ? !NOT_DOCUMENTATION.test(entry.name) : inDocumentation) written.push(path);
      }
    }
  }
  return [...written.sort(byDepth), ...declarations.sort(byDepth)];
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
