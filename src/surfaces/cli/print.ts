import type { CallResult } from '../../app/index.js';
import { EXIT_CODES, EXIT_NOTHING_FOUND, type Failure } from '../../core/index.js';
import type { Io } from './io.js';

export function printJson(io: Io, value: object): void {
  io.out(`${JSON.stringify(value)}\n`);
}

/** A failure is data for a program (stdout, JSON) and a message for a person (stderr). */
export function printFailure(io: Io, failure: Failure, json: boolean): void {
  if (json) {
    printJson(io, { ok: false, error: failure });
    return;
  }
  const bold = (text: string): string => (io.color ? `\u001b[1m${text}\u001b[22m` : text);
  const wait = failure.retryAfterSeconds === undefined ? '' : ` (retry after ${failure.retryAfterSeconds} s)`;
  io.err(`${bold(`sallyport: ${failure.code}`)}: ${failure.message}${wait}\n`);
  if (failure.hint) io.err(`  ${failure.hint}\n`);
  for (const [name, value] of Object.entries(failure.facts ?? {})) {
    if (name === 'skipped' && Array.isArray(value)) {
      for (const { id, skipped } of value as { id: string; skipped: string }[]) io.err(`  ${id}: ${skipped}\n`);
    }
  }
}

/** Prints an answer in the form asked for and returns the exit status. */
export function printResult(io: Io, result: CallResult, json: boolean): number {
  if (!result.ok) {
    printFailure(io, result.error, json);
    return EXIT_CODES[result.error.code];
  }
  if (json) printJson(io, { ok: true, ...result.data });
  else io.out(`${result.text}\n`);
  return result.empty ? EXIT_NOTHING_FOUND : 0;
}
