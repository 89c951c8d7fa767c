import { asSallyportError, type ErrorCode, SallyportError } from '../core/index.js';
import { QuestionPending } from './context.js';
import type { Recorder } from './recorder.js';
import type { Target } from './tool.js';

/** A provider that was asked before and failed. */
export interface Failed {
  id: string;
  code: ErrorCode;
  message: string;
}

/** Failures of one provider that say nothing about another. Refusals, our own limits and cancellation end the search. */
const ANOTHER_MAY: ReadonlySet<ErrorCode> = new Set([
  'provider_auth',
  'provider_quota',
  'provider_rate_limited',
  'provider_failed',
  'provider_bad_reply',
  'timeout',
  'not_configured',
]);

/**
 * Makes one attempt, and where a provider fails one with each of `search.fallback` in turn; every attempt is a whole pass
 * of its own (secrets, approval, quota). Throws the first provider's failure, which names those that failed after it.
 */
export async function inTurn<T>(
  target: Target,
  log: Recorder,
  attempt: (target: Target) => Promise<T>,
): Promise<{ target: Target; result: T }> {
  let turn = target;
  let first: SallyportError | null = null;
  for (;;) {
    try {
      return { target: turn, result: await attempt(turn) };
    } catch (thrown) {
      // A question to a person is no failure of the provider.
      if (thrown instanceof QuestionPending) throw thrown;
      const error = asSallyportError(thrown);
      first ??= error;
      const goesOn = ANOTHER_MAY.has(error.code) || error.rule === 'monthly-cost';
      const [next, ...rest] = turn.kind === 'query' ? turn.next : [];
      if (turn.kind !== 'query' || !goesOn || next === undefined) throw goesOn ? summed(first, turn, error) : error;
      const failed: Failed = { id: turn.provider.id, code: error.code, message: error.message };
      turn = { ...turn, provider: next, next: rest, failed: [...turn.failed, failed] };
      await log.write('fallback', { from: failed.id, code: failed.code, to: next.id });
    }
  }
}

function summed(first: SallyportError, turn: Target, last: SallyportError): SallyportError {
  if (turn.kind !== 'query' || turn.failed.length === 0) return first;
  const later: Failed[] = [...turn.failed.slice(1), { id: turn.provider.id, code: last.code, message: last.message }];
  const { code, message, hint, retryable, retryAfterSeconds, rule, facts } = first;
  return new SallyportError(code, message, {
    hint: `${hint} In search.fallback ${later.map((failed) => `${failed.id} failed too (${failed.code})`).join(', ')}.`.trim(),
    retryable,
    retryAfterSeconds,
    rule,
    facts: { ...facts, fallback: later },
    cause: first,
  });
}
