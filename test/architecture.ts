import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Which rooms a room may import; `app` composes all of them, surfaces only translate. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  jail: ['core'],
  extract: ['core'],
  providers: ['core'],
  policy: ['core'],
  store: ['core'],
  app: ['core', 'jail', 'extract', 'providers', 'policy', 'store'],
  surfaces: ['core', 'app'],
};

/** The ways out of the process. Only the jail may name them; each exception has its reason. */
const WAYS_OUT = /^(undici|(node:)?(net|tls|dns|dns\/promises|dgram|http|https|http2|child_process|worker_threads))$/;
export const EXCEPTIONS: Readonly<Record<string, { imports: readonly string[]; why: string }>> = {
  'app/exec.ts': { imports: ['node:child_process'], why: 'runs the local search command that the operator configured' },
  'extract/isolate.ts': {
    imports: ['node:worker_threads'],
    why: 'extraction of large pages can be killed at the deadline',
  },
  'extract/worker.ts': { imports: ['node:worker_threads'], why: 'the other side of extract/isolate.ts' },
};

export interface SourceFile {
  /** Path under src/, with forward slashes. */
  path: string;
  text: string;
}

export function sourceFiles(root: string, which: 'sources' | 'all' = 'sources'): SourceFile[] {
  const found: SourceFile[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (/\.tsx?$/.test(entry.name) && (which === 'all' || !/\.test\.tsx?$/.test(entry.name))) {
        found.push({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') });
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

export interface Import {
  from: string;
  to: string;
  /** Type-only imports vanish at run time: they cannot make a ring, but they do tie rooms. */
  typeOnly: boolean;
}

export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  for (const match of file.text.matchAll(IMPORT)) {
    const to = match[2] ?? match[3] ?? '';
    found.push({ from: file.path, to, typeOnly: match[1] !== undefined });
  }
  return found;
}

function target(imported: Import): string | null {
  if (!imported.to.startsWith('.')) return null;
  return resolve('/', dirname(imported.from), imported.to).slice(1).replace(/\.js$/, '.ts');
}

const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/** Every breach of the table, as a sentence that says what to do. */
export function breaches(files: readonly SourceFile[]): string[] {
  const out: string[] = [];
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const room = roomOf(file.path);
    if (room !== '' && ROOMS[room] === undefined)
      out.push(`${file.path}: there is no room '${room}'; the house is in docs/architecture.md`);
    for (const imported of importsOf(file)) {
      const to = target(imported);
      if (to !== null) {
        const other = roomOf(to);
        if (room !== '' && other !== room && !(ROOMS[room] ?? []).includes(other)) {
          out.push(
            `${file.path} imports ${to}: ${room} may import only ${ROOMS[room]?.join(', ') || 'nothing of ours'}`,
          );
        }
        if (!imported.typeOnly) edges.set(file.path, [...(edges.get(file.path) ?? []), to]);
      } else if (WAYS_OUT.test(imported.to) && room !== 'jail') {
        if (EXCEPTIONS[file.path]?.imports.includes(imported.to) !== true) {
          out.push(
            `${file.path} imports ${imported.to}: only src/jail leaves the process; take the guarded request that is handed in`,
          );
        }
      }
    }
    if (
      room !== 'jail' &&
      /(?<![\w.'"`-])fetch\s*\(/.test(
        file.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|`[^`]*`|(?:async\s+|function\s+)fetch\s*\(/g, ''),
      )
    ) {
      out.push(`${file.path} calls fetch(): only src/jail dials the web`);
    }
  }
  return [...out, ...rings(edges)];
}

/** Import rings at run time: depth-first, each ring named once by the path that closes it. */
function rings(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      found.push(`import ring: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
      return;
    }
    state.set(path, 'open');
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of edges.keys()) walk(path, []);
  return found;
}
