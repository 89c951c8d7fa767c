import { describe, expect, it } from 'vitest';
import { matchesHost, validHostPattern } from './host-pattern.js';

describe('a host pattern', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'EXAMPLE.com.', true],
    ['Example.COM.', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['example.com', 'notexample.com', false],
    ['example.com', 'example.com.evil.test', false],
    ['example.com', 'example.co', false],
    ['example.com', 'example.com:8443', true],
    ['*.example.com', 'docs.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'notexample.com', false],
    ['*.example.com', 'docs.example.com.', true],
    ['example.com:8443', 'example.com:8443', true],
    ['example.com:8443', 'example.com:443', false],
    ['example.com:8443', 'example.com', false],
    ['*.example.com:443', 'docs.example.com:443', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'BÜCHER.example', true],
    ['*.bücher.example', 'shop.xn--bcher-kva.example', true],
    ['127.0.0.1', '0x7f.1', true],
    ['127.0.0.1', '127.0.0.10', false],
    ['[::1]', '[0:0:0:0:0:0:0:1]', true],
    ['[::1]:80', '[::1]:80', true],
    ['[::1]:80', '[::1]:81', false],
    ['localhost', 'localhost', true],
    ['example.com', '', false],
    ['*', 'example.com', false],
  ])('%s and %s: %s', (pattern, host, expected) => {
    expect(matchesHost(pattern, host)).toBe(expected);
  });

  it('takes a lone star only where the caller says so', () => {
    expect(matchesHost('*', 'example.com', { any: true })).toBe(true);
    expect(validHostPattern('*', { any: true })).toBeNull();
    expect(validHostPattern('*')).toContain('every host');
  });

  it.each([
    'https://example.com',
    'example.com/path',
    'user@example.com',
    'exa*mple.com',
    '*example.com',
    '*.*.example.com',
    'example.com:0',
    'example.com:65536',
    'example.com:http',
    '*.127.0.0.1',
    '*.[::1]',
    'exa mple.com',
    'exa%6dple.com',
    'a..b',
    '.example.com',
    '[::g]',
    '',
    '.',
  ])('%s is refused with a reason, and matches nothing', (pattern) => {
    expect(validHostPattern(pattern)).toMatch(/\S/);
    expect(matchesHost(pattern, 'example.com')).toBe(false);
  });

  it.each([
    'example.com',
    '*.example.com',
    'example.com:8443',
    'localhost',
    '[::1]:8080',
    '10.0.0.1:80',
    'a_b.example.com',
  ])('%s is a pattern', (pattern) => {
    expect(validHostPattern(pattern)).toBeNull();
  });
});
