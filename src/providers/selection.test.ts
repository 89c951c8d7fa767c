import { describe, expect, it } from 'vitest';
import { SallyportError } from '../core/index.js';
import { isUnbilled, PRICES } from './prices.js';
import { AUTO_ORDER, PROVIDERS } from './registry.js';
import { chooseProvider } from './selection.js';

const only =
  (...ids: string[]) =>
  ({ id }: { id: string }) =>
    ids.includes(id) ? null : `${id} is not set up`;

describe('chooseProvider', () => {
  it('takes the one configured by name, whatever else is there', () => {
    expect(chooseProvider({ configured: 'local', available: only('brave', 'local') })).toMatchObject({
      provider: { id: 'local' },
    });
  });

  it('never takes another than the one configured by name', () => {
    expect(chooseProvider({ configured: 'tavily', available: only('brave') })).toEqual({
      diagnosis: [{ id: 'tavily', skipped: 'tavily is not set up' }],
    });
    expect(chooseProvider({ configured: 'bravo', available: only('brave') })).toEqual({
      diagnosis: [{ id: 'bravo', skipped: expect.stringContaining('known are tavily, brave') }],
    });
  });

  it.each([
    [['exa', 'tavily', 'brave'], 'tavily'],
    [['searxng', 'exa', 'brave'], 'brave'],
    [['searxng', 'exa'], 'exa'],
    [['searxng', 'local'], 'searxng'],
  ])('takes the first in order of %j', (ids, id) => {
    expect(chooseProvider({ configured: null, available: only(...ids) })).toMatchObject({ provider: { id } });
  });

  it('takes none of those that are used by name only', () => {
    expect(chooseProvider({ configured: null, available: only('ddgs', 'anthropic', 'local', 'command') })).toEqual({
      diagnosis: AUTO_ORDER.map((id) => ({ id, skipped: `${id} is not set up` })),
    });
  });
});

it('every provider stands in the registry once and has a price row', () => {
  const ids = PROVIDERS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(PRICES).sort()).toEqual([...ids].sort());
  expect(AUTO_ORDER).toEqual(['tavily', 'brave', 'exa', 'searxng']);
});

it.each([
  ['refused with a status', new SallyportError('provider_rate_limited', 'm', { facts: { status: 429 } }), true],
  ['never answered', new SallyportError('provider_failed', 'm', { facts: { code: 'timeout' } }), false],
  ['answered with what cannot be read', new SallyportError('provider_bad_reply', 'm'), false],
])('a search that was %s: sure to be unbilled is %s', (_, error, unbilled) => {
  expect(isUnbilled(error)).toBe(unbilled);
});
