import { execFile } from 'node:child_process';
import { SallyportError } from '../core/index.js';
import type { ProviderExec } from '../providers/index.js';
import type { Environment } from './config.js';

/** What any program needs to start; nothing else of the environment is passed on unless the provider names it. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];

/**
 * Runs a local program that the operator configured: no shell, closed standard input, scrubbed environment, output of
 * at most 4 MiB. It dials outside the jail, which `doctor` says. Throws `provider_failed`, `timeout` or `cancelled`.
 */
export function runCommand(
  command: Parameters<ProviderExec>[0],
  { env, signal }: { env: Environment; signal: AbortSignal },
): ReturnType<ProviderExec> {
  const passed: Record<string, string> = {};
  for (const name of [...PASSED_ON, ...(command.env ?? [])]) {
    const value = env[name];
    if (value !== undefined) passed[name] = value;
  }
  return new Promise((resolve, reject) => {
    const child = execFile(
      command.file,
      [...command.args],
      {
        env: passed,
        timeout: command.timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 4 * 1024 * 1024,
        signal,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null || typeof error.code === 'number') {
          resolve({ stdout, stderr, exitCode: error === null ? 0 : Number(error.code) });
        } else if (signal.aborted) {
          reject(new SallyportError('cancelled', 'The call was cancelled.', { cause: error }));
        } else if (error.code === 'ENOENT') {
          reject(
            new SallyportError('not_configured', `The program '${command.file}' was not found.`, {
              hint: 'Install it, or give its full path in search.command.',
              cause: error,
            }),
          );
        } else if (error.killed === true) {
          reject(
            new SallyportError('timeout', `'${command.file}' did not end within ${command.timeoutMs} ms.`, {
              cause: error,
            }),
          );
        } else {
          reject(
            new SallyportError(
              'provider_failed',
              `'${command.file}' could not be run: ${error.code ?? 'unknown fault'}.`,
              { cause: error },
            ),
          );
        }
      },
    );
    child.stdin?.end();
  });
}
