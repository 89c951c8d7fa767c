import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgePlain } from '../../src/policy/index.js';
import { sharedPath } from '../shared.js';
import { smuggledAddresses } from './smuggling.js';

const truth = sharedPath('articles', 'wcxb', 'ground-truth');
const news = sharedPath('articles', 'news', 'ground-truth.json');

/** Addresses of the handed documentation and articles, those with a query or fragment left out. */
function handedAddresses(): string[] {
  if (truth === null || news === null) return [];
  const wcxb = readdirSync(truth).map(
    (name) =>
      JSON.parse(readFileSync(join(truth, name), 'utf8')) as {
        url?: string;
        _internal: { page_type: { primary: string } };
      },
  );
  const read = wcxb.filter((page) => /^(?:article|documentation)$/.test(page._internal.page_type.primary));
  const press = Object.values(JSON.parse(readFileSync(news, 'utf8')) as Record<string, { url: string }>);
  return [...read, ...press].map(({ url }) => url ?? '').filter((url) => /^https?:\/\/[^?#]+$/.test(url));
}

describe.skipIf(truth === null)('addresses of real documentation and articles (../shared/articles)', () => {
  it('at least 97 in 100 are plain', () => {
    const addresses = handedAddresses();
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
