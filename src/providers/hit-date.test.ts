import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from './hit-date.js';

const NOW = Date.parse('2026-12-01T10:30:00Z');

describe('readDate', () => {
  it.each([
    // ISO 8601, with and without a zone
    ['2026-11-29T21:24:00+00:00', '2026-11-29T21:24:00Z'],
    ['2026-11-29 21:24:00+0000', '2026-11-29T21:24:00Z'],
    ['2026-11-29T23:24:00+02:00', '2026-11-29T21:24:00Z'],
    ['2026-11-29T21:24:00.123456-05', '2026-11-30T02:24:00Z'],
    ['2026-11-29T21:24Z', '2026-11-29T21:24:00Z'],
    ['2025-04-12T14:22:41', '2025-04-12T14:22:41'],
    ['2025-04-12 14:22:41', '2025-04-12T14:22:41'],
    ['2026-11-29', '2026-11-29'],
    ['2026/11/29', '2026-11-29'],
    ['2026-11', '2026-11'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
    // RFC 1123 and its relatives
    ['Fri, 12 Jun 2026 07:00:00 GMT', '2026-06-12T07:00:00Z'],
    ['12 Jun 2026 07:00:00 +0200', '2026-06-12T05:00:00Z'],
    ['Fri, 12 Jun 2026 07:00 UTC', '2026-06-12T07:00:00Z'],
    // For people
    ['Nov 29, 2026', '2026-11-29'],
    ['November 29, 2026', '2026-11-29'],
    ['Nov. 29th, 2026', '2026-11-29'],
    ['Sunday, November 29, 2026', '2026-11-29'],
    ['29 November 2026', '2026-11-29'],
    ['29-Nov-2026', '2026-11-29'],
    ['Nov 29, 2026, 3:45 PM', '2026-11-29T15:45:00'],
    ['Nov 29, 2026 12:05 am', '2026-11-29T00:05:00'],
    ['Nov 29, 2026 15:45 CET', '2026-11-29'],
    // Relative: as precise as it was said
    ['19 hours ago', '2026-11-30T15:00:00Z'],
    ['19 hour(s), 34 minute(s) ago', '2026-11-30T14:56:00Z'],
    ['34 minutes ago', '2026-12-01T09:56:00Z'],
    ['an hour ago', '2026-12-01T09:00:00Z'],
    ['5 mins ago', '2026-12-01T10:25:00Z'],
    ['2h ago', '2026-12-01T08:00:00Z'],
    ['just now', '2026-12-01T10:30:00Z'],
    ['yesterday', '2026-11-30'],
    ['a day ago', '2026-11-30'],
    ['3 Days Ago', '2026-11-28'],
    ['2 weeks ago', '2026-11-17'],
    ['3 months ago', '2026-09'],
    ['about 2 years ago', '2024'],
  ])('reads %j as %s', (written, iso) => {
    expect(readDate(written, NOW)?.iso).toBe(iso);
  });

  it.each([
    '',
    '   ',
    'null',
    'soon',
    '03/04/2026',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-11-29T25:00:00Z',
    '2026-11/29',
    '1970-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
    '19 hours',
    '19 parsecs ago',
    'hours ago',
    'Posted 3 days ago by 5',
    'Nov 29',
    'Novem 32, 2026',
    '9999999999999 years ago',
  ])('takes %j for no date', (written) => {
    expect(readDate(written, NOW)).toBeNull();
  });

  it('gives an ISO date or nothing for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9:TZ+ -]{0,30}$/)), (written) => {
        const read = readDate(written, NOW);
        expect(read === null || /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\dZ?)?)?)?$/.test(read.iso)).toBe(true);
      }),
    );
  });
});
