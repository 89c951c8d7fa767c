import { describe, expect, it } from 'vitest';
import { QuoteIndex } from './quote-index.js';

const TEXT = `# Ferries

The **ferry** leaves at [nine o’clock](https://example.org/a_(b)), said the harbour master — “on time”.

## Fares

- Tickets cost 4.50 euros; children under 6 travel free.
- It is -5 degrees; the \`open_gate()\` call fails.

| From | To |
| --- | --- |
| Pier A | Pier B |

> The last boat isn't cancelled
> in winter.

在港口，渡轮九点出发。船票四欧元。
`;
const index = new QuoteIndex([
  { evidence: 'ev_1', url: 'https://example.org/ferries', text: TEXT },
  { evidence: 'ev_2', url: 'https://example.org/other', text: 'The train leaves at nine and arrives at ten.' },
]);
const verdict = (quote: string) => index.find(quote).verdict;

describe('a quote holds', () => {
  it.each([
    'The ferry leaves at nine o’clock',
    'The ferry leaves at nine o\'clock, said the harbour master - "on time".',
    'The  ferry leaves\nat nine o’clock, said the harbour master – «on time»',
    'said the harbour master—on time',
    'Tickets cost 4.50 euros; children under 6 travel free.',
    'It is -5 degrees',
    'It is −5 degrees',
    'the open_gate() call fails',
    'Pier A Pier B',
    'The last boat isn’t cancelled in winter.',
    'The ferry leaves at nine o’clock ... Tickets cost 4.50 euros',
    'The ferry leaves […] on time',
    'travel free. It is -5 degrees',
    '渡轮九点出发',
    '船票四欧元。',
    '**ferry** leaves at [nine o’clock](https://example.org/a_(b))',
    'The ferry leaves at nine o\u02bcclock',
  ])('%s', (quote) => {
    expect(verdict(quote)).toBe('verbatim');
  });
});

describe('a quote does not hold', () => {
  it.each([
    ['another word', 'The ferry arrives at nine o’clock', 'altered'],
    ['another case', 'The Ferry leaves at nine o’clock', 'altered'],
    ['a word left out', 'Tickets cost 4.50 euros; children travel free.', 'altered'],
    ['a word put in', 'The last boat isn’t always cancelled in winter.', 'altered'],
    ['a number cut at its front', '50 euros; children under 6 travel free', 'altered'],
    ['a sign cut off', '5 degrees; the open_gate() call fails', 'altered'],
    ['a word cut at its end', 'Tickets cost 4.50 euro', 'altered'],
    ['a negation gone', 'The last boat is cancelled in winter.', 'altered'],
    ['parts in another order', 'Tickets cost 4.50 euros ... The ferry leaves at nine', 'altered'],
    ['words of two pages', 'The train leaves at nine o’clock, said the harbour master', 'altered'],
    ['invention', 'Dogs must be kept on a lead in all public buildings', 'absent'],
    ['nothing', '  ', 'absent'],
    ['only marks', '"..."', 'absent'],
    ['another sentence of the script', '渡轮十点出发', 'altered'],
  ])('%s', (_, quote, expected) => {
    expect(verdict(quote)).toBe(expected);
  });
});

describe('the answer', () => {
  it('says where: evidence, heading, offsets, the source’s own words', () => {
    expect(index.find('Tickets cost 4.50 euros')).toEqual({
      verdict: 'verbatim',
      gaps: 0,
      place: {
        evidence: 'ev_1',
        url: 'https://example.org/ferries',
        heading: 'Fares',
        start: TEXT.indexOf('Tickets'),
        end: TEXT.indexOf('; children'),
        passage: 'Tickets cost 4.50 euros',
      },
    });
  });

  it('says how the nearest passage differs', () => {
    const answer = index.find('Tickets cost 5.50 euros; children under 6 travel free.');
    expect(answer).toMatchObject({
      verdict: 'altered',
      differences: [{ quote: '5', source: '4' }],
      place: { heading: 'Fares', evidence: 'ev_1' },
    });
  });

  it('can be asked of one page only', () => {
    expect(index.find('The train leaves at nine', { url: 'https://example.org/other' }).verdict).toBe('verbatim');
    expect(index.find('The train leaves at nine', { evidence: 'ev_1' }).verdict).not.toBe('verbatim');
  });
});
