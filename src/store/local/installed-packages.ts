import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Skip } from './scan-folder.js';

export interface InstalledPackage {
  name: string;
  version: string;
  /** Below the project. */
  folder: string;
}

const NAME = /^(?:@[a-z0-9~._-]+\/)?[a-z0-9~._-]+$/i;
const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/**
 * The packages installed under a project, by what the installer wrote: npm's lockfiles, pnpm's folder layout, Yarn's
 * state or lockfile. What a package says of itself is never asked: it may name itself as it likes.
 */
export function installedPackages(project: string, skip: Skip): InstalledPackage[] {
  const found =
    fromNpm(project, skip) ?? fromPnpm(project) ?? fromYarnState(project) ?? fromYarnLock(project, skip) ?? [];
  return found.filter(({ name, version, folder }) => {
    const sound =
      NAME.test(name) && VERSION.test(version) && !folder.split('/').some((part) => part === '..' || part === '.');
    if (!sound) skip(folder, 'its name or version cannot be told');
    return sound;
  });
}

function fromNpm(project: string, skip: Skip): InstalledPackage[] | null {
  const lock =
    readObject(join(project, 'node_modules', '.package-lock.json')) ?? readObject(join(project, 'package-lock.json'));
  const packages = lock?.['packages'];
  if (!isObject(packages)) return null;
  const found: InstalledPackage[] = [];
  for (const [folder, entry] of Object.entries(packages)) {
    if (!folder.startsWith('node_modules/') || !isObject(entry) || entry['link'] === true) continue;
    const { resolved, version } = entry;
    if (typeof resolved === 'string' && !/^https?:/.test(resolved)) {
      skip(folder, 'not from a registry');
      continue;
    }
    // An alias (`npm:other@1`) stands in the lockfile with the name that was really installed.
    const name = typeof entry['name'] === 'string' ? entry['name'] : folder.split('node_modules/').at(-1);
    found.push({ name: name ?? '', version: String(version), folder });
  }
  return found;
}

/** `node_modules/.pnpm/@scope+name@1.2.3(_peers)/node_modules/@scope/name`. */
function fromPnpm(project: string): InstalledPackage[] | null {
  const store = 'node_modules/.pnpm';
  let folders: string[];
  try {
    folders = readdirSync(join(project, store)).sort();
  } catch {
    return null;
  }
  const found: InstalledPackage[] = [];
  for (const folder of folders) {
    const parts = /^(@[^+@]+\+)?([^@+]+)@(\d+\.\d+\.\d+[^_(]*)/.exec(folder);
    if (parts === null) continue;
    const name = `${(parts[1] ?? '').replace('+', '/')}${parts[2]}`;
    found.push({ name, version: parts[3] ?? '', folder: `${store}/${folder}/node_modules/${name}` });
  }
  return found;
}

/** Yarn 2 and later with `nodeLinker: node-modules` writes where it put what. */
function fromYarnState(project: string): InstalledPackage[] | null {
  const text = readText(join(project, 'node_modules', '.yarn-state.yml'));
  if (text === null) return null;
  const found: InstalledPackage[] = [];
  let current: { name: string; version: string } | null = null;
  for (const line of text.split('\n')) {
    const head = /^"?((?:@[^/"@]+\/)?[^@"]+)@(?:virtual:[^#]+#)?npm:([^":]+)"?:$/.exec(line);
    if (head !== null) current = { name: head[1] ?? '', version: head[2] ?? '' };
    else if (/^\S/.test(line)) current = null;
    const place = /^ {4}- "?(node_modules\/[^"]+)"?$/.exec(line);
    if (current !== null && place !== null) found.push({ ...current, folder: place[1] ?? '' });
  }
  return found;
}

/** Yarn 1 says versions but not places: only a name of one version is sure to be the one at the top. */
function fromYarnLock(project: string, skip: Skip): InstalledPackage[] | null {
  const text = readText(join(project, 'yarn.lock'));
  if (text === null) return null;
  const versions = new Map<string, Set<string>>();
  let name: string | null = null;
  for (const line of text.split('\n')) {
    const head = /^"?((?:@[^/"@]+\/)?[^@"\s#]+)@.*:$/.exec(line);
    if (head !== null) name = head[1] ?? null;
    const version = /^ {2}version:? "?([^"]+)"?$/.exec(line);
    if (name !== null && version !== null) {
      const known = versions.get(name) ?? new Set();
      versions.set(name, known.add(version[1] ?? ''));
    }
  }
  const found: InstalledPackage[] = [];
  for (const [known, all] of versions) {
    const folder = `node_modules/${known}`;
    if (all.size === 1) found.push({ name: known, version: [...all][0] ?? '', folder });
    else skip(folder, 'the lockfile does not tell which of its versions stands there');
  }
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readObject(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readText(path) ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
