/** Longest wait that is believed: beyond a day the header says "go away", not "wait". */
const MOST_SECONDS = 86_400;

/**
 * Whole seconds that a Retry-After header asks to wait (RFC 9110, 10.2.3: seconds or an HTTP date), within 0 and a
 * day; null where there is none or it cannot be read. A date that has passed is 0.
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Math.min(Number(text), MOST_SECONDS);
  // Date.parse alone would read "-5" or "2x" as a year.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), MOST_SECONDS);
}
