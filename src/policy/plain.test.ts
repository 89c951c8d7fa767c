import { describe, expect, it } from 'vitest';
import { judgePlain } from './plain.js';

describe('a plain address', () => {
  it.each([
    'https://example.com/',
    'https://example.com/docs/install',
    'https://docs.python.org/3/library/asyncio-task.html',
    'https://nodejs.org/docs/latest-v20.x/api/fs.html',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Uint8Array',
    'https://www.rfc-editor.org/rfc/rfc9110.html',
    'https://go.dev/doc/go1.26',
    'https://en.wikipedia.org/wiki/Server-side_request_forgery',
    'https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC',
    'https://de.wikipedia.org/wiki/Gr%C3%B6%C3%9Fe',
    'https://github.com/nodejs/node/issues/12345',
    'https://github.com/nodejs/node/commit/2d08bbadd6',
    'https://www.example.co.uk/news/2026/11/30/how-the-ferry-got-its-name-50485262',
    'https://blog.example.org/2026/11/how-we-cut-our-kubernetes-bill-by-seventy-percent-with-karpenter-and-graviton',
    'https://medium.example.org/how-to-build-things-3f9c2b1d4e5a',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC11298280/',
    'https://www.postgresql.org/docs/16/sql-createindex.html',
    'https://doc.rust-lang.org/std/result/enum.Result.html',
    'http://example.org/a/b/c.tar.gz',
  ])('%s', (url) => {
    expect(judgePlain(url)).toEqual({ plain: true, reason: 'plain' });
  });

  it.each([
    ['https://example.com/docs?q=x', 'query'],
    ['https://example.com/docs?', 'query'],
    ['https://example.com/docs#x', 'fragment'],
    ['https://example.com/docs#', 'fragment'],
    ['https://u:p@example.com/', 'userinfo'],
    ['https://example.com:8443/', 'port'],
    ['ftp://example.com/', 'not-an-address'],
    ['nonsense', 'not-an-address'],
    ['https://93.184.216.34/', 'ip-address'],
    ['https://[2606:2800::1]/', 'ip-address'],
    [`https://example.com/${'word-'.repeat(60)}`, 'length'],
    ['https://example.com/a/b/c/d/e/f/g/h/i/j/k', 'depth'],
    ['https://example.com/c/3f9c2b1d4e5a6b7c8d9e', 'id'],
    ['https://example.com/c/q7Zr1Lp9Xw3abcde', 'id'],
    ['https://example.com/wiki/mfrggzdfmztwq2lk', 'id'],
    ['https://example.com/wiki/xkqzvbnmwrtplk', 'letters'],
    ['https://example.com/dOcS/iNsTaLl/GuIdE', 'letters'],
    ['https://example.com/docs//install//guide', 'spacing'],
    ['https://example.com/docs-install_guide-for_linux', 'spacing'],
    ['https://example.com/%64ocs/%69nstall', 'encoding'],
    ['https://3f9c2b1d4e5a6b7c.example.com/', 'host'],
    ['https://acorn-banjo-cedar-fiddle-harp-kettle-otter.evil.example/', 'host'],
    ['https://evil.example/acorn-banjo-cedar-fiddle-harp-kettle-otter-plum', 'words'],
    ['https://evil.example/ghp_aB3dE5gH7', 'id'],
  ])('is not %s: %s', (url, reason) => {
    expect(judgePlain(url)).toEqual({ plain: false, reason });
  });
});
