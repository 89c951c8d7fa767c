import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SallyportError } from '../core/index.js';
import type { ProviderExec, ProviderExecReply } from '../providers/contract.js';
import type { Environment } from './config.js';

/** What any program needs to start; nothing else of the environment is passed on unless the provider names it. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];
const MOST_BYTES = 4 * 1024 * 1024;

type Command = Parameters<ProviderExec>[0];

interface About {
  env: Environment;
  signal: AbortSignal;
  /** The setting that names the program. */
  setting?: string;
}

/**
 * Runs a local program that the operator configured: no shell, closed standard input, scrubbed environment, output of
 * at most 4 MiB. It dials outside the jail, which `doctor` says. Throws `not_configured`, `provider_failed`, `timeout`
 * or `cancelled`.
 */
export async function runCommand(command: Command, about: About): Promise<ProviderExecReply> {
  if (command.output === undefined) return run(command, command.args, about);
  // A folder of its own, mode 0700: nobody else can put a file where the result is expected.
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-'));
  try {
    const file = join(folder, command.output);
    const at = command.args.lastIndexOf('{output}');
    const reply = await run(command, command.args.with(at, file), about);
    return { ...reply, output: readBounded(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: Command, args: readonly string[], about: About): Promise<ProviderExecReply> {
  const { env, signal } = about;
  const passed: Record<string, string> = {};
  for (const name of [...PASSED_ON, ...(command.env ?? [])]) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return new Promise((resolve, reject) => {
    const options = {
      env: passed,
      timeout: command.timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      signal,
    } as const;
    const child = execFile(command.file, [...args], options, (error, stdout, stderr) => {
      if (error === null || typeof error.code === 'number')
        resolve({ stdout, stderr, exitCode: Number(error?.code ?? 0) });
      else reject(failure(command, error, about));
    });
    child.stdin?.on('error', () => undefined).end();
  });
}

function failure(
  command: Command,
  error: Error & { code?: string | number | null; killed?: boolean },
  { signal, setting = 'search.command' }: About,
): SallyportError {
  if (signal.aborted) return new SallyportError('cancelled', 'The call was cancelled.', { cause: error });
  if (error.code === 'ENOENT' || error.code === 'EACCES') {
    return new SallyportError('not_configured', `The program '${command.file}' cannot be run.`, {
      hint: `Install it, or give its full path in ${setting}.`,
      cause: error,
    });
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new SallyportError('provider_bad_reply', `'${command.file}' printed more than 4 MiB.`, { cause: error });
  }
  if (error.killed === true) {
    return new SallyportError('timeout', `'${command.file}' did not end within ${command.timeoutMs / 1000} s.`, {
      cause: error,
    });
  }
  return new SallyportError('provider_failed', `'${command.file}' failed (${error.code ?? 'ended by a signal'}).`, {
    cause: error,
  });
}

/** The first 4 MiB of a file as text, or null where it is not there. */
function readBounded(file: string): string | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const buffer = Buffer.alloc(MOST_BYTES);
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, MOST_BYTES, 0));
  } finally {
    closeSync(handle);
  }
}
