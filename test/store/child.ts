import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const bundles = new Map<string, Promise<string>>();

function bundle(script: string): Promise<string> {
  const known = bundles.get(script);
  if (known !== undefined) return known;
  const made = build({
    entryPoints: [join(here, script)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@photostructure/sqlite'],
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  bundles.set(script, made);
  return made;
}

/** Runs a script of this folder in a process of its own, as the store meets other processes. */
export async function startChild(script: string, ...args: string[]): Promise<ChildProcess> {
  // Read from standard input, so that packages are found from the repository wherever the bundle was made.
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args], {
    cwd: join(here, '..', '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(await bundle(script));
  return child;
}

/** What the child wrote, and how it ended. */
export function outcome(child: ChildProcess): Promise<{ output: string; code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    let output = '';
    child.stdout?.on('data', (data: Buffer) => {
      output += data.toString('utf8');
    });
    child.on('close', (code, signal) => resolve({ output, code, signal }));
  });
}
