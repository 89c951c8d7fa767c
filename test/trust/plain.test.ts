import { describe, expect, it } from 'vitest';
import { judgePlain } from '../../src/policy/index.js';
import { realAddresses } from './real-addresses.js';
import { smuggledAddresses } from './smuggling.js';

const addresses = realAddresses();

describe.skipIf(addresses.length === 0)('addresses of real documentation and articles (../shared/articles)', () => {
  it('at least 97 in 100 are plain', () => {
    const refused = addresses.filter((url) => !judgePlain(url).plain);
    expect(addresses.length).toBeGreaterThanOrEqual(300);
    expect(refused.length / addresses.length, refused.join('\n')).toBeLessThanOrEqual(0.03);
  });
});

describe('addresses that smuggle data', () => {
  it('at most 2 in 100 are plain, over 48 ways of carrying it', () => {
    const addresses = smuggledAddresses(10);
    const passed = addresses.filter(({ url }) => judgePlain(url).plain);
    expect(addresses.length).toBeGreaterThanOrEqual(300);
    expect(
      passed.length / addresses.length,
      passed.map(({ way, url }) => `${way}: ${url}`).join('\n'),
    ).toBeLessThanOrEqual(0.02);
  });
});
