import { describe, expect, it } from 'vitest';
import { quotaPeriod } from './quota.js';

describe('the period a call counts in', () => {
  it.each([
    ['2026-12-01T00:00:00.000Z', 'day', '2026-12-01', '2026-12-02T00:00:00.000Z'],
    ['2026-12-01T23:59:59.999Z', 'day', '2026-12-01', '2026-12-02T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 'day', '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['2028-02-28T12:00:00.000Z', 'day', '2028-02-28', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 'month', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2026-11-30T23:59:59.999Z', 'month', '2026-11', '2026-12-01T00:00:00.000Z'],
  ] as const)('%s by %s', (now, span, key, resetsAt) => {
    expect(quotaPeriod(Date.parse(now), span)).toEqual({ key, resetsAt });
  });
});
