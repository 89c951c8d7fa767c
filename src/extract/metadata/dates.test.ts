import { expect, test } from 'vitest';
import { isoDate } from './dates.js';

test.each([
  ['2024-05-03', '2024-05-03'],
  ['2024-05-03T10:00:00Z', '2024-05-03T10:00:00Z'],
  ['2024-05-03T10:00:00.123+02:00', '2024-05-03T10:00:00+02:00'],
  ['2024-05-03T10:00:00+0200', '2024-05-03T10:00:00+02:00'],
  ['2024-05-03 10:00', '2024-05-03T10:00:00'],
  ['20240503', '2024-05-03'],
  ['20240503T101500Z', '2024-05-03T10:15:00Z'],
  ['Fri, 03 May 2024 10:00:00 GMT', '2024-05-03T10:00:00Z'],
  ['3 May 2024', '2024-05-03'],
  ['May 3, 2024', '2024-05-03'],
  ['Published on May 3rd, 2024', '2024-05-03'],
])('%s is the date %s', (declared, expected) => {
  expect(isoDate(declared)).toBe(expected);
});

test.each([
  ['03/05/2024'],
  ['2024-02-30'],
  ['2024-13-01'],
  ['May 2024'],
  ['2024'],
  ['yesterday'],
  [''],
  ['1024-05-03'],
  ['32 May 2024'],
])('%j is no date that two readers would read alike', (declared) => {
  expect(isoDate(declared)).toBeNull();
});
