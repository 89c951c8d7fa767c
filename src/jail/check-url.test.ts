import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../test/shared.js';
import { checkAddress } from './check-address.js';
import { canonicalUrl, checkUrl } from './check-url.js';

interface SsrfCase {
  url: string;
  verdict: 'allow' | 'refuse';
  reason: string;
  stage: string;
  dns?: string[];
  either?: boolean;
}

const path = sharedPath('cases', 'ssrf.dev.json');
const cases: SsrfCase[] = path ? JSON.parse(readFileSync(path, 'utf8')).cases : [];

/** What a page fetch would decide: the text of the address, then every answer of the resolver. */
function verdictOf(c: SsrfCase): string {
  const text = checkUrl(c.url);
  if (text.verdict === 'refuse') return 'refuse';
  return (c.dns ?? []).every((ip) => checkAddress(ip).verdict === 'allow') ? 'allow' : 'refuse';
}

describe.skipIf(!path)('the handed SSRF cases (absent: ../shared/cases/ssrf.dev.json)', () => {
  test.each(cases.map((c) => [c.url, c] as const))('%s gets the right verdict', (_url, c) => {
    if (c.either) expect(['allow', 'refuse']).toContain(verdictOf(c));
    else expect(verdictOf(c)).toBe(c.verdict);
  });

  test.each(
    cases.filter((c) => c.verdict === 'refuse' && c.stage !== 'dns' && !c.either).map((c) => [c.url, c] as const),
  )('%s is refused by the rule that names the trick', (_url, c) => {
    const verdict = checkUrl(c.url);
    // ".localhost" alone is both: a single label and a special name.
    expect(verdict.rule).toBe(c.reason);
  });
});

describe('an exact operator exception', () => {
  const policy = { allowPrivate: ['127.0.0.1:8080', 'name.test:8081', '[::1]:8080', 'metadata.google.internal:80'] };

  test.each([
    ['http://127.0.0.1:8080/x', 'allow'],
    ['http://2130706433:8080/', 'allow'],
    ['http://127.0.0.1:8081/', 'refuse'],
    ['http://127.0.0.2:8080/', 'refuse'],
    ['http://localhost:8080/', 'refuse'],
    ['http://[::1]:8080/', 'allow'],
    ['http://[::ffff:127.0.0.1]:8080/', 'refuse'],
    ['http://name.test:8081/', 'allow'],
    ['http://NAME.test.:8081/', 'allow'],
    ['http://sub.name.test:8081/', 'refuse'],
    ['http://name.test/', 'refuse'],
    ['http://u@127.0.0.1:8080/', 'refuse'],
    ['http://metadata.google.internal/', 'refuse'],
  ])('%s: %s', (url, verdict) => {
    expect(checkUrl(url, policy).verdict).toBe(verdict);
  });

  test('never opens link-local or metadata addresses', () => {
    for (const host of ['169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[fe80::1]', '168.63.129.16']) {
      expect(checkUrl(`http://${host}:80/`, { allowPrivate: [`${host}:80`] }).verdict).toBe('refuse');
    }
  });

  test.each(['127.0.0.1', '127.0.0.1:', ':80', '127.0.0.1:99999', 'a/b:80', 'u@h:80', 'http://h:80', '*:80'])(
    'refuses to start with an entry that is not one: %s',
    (entry) => {
      expect(() => checkUrl('http://x.org/', { allowPrivate: [entry] })).toThrowError(/exact host and port/);
    },
  );
});

test('an address that is too long is refused on both sides of the limit', () => {
  const base = 'https://example.com/';
  expect(checkUrl(base + 'a'.repeat(4096 - base.length)).verdict).toBe('allow');
  expect(checkUrl(base + 'a'.repeat(4097 - base.length)).verdict).toBe('refuse');
});

test('canonicalUrl gives one spelling for one address', () => {
  expect(canonicalUrl('HTTP://Example.COM.:80/a/../b?x=1#frag')).toBe('http://example.com/b?x=1');
  expect(canonicalUrl('file:///etc/passwd')).toBeNull();
});
