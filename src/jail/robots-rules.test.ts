import fc from 'fast-check';
import robotsModule from 'robots-parser';
import { expect, test } from 'vitest';
import { parseRobots } from './robots-rules.js';

/** The package's types describe an ES module; what Node loads is the function itself. */
const robotsParser = robotsModule as unknown as (typeof robotsModule)['default'];

const ask = (text: string, path: string) => parseRobots(text, 'sallyport').allows(`https://example.com${path}`);

/** Examples of RFC 9309, 2.2 and 5, and near misses. */
test.each([
  ['User-agent: *\nDisallow: /', '/x', false],
  ['User-agent: *\nDisallow:', '/x', true],
  ['', '/x', true],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ['user-AGENT: SallyPort/9.9\ndisallow: /a', '/a', false],
  ['User-agent: sallyporter\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: sallyport\nAllow: /', '/x', true],
  ['User-agent: *\nDisallow: /\n\nUser-agent: sallyport\n', '/x', true],
  ['User-agent: a\nUser-agent: sallyport\nDisallow: /a', '/a', false],
  ['User-agent: sallyport\nSitemap: https://x/\nUser-agent: b\nDisallow: /a', '/a', false],
  ['User-agent: sallyport\nDisallow: /a\nUser-agent: b\nDisallow: /c', '/c', true],
  ['User-agent: sallyport\nDisallow: /a\n\nUser-agent: sallyport\nDisallow: /c', '/c', false],
  ['User-agent: *\nAllow: /p\nDisallow: /', '/page', true],
  ['User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
  ['User-agent: *\nDisallow: /*.php$', '/a.php', false],
  ['User-agent: *\nDisallow: /*.php$', '/a.php?x', true],
  ['User-agent: *\nDisallow: /a*b*c', '/a-b-c', false],
  ['User-agent: *\nDisallow: /a*b*c', '/a-c-b', true],
  ['User-agent: *\nDisallow: /ab*ba$', '/aba', true],
  ['User-agent: *\nDisallow: *$', '/x', false],
  ['User-agent: *\nDisallow: /%61', '/a', false],
  ['User-agent: *\nDisallow: /a%2fb', '/a%2Fb', false],
  ['User-agent: *\nDisallow: /a%2fb', '/a/b', true],
  ['User-agent: *\nDisallow: /ツ', '/%E3%83%84', false],
  ['User-agent: * # all\nDisallow: /a # this', '/a', false],
  ['\ufeffUser-agent: *\r\nDisallow: /a\r\n', '/a', false],
  ['Disallow: /a', '/a', true],
  ['<html>not found</html>', '/a', true],
] as const)('%j lets %s through: %s', (text, path, allowed) => {
  expect(ask(text, path)).toBe(allowed);
});

test('agrees with another parser on plain files', () => {
  const part = fc.constantFrom('/', 'a', 'b', '*', '$', 'aa', '/a');
  const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('')}`);
  const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern).map(([what, text]) => `${what}: ${text}`);
  const path = fc.array(fc.constantFrom('/', 'a', 'b'), { maxLength: 6 }).map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), path, (rules, where) => {
      // An address of two leading slashes would be another host.
      if (where.startsWith('//')) return;
      const text = `User-agent: *\n${rules.join('\n')}`;
      const theirs = robotsParser('https://example.com/robots.txt', text).isAllowed(
        `https://example.com${where}`,
        'sallyport',
      );
      expect(ask(text, where)).toBe(theirs ?? true);
    }),
    { seed: 20261201, numRuns: 3_000 },
  );
});
