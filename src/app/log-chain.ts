import { SallyportError } from '../core/index.js';
import type { App } from './app.js';

/** The head of the event log as one line to keep elsewhere, sealed with a key that this machine should not keep. */
export async function exportHead(app: App, key: string): Promise<string> {
  const { sealHead } = await import('../store/index.js');
  const { ok, events, head } = await (await app.store()).events.verify();
  if (!ok) {
    throw new SallyportError('store_failed', 'The event log does not hold: its head is worth nothing.', {
      hint: 'See sallyport log verify.',
    });
  }
  return sealHead({ events, head }, key);
}

/** Verifies the chain, and against a head that was kept apart also a cut tail and a log written anew. */
export async function verifyLog(app: App, kept: { line: string; key: string } | null) {
  const { openSeal } = await import('../store/index.js');
  const { events } = await app.store();
  if (kept === null) return events.verify();
  const head = openSeal(kept.line, kept.key);
  if (head === null) {
    throw new SallyportError('invalid_input', 'This is no head of a log, or it was sealed with another key.', {
      hint: 'Give the line that sallyport log head printed, and the same key.',
    });
  }
  return events.verify(head);
}
