import type { ErrorCode } from './errors.js';

/**
 * A security decision as a value with a name. `rule` is from a closed vocabulary of the room that decided; it reaches
 * the error, the event log and the evidence.
 */
export type Decision =
  | { verdict: 'allow'; rule: string; reason: string }
  | { verdict: 'ask'; rule: string; reason: string; hint: string }
  | { verdict: 'refuse'; rule: string; reason: string; code: ErrorCode; hint: string };
