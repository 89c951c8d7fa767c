import { describe, expect, it } from 'vitest';
import { nextCall, rateVerdict, readRateWindows, retryAfterSeconds } from './rate-limit.js';

const NOW = Date.parse('2026-12-01T10:00:00Z');
const brave = (remaining: string, reset: string, limit = '1, 15000') => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset,
});

describe('readRateWindows', () => {
  it('reads one window for each value of the lists', () => {
    expect(readRateWindows(brave('0, 14000', '1, 1419704'))).toEqual([
      { limit: 1, windowSeconds: 1, remaining: 0, resetSeconds: 1 },
      { limit: 15000, windowSeconds: 2592000, remaining: 14000, resetSeconds: 1419704 },
    ]);
  });

  it('leaves out a window without a limit and what cannot be read', () => {
    expect(readRateWindows(brave('49, 0', '1, 1419704', '50, 0'))).toHaveLength(1);
    expect(readRateWindows(brave('x, -1', '1, 2'))).toEqual([]);
    expect(readRateWindows(brave('1', '1, 2'))).toHaveLength(1);
    expect(readRateWindows({})).toEqual([]);
  });
});

describe('retryAfterSeconds', () => {
  it.each([
    ['7', 7],
    ['0', 0],
    ['Tue, 01 Dec 2026 10:00:30 GMT', 30],
    ['Tue, 01 Dec 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['', undefined],
  ])('%j is %s', (value, seconds) => {
    expect(retryAfterSeconds({ 'retry-after': value }, NOW)).toBe(seconds);
  });
});

describe('rateVerdict', () => {
  it.each([
    ['the short window used up is a pause', brave('0, 14000', '1, 1419704'), { kind: 'pause', seconds: 1 }],
    ['the long window used up is the allowance', brave('1, 0', '1, 1419704'), { kind: 'allowance', seconds: 1419704 }],
    ['both used up is the allowance', brave('0, 0', '1, 1419704'), { kind: 'allowance', seconds: 1419704 }],
    ['no window used up is the shortest', brave('1, 9', '1, 1419704'), { kind: 'pause', seconds: 1 }],
    ['an unlimited long window is none', brave('0, 0', '1, 1419704', '50, 0'), { kind: 'pause', seconds: 1 }],
    ['Retry-After alone', { 'retry-after': '7' }, { kind: 'pause', seconds: 7 }],
    ['just under an hour is a pause', { 'retry-after': '3599' }, { kind: 'pause', seconds: 3599 }],
    ['an hour is the allowance', { 'retry-after': '3600' }, { kind: 'allowance', seconds: 3600 }],
    ['nothing said is a pause', {}, { kind: 'pause' }],
  ])('%s', (_, headers, verdict) => {
    expect(rateVerdict(headers, NOW)).toEqual(verdict);
  });
});

describe('nextCall', () => {
  const windows = readRateWindows(brave('0, 5', '2, 1419704'));
  it.each([
    ['at once is a pause', windows, 0, { kind: 'pause', seconds: 2 }],
    ['half-way is the rest of it', windows, 1_500, { kind: 'pause', seconds: 1 }],
    ['at its end is free', windows, 2_000, null],
    [
      'a used-up month is no pause',
      readRateWindows(brave('1, 0', '1, 1419704')),
      0,
      { kind: 'allowance', seconds: 1419704 },
    ],
    ['room in every window is free', readRateWindows(brave('1, 1', '1, 1419704')), 0, null],
    ['no windows are free', [], 0, null],
  ])('%s', (_, told, later, verdict) => {
    expect(nextCall(told, NOW, NOW + later)).toEqual(verdict);
  });
});
