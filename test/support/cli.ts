import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const bin = join(root, 'dist', 'bin.js');

/** An empty home of a person's own: no configuration, no state. */
export function emptyHome(): string {
  return mkdtempSync(join(tmpdir(), 'sallyport-home-'));
}

export interface Finished {
  status: number | null;
  stdout: string;
  stderr: string;
  /** stdout as one JSON object a line. */
  json: Record<string, unknown>[];
}

export interface RunOptions {
  home?: string;
  cwd?: string;
  env?: Record<string, string>;
  input?: Uint8Array | string;
  /** Called once the process has started, for signals. */
  started?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs the built command line as a person would: a process of its own, nothing of this one's environment. */
export function sallyport(argv: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const home = options.home ?? emptyHome();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...argv], {
      cwd: options.cwd ?? home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) => {
      // Lines for a client's own file are JSON too, but not an object a line.
      const lines = stdout.trim().startsWith('{"') ? stdout.trim().split('\n') : [];
      resolve({ status, stdout, stderr, json: lines.map((line) => JSON.parse(line) as Record<string, unknown>) });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    options.started?.((signal) => child.kill(signal));
  });
}

/** The error of a failed `--json` answer; fails where there is none. */
export function errorOf(finished: Finished): { code: string; message: string; hint: string; rule?: string } {
  const error = finished.json[0]?.['error'];
  if (typeof error !== 'object' || error === null) throw new Error(`no error in: ${finished.stdout}${finished.stderr}`);
  return error as { code: string; message: string; hint: string; rule?: string };
}

/** The results of a `--json` search; fails where there are none. */
export function resultsOf(
  finished: Finished,
): { url: string; title: string; snippet: string; rank: number; published?: string; source?: string }[] {
  const results = finished.json[0]?.['results'];
  if (!Array.isArray(results)) throw new Error(`no results in: ${finished.stdout}${finished.stderr}`);
  return results;
}
