import { describe, expect, it } from 'vitest';
import { isWithin, readAddress } from './hit-address.js';

const address = (written: string) => readAddress(written, false);

describe('readAddress', () => {
  it.each([
    ['https://example.com/a?utm_source=x&ref=2', 'https://example.com/a?ref=2'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['https://example.com/a?q=a%20b+c&fbclid=1&r=%E9', 'https://example.com/a?q=a%20b+c&r=%E9'],
    ['https://example.com/a?UTM_Medium=x&gclid=1#part', 'https://example.com/a#part'],
    ['https://example.com/a#:~:text=words', 'https://example.com/a'],
    ['https://example.com/a#part:~:text=words', 'https://example.com/a#part'],
    [' HTTPS://Example.COM:443/a ', 'https://example.com/a'],
    // Near misses: parameters that choose what is shown
    ['https://example.com/a?source=utm_source', 'https://example.com/a?source=utm_source'],
    ['https://example.com/a?ref=main&id=1', 'https://example.com/a?ref=main&id=1'],
    ['https://example.com/a?utm=1&gclidx=2', 'https://example.com/a?utm=1&gclidx=2'],
    ['https://example.com/a?', 'https://example.com/a?'],
  ])('cuts tracking off %s', (written, url) => {
    expect(address(written)?.url).toBe(url);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/', 'file:///etc/passwd', 'mailto:a@b.c'])(
    'takes %s for nothing that can be fetched',
    (written) => {
      expect(address(written)).toBeNull();
    },
  );

  it.each(['', 'example.com/a', '//example.com/a', '/a', 'https://', `https://example.com/${'a'.repeat(5000)}`])(
    'takes %.30j for no address',
    (written) => {
      expect(address(written)).toBeNull();
    },
  );

  it('lets local addresses stand only where they are allowed', () => {
    expect(readAddress('local://notes/a.md', false)).toBeNull();
    expect(readAddress('local://notes/a.md', true)).toMatchObject({ url: 'local://notes/a.md', local: true });
  });

  it.each([
    ['http://www.example.com/a/', 'https://example.com/a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    ['https://example.com/a#one', 'https://example.com/a#two'],
    ['https://EXAMPLE.com/a', 'https://example.com/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/%7Eann/%c3%a9', 'https://example.com/~ann/é'],
  ])('knows %s and %s for one page', (one, other) => {
    expect(address(one)?.key).toBe(address(other)?.key);
  });

  it.each([
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com/a?x=1', 'https://example.com/a?x=2'],
    ['https://example.com/a', 'https://docs.example.com/a'],
    ['https://example.com/a', 'https://example.com:8443/a'],
    ['https://example.com/#/one', 'https://example.com/#/two'],
    ['https://wwwexample.com/', 'https://example.com/'],
  ])('knows %s and %s for two pages', (one, other) => {
    expect(address(one)?.key).not.toBe(address(other)?.key);
  });
});

describe('isWithin', () => {
  it.each([
    ['example.com', 'https://example.com/a', true],
    ['example.com', 'https://www.example.com/a', true],
    ['example.com', 'https://docs.example.com/a', true],
    ['www.example.com', 'https://example.com/a', true],
    ['example.com/docs', 'https://example.com/docs/a', true],
    ['example.com/docs', 'https://example.com/docs', true],
    ['edu', 'https://cs.example.edu/', true],
    ['docs.example.com', 'https://example.com/a', false],
    ['example.com', 'https://notexample.com/a', false],
    ['example.com', 'https://example.com.evil.test/a', false],
    ['example.com/docs', 'https://example.com/docsets', false],
  ])('%s holds %s: %s', (domain, url, holds) => {
    const read = address(url);
    expect(read !== null && isWithin(domain, read)).toBe(holds);
  });
});
