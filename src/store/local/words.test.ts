import { describe, expect, it } from 'vitest';
import { stem } from './stem.js';
import { runsOf, termsOf } from './words.js';

const terms = (text: string) => runsOf(text).flatMap(({ run }) => termsOf(run));

describe('the terms of a text', () => {
  it.each([
    ['AbortSignal.timeout()', ['abort', 'signal', 'abortsignal', 'timeout', 'abortsignal.timeout']],
    ['max_conns', ['max', 'conn', 'maxconn']],
    ['maxConns', ['max', 'conn', 'maxconn']],
    ['keep-alive', ['keep', 'aliv', 'keepaliv']],
    ['std::vector', ['std', 'vector', 'std.vector']],
    ['--persist', ['persist', '--persist']],
    ['-k', ['k', '-k']],
    ['a - b', ['a', 'b']],
    ['end. Next', ['end', 'next']],
    ['apache2', ['apach', 'apache2']],
    ['12345678', []],
    ['deadbeefdeadbeef01', []],
    ['設定', ['設定']],
    ['Émile', ['emil']],
    ['', []],
  ])('%j gives %j', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('are the same whatever stands around the text in memory', () => {
    expect(terms('x'.repeat(100_000).concat(' last-word'))).toEqual(['last', 'word', 'lastword']);
  });
});

describe('stems', () => {
  it.each([
    ['configure configured configuring configures'],
    ['connect connected connecting connects'],
    ['retry retries retried retrying'],
    ['run runs running'],
    ['cache caches cached caching'],
    ['process processes processing processed'],
  ])('of %s are one', (words) => {
    expect(new Set(words.split(' ').map(stem)).size).toBe(1);
  });

  it.each([
    ['thing', 'th'],
    ['string', 'str'],
    ['red', 'r'],
    ['class', 'clas'],
    ['bus', 'bu'],
  ])('%s does not become %s', (word, wrong) => {
    expect(stem(word)).not.toBe(wrong);
  });
});
