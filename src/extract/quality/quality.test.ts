import { describe, expect, test } from 'vitest';
import { QUALITY_PAGES } from '../../../bench/read/quality-pages.js';
import { extract } from '../index.js';

const verdictOf = (html: string) =>
  extract(html, { contentType: 'text/html', url: 'https://harbour.example/page' }).quality;
const poor = QUALITY_PAGES.filter(({ reason }) => reason !== null);
const good = QUALITY_PAGES.filter(({ reason }) => reason === null);

describe('a page that stands in for another is called poor, with the reason', () => {
  test.each(poor)('$reason: $name', ({ html, reason }) => {
    const { verdict, reasons } = verdictOf(html);
    expect(reasons).toContain(reason);
    expect(verdict).toBe('low');
  });
});

describe('a page that speaks of such things is not one', () => {
  test.each(good)('$name', ({ html }) => {
    const { verdict, reasons } = verdictOf(html);
    expect({ verdict, reasons: reasons.filter((reason) => reason !== 'short') }).toEqual({
      verdict: 'ok',
      reasons: [],
    });
  });
});

test('text that was decoded wrongly is called poor', () => {
  expect(verdictOf(`<p>${'w\ufffdrt \ufffdber '.repeat(60)}</p>`).reasons).toContain('replacement-characters');
});
