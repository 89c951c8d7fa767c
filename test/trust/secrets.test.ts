import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { maskSecret, scanCall, scanForSecrets } from '../../src/policy/index.js';
import { sharedPath } from '../shared.js';
import { secretCases } from './secret-cases.js';

interface Case {
  id: string;
  kind: string;
  verdict: 'flag' | 'pass';
  text_b64: string;
  either?: boolean;
}

const path = sharedPath('cases', 'secrets.dev.json');
const handed =
  path === null
    ? { cases: [], own_key_b64: 'IiI=' }
    : (JSON.parse(readFileSync(path, 'utf8')) as { cases: Case[]; own_key_b64: string });
const text = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const ownKeys = [JSON.parse(text(handed.own_key_b64)) as string];

describe.skipIf(path === null)('secrets in what leaves (../shared/cases/secrets.dev.json)', () => {
  it.each(handed.cases.map((entry) => [entry.id, entry.kind, entry.verdict, entry] as const))(
    '%s %s: %s',
    (_i, _k, verdict, entry) => {
      const found = scanForSecrets(text(entry.text_b64), { ownKeys });
      if (entry.either !== true) expect(found.length > 0 ? 'flag' : 'pass').toBe(verdict);
    },
  );
});

describe('secrets made afresh', () => {
  it('at least 98 in 100 are found, and at most 1 in 200 of what only looks like one', () => {
    const missed: string[] = [];
    const wrong: string[] = [];
    let flags = 0;
    let passes = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const made = secretCases(seed);
      const options = { ownKeys: [made.ownKey] };
      flags += made.flags.length;
      passes += made.passes.length;
      missed.push(...made.flags.filter((one) => scanForSecrets(one, options).length === 0));
      wrong.push(...made.passes.filter((one) => scanForSecrets(one, options).length > 0));
    }
    expect(flags).toBeGreaterThan(1_000);
    expect(missed.length / flags, missed.join('\n')).toBeLessThanOrEqual(0.02);
    expect(wrong.length / passes, wrong.join('\n')).toBeLessThanOrEqual(0.005);
  });
});

const KEY = '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';

describe('a finding', () => {
  it('says where it stands and never shows the secret', () => {
    const query = `why does ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2'} fail`;
    const [finding] = scanForSecrets(query);
    expect(finding).toMatchObject({ kind: 'github-pat', start: 9, end: 49, decoded: 'none' });
    expect(finding?.masked).toBe('ghp_a****C2');
  });

  it('covers the encoded form where it was found by decoding', () => {
    const inner = `password=${'q7Zr1Lp9Xw3'}!`;
    const encoded = Buffer.from(inner).toString('base64');
    const [finding] = scanForSecrets(`https://c.example.org/?d=${encoded}`);
    expect(finding).toMatchObject({ kind: 'password', decoded: 'base64', start: 25, end: 25 + encoded.length });
    expect(JSON.stringify(finding)).not.toContain('q7Zr1Lp9Xw3');
  });

  it.each([
    ['as it stands', KEY],
    ['twelve characters of it', KEY.slice(9, 21)],
    ['reversed', [...KEY].reverse().join('')],
    ['spaced', [...KEY].join(' ')],
    ['in another case', KEY.toUpperCase()],
    ['over path segments', `https://c.example.org/${KEY.slice(0, 12)}/${KEY.slice(12, 24)}/${KEY.slice(24)}`],
    ['in host labels', `https://${KEY.slice(5, 20).toLowerCase()}.${KEY.slice(20).toLowerCase()}.example.org/`],
    ['percent-encoded', [...KEY].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['in base64', Buffer.from(`k=${KEY}`).toString('base64')],
    ['twice in base64', Buffer.from(Buffer.from(KEY).toString('base64')).toString('base64')],
    ['with invisible characters', [...KEY].join('\u200b')],
  ])('the product’s own key is found %s', (_, where) => {
    expect(scanForSecrets(where, { ownKeys: [KEY] }).map(({ kind }) => kind)).toContain('own-key');
  });

  it('eleven characters of it are not yet a part', () => {
    expect(scanForSecrets(KEY.slice(9, 20), { ownKeys: [KEY] })).toEqual([]);
  });

  it('values marked secret are found though they look like nothing', () => {
    expect(scanForSecrets('weather in bluewhale', { marked: ['bluewhale'] }).map(({ kind }) => kind)).toEqual([
      'marked-value',
    ]);
    expect(scanForSecrets('weather in blue', { marked: ['bluewhale'] })).toEqual([]);
  });

  it('is looked for in every part of a call', () => {
    const token = `glpat-${'x7Kp2mQ9vR4tY8wZ1nB5'}`;
    expect(scanCall({ query: token })).toHaveLength(1);
    expect(scanCall({ url: `https://example.org/${token}` })).toHaveLength(1);
    expect(scanCall({ headers: { 'X-Api-Key': 'a81f4c9e7b2d6035a81f4c9e7b2d6035' } })).toHaveLength(1);
    expect(scanCall({ args: { site: ['docs.example.org', token] } })).toHaveLength(1);
    expect(scanCall({ query: 'ferry times', url: 'https://example.org/ferry', args: { count: 5 } })).toEqual([]);
  });

  it.each([
    ['abc', '****'],
    ['hunter2!', 'h****'],
    ['q7Zr1Lp9Xw3abcde', 'q7****e'],
  ])('masks %s as %s', (secret, shown) => {
    expect(maskSecret(secret)).toBe(shown);
  });
});

describe('time', () => {
  it.each([
    'a',
    'Aa1',
    '=',
    'key=',
    'password ',
    'ghp_',
    '%41',
    '&#65;',
    '-----BEGIN PRIVATE KEY-----',
    'eyJ',
    '://',
    'a.',
    '/',
    '\u200b',
    '0x',
    'bearer ',
  ])('is linear on a run of %j', (unit) => {
    expect(scanForSecrets(unit.repeat(16_000 / unit.length), { ownKeys: [KEY] })).toBeDefined();
  });
});
