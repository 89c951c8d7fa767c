import { describe, expect, it } from 'vitest';
import { QuoteIndex } from '../../src/app/quotes/index.js';
import { madeQuotes } from './made-quotes.js';
import { PAGES } from './pages.js';

describe.skipIf(PAGES === null)('quotes made from the handed pages (../shared/articles)', () => {
  it('true ones hold, altered and invented ones do not', () => {
    const { sources, quotes } = madeQuotes(24, 14);
    const index = new QuoteIndex(sources);
    const wrong: string[] = [];
    let held = 0;
    let rightlyHeld = 0;
    const trueOnes = quotes.filter(({ holds }) => holds).length;
    for (const quote of quotes) {
      const verbatim = index.find(quote.text).verdict === 'verbatim';
      if (verbatim) held++;
      if (verbatim && quote.holds) rightlyHeld++;
      if (verbatim !== quote.holds) wrong.push(`${quote.holds ? 'missed' : 'believed'} (${quote.kind}): ${quote.text}`);
    }
    expect(quotes.length).toBeGreaterThanOrEqual(500);
    expect(rightlyHeld / held, wrong.join('\n')).toBeGreaterThanOrEqual(0.99);
    expect(rightlyHeld / trueOnes, wrong.join('\n')).toBeGreaterThanOrEqual(0.98);
  }, 120_000);
});
