import { expect, test } from 'vitest';
import { judgeType, kindOfDeclared } from './judge-type.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each([
  ['%PDF-1.7 ', 'text/html', 'application/pdf', 'document'],
  ['%PDF', 'text/html', 'text/html', 'text'],
  ['BZh is how this text starts', 'text/plain', 'text/plain', 'text'],
  ['ID3 tags explained', 'text/html', 'text/html', 'text'],
  ['MZ is a German word', 'text/plain', 'text/plain', 'text'],
  ['PK\u0003\u0004', 'text/plain', 'application/zip', 'binary'],
  ['one stray \u000b in an old page', 'text/html', 'application/octet-stream', 'binary'],
  ['\ufffe', 'text/html', 'text/html', 'text'],
  ['\u001b$B in ISO-2022-JP', 'text/html; charset=iso-2022-jp', 'text/html', 'text'],
  ['<p>x', 'text/html, text/plain', 'text/html', 'text'],
  ['x', 'application/vnd.api+json', 'application/vnd.api+json', 'text'],
  ['print(1)', 'application/x-unheard-of', 'text/plain', 'text'],
  ['x', 'application/x-tar', 'application/x-tar', 'binary'],
  ['x', 'application/x-msdownload', 'application/x-msdownload', 'binary'],
  ['<html>', 'application/octet-stream', 'text/html', 'text'],
  ['<?xml version="1.0"?>', '', 'application/xml', 'text'],
  ['[1, 2]', 'unknown/unknown', 'application/json', 'text'],
  ['[see below] is no JSON', '', 'text/plain', 'text'],
  ['', 'text/html', 'text/html', 'text'],
  ['', '', 'text/plain', 'text'],
] as const)('%j under %j is %s', (head, declared, contentType, kind) => {
  expect(judgeType(bytes(head), declared, 'https://example.com/')).toMatchObject({ contentType, kind });
});

test('one stray control character in a thousand bytes is tolerated, two are not', () => {
  const page = (stray: number) => bytes(`<p>${'\u0001'.repeat(stray)}${'x'.repeat(1200)}`);
  expect(judgeType(page(1), 'text/html', '').kind).toBe('text');
  expect(judgeType(page(2), 'text/html', '').kind).toBe('binary');
});

test('UTF-16 without a mark is text in both byte orders', () => {
  const little = Buffer.from('<p>some words of a page</p>', 'utf16le');
  expect(judgeType(little, 'text/html', '').kind).toBe('text');
  expect(judgeType(Buffer.from(little).swap16(), 'text/html', '').kind).toBe('text');
});

test.each([
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ffe0', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['52494646 00000000 57454250', 'image/webp'],
  ['00000018 66747970 6d703432', 'video/mp4'],
  ['1f8b0800', 'application/gzip'],
  ['7f454c46', 'application/x-elf'],
  ['0061736d01000000', 'application/wasm'],
])('%s is known as %s whatever is declared', (head, type) => {
  for (const declared of [null, 'text/html', 'application/octet-stream']) {
    expect(judgeType(Buffer.concat([hex(head), Buffer.alloc(20)]), declared, '')).toMatchObject({
      contentType: type,
      kind: 'binary',
    });
  }
});

test.each([
  ['image/svg+xml', 'text'],
  ['image/png', 'binary'],
  ['TEXT/HTML', 'text'],
  ['application/pdf', 'document'],
  ['multipart/x-mixed-replace', 'binary'],
  ['application/vnd.ms-excel', 'binary'],
  ['application/ld+json', 'text'],
])('a header alone: %s is %s', (declared, kind) => {
  expect(kindOfDeclared(declared)?.kind).toBe(kind);
});

test.each([null, '', 'html', 'application/octet-stream', ' ; charset=utf-8'])(
  'a header alone: %j says nothing',
  (declared) => {
    expect(kindOfDeclared(declared)).toBeNull();
  },
);
