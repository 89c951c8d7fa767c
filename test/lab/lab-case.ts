import type { ErrorCode, SallyportError } from '../../src/core/index.js';
import type { GuardedResponse } from '../../src/jail/index.js';
import { Laboratory } from './laboratory.js';

/** One hostile behaviour, by name. */
export interface LabCase {
  id: string;
  area: string;
  /** What the other side does. */
  does: string;
  /** What is right. */
  right: string;
  /** Plays it. Throws (an assertion) where what happened is not right; gives the figure that is reported. */
  run: (lab: Laboratory) => Promise<string>;
}

/** A case with its own laboratory, closed afterwards whatever happens. */
export async function play(labCase: LabCase): Promise<string> {
  const lab = await Laboratory.open();
  try {
    return await labCase.run(lab);
  } finally {
    await lab.close();
  }
}

/** The failure that a call must end in. */
export async function failure(call: Promise<GuardedResponse>): Promise<SallyportError> {
  let response: GuardedResponse;
  try {
    response = await call;
  } catch (error) {
    if (isOurs(error)) return error;
    throw error;
  }
  throw new Error(`should have failed, but gave ${response.status} with ${response.body.length} bytes`);
}

function isOurs(error: unknown): error is SallyportError {
  return error instanceof Error && error.name === 'SallyportError';
}

export function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not right: ${what}`);
}

/** The call must fail with this code, and with this rule where one is given. */
export async function mustFail(call: Promise<GuardedResponse>, code: ErrorCode, rule?: string): Promise<string> {
  const error = await failure(call);
  must(error.code === code, `${error.code} (${error.rule}) instead of ${code}: ${error.message}`);
  if (rule !== undefined) must(error.rule === rule, `rule ${error.rule} instead of ${rule}: ${error.message}`);
  return error.rule === undefined ? error.code : `${error.code} (${error.rule})`;
}

export function text(response: GuardedResponse): string {
  return Buffer.from(response.body).toString('latin1');
}
