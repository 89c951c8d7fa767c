import type { ProviderHttpReply, RateWindow } from './contract.js';

/** A wait of an hour or more is a used-up allowance, not a pause: nobody waits for it within a call. */
const LONG_SECONDS = 3_600;

/** What a 429 asks for: a pause that a call may wait for, or an allowance that is used up. */
export interface RateVerdict {
  kind: 'pause' | 'allowance';
  /** Absent where the provider did not say. */
  seconds?: number;
}

/**
 * The `X-RateLimit-*` headers (draft-polli-ratelimit-headers), each a comma list with one value for each window in the
 * same order: `Limit: 1, 15000`, `Policy: 1;w=1, 15000;w=2592000`, `Remaining: 0, 14000`, `Reset: 1, 1419704`. A window
 * whose limit is 0 has no limit and is left out, and so is one that cannot be read.
 */
export function readRateWindows(headers: ProviderHttpReply['headers']): RateWindow[] {
  const limits = numbers(headers['x-ratelimit-limit']);
  const remaining = numbers(headers['x-ratelimit-remaining']);
  const resets = numbers(headers['x-ratelimit-reset']);
  const lengths = (headers['x-ratelimit-policy'] ?? '').split(',').map((part) => /;\s*w=(\d+)/.exec(part)?.[1]);
  return limits.flatMap((limit, i) => {
    const left = remaining[i];
    const reset = resets[i];
    if (limit === null || limit === 0 || left === undefined || left === null || reset === undefined || reset === null) {
      return [];
    }
    const length = lengths[i];
    return [
      { limit, windowSeconds: length === undefined ? null : Number(length), remaining: left, resetSeconds: reset },
    ];
  });
}

function numbers(value: string | undefined): (number | null)[] {
  if (value === undefined) return [];
  return value.split(',').map((part) => (/^\s*\d{1,12}\s*$/.test(part) ? Number(part) : null));
}

/** `Retry-After` in whole seconds from its two forms (RFC 9110, 10.2.3: seconds or a date), or undefined. */
export function retryAfterSeconds(headers: ProviderHttpReply['headers'], now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  if (!/^[A-Z][a-z]{2,8}, /.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * What the windows that a provider told at `toldAt` still ask of a call at `now` (both in milliseconds): a pause, a used-up
 * allowance, or null where nothing stands in the way.
 */
export function nextCall(windows: readonly RateWindow[], toldAt: number, now: number): RateVerdict | null {
  const waits = windows.filter(({ remaining }) => remaining === 0).map(({ resetSeconds }) => resetSeconds);
  const seconds = Math.ceil(Math.max(0, ...waits) - (now - toldAt) / 1000);
  return seconds <= 0 ? null : verdictOf(seconds);
}

/** What a 429 means: the longest of the windows that are used up decides, together with `Retry-After`. */
export function rateVerdict(headers: ProviderHttpReply['headers'], now: number): RateVerdict {
  const windows = readRateWindows(headers);
  const used = windows.filter((window) => window.remaining === 0);
  // A 429 that names no window as used up comes from the shortest one.
  const blocking = used.length > 0 ? used : windows.slice(0, 1);
  const waits = [...blocking.map((window) => window.resetSeconds), retryAfterSeconds(headers, now)];
  const known = waits.filter((wait) => wait !== undefined);
  if (known.length === 0) return { kind: 'pause' };
  return verdictOf(Math.max(...known));
}

function verdictOf(seconds: number): RateVerdict {
  return { kind: seconds >= LONG_SECONDS ? 'allowance' : 'pause', seconds };
}
