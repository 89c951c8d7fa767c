/**
 * The period that a call at `now` (milliseconds since the epoch) counts in, in UTC: `{ key: '2026-12-01', resetsAt }`,
 * where `resetsAt` is the ISO 8601 time at which the next one begins. Counting is the store's.
 */
export function quotaPeriod(now: number, span: 'day' | 'month' = 'day'): { key: string; resetsAt: string } {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const next = span === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  return { key: at.toISOString().slice(0, span === 'day' ? 10 : 7), resetsAt: new Date(next).toISOString() };
}
