import { describe, expect, it } from 'vitest';
import { deriveKey, freshKdf, open, type Sealed, seal, soundKdf } from './vault.js';

const key = Buffer.alloc(32, 7);
const other = Buffer.alloc(32, 8);

const flipped = (text: string): string => {
  const bytes = Buffer.from(text, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('what is sealed', () => {
  const sealed = seal(key, 'brave', 'BSA-test-key');

  it('opens with its own key and name, and holds nothing in clear', () => {
    expect(open(key, 'brave', sealed)).toBe('BSA-test-key');
    expect(Buffer.from(sealed.data, 'base64').toString('latin1')).not.toContain('BSA');
    expect(seal(key, 'brave', 'BSA-test-key').nonce).not.toBe(sealed.nonce);
  });

  it.each<[string, Buffer, string, Sealed]>([
    ['another key', other, 'brave', sealed],
    ['another name', key, 'tavily', sealed],
    ['a changed nonce', key, 'brave', { ...sealed, nonce: flipped(sealed.nonce) }],
    ['changed data', key, 'brave', { ...sealed, data: flipped(sealed.data) }],
    ['a changed tag', key, 'brave', { ...sealed, tag: flipped(sealed.tag) }],
    ['data cut short', key, 'brave', { ...sealed, data: sealed.data.slice(0, 4) }],
    // A tag of four bytes is right once in 2^32 tries, and Node takes one unless it is told the length.
    ['a tag cut to 4 bytes', key, 'brave', { ...sealed, tag: cut(sealed.tag, 4) }],
    ['a tag cut to 12 bytes', key, 'brave', { ...sealed, tag: cut(sealed.tag, 12) }],
    [
      'a tag of 17 bytes',
      key,
      'brave',
      { ...sealed, tag: Buffer.concat([raw(sealed.tag), raw('AA==')]).toString('base64') },
    ],
    ['no tag', key, 'brave', { ...sealed, tag: '' }],
    ['no nonce', key, 'brave', { ...sealed, nonce: '' }],
  ])('does not open with %s', (_what, with_, name, changed) => {
    expect(open(with_, name, changed)).toBeNull();
  });
});

const raw = (text: string): Buffer => Buffer.from(text, 'base64');
function cut(text: string, bytes: number): string {
  return Buffer.from(text, 'base64').subarray(0, bytes).toString('base64');
}

describe('the key of a passphrase', () => {
  it('is the same for one passphrase in both of its Unicode forms, and another for another salt', async () => {
    const kdf = freshKdf();
    const derived = await deriveKey('caf\u00e9', kdf);
    expect(derived).toHaveLength(32);
    expect((await deriveKey('cafe\u0301', kdf)).equals(derived)).toBe(true);
    expect((await deriveKey('caf\u00e9', freshKdf())).equals(derived)).toBe(false);
  });

  const kdf = freshKdf();
  it.each([
    ['as it is made', kdf, true],
    ['with half the work', { ...kdf, N: 2 ** 16 }, false],
    ['with smaller blocks', { ...kdf, r: 7 }, false],
    ['with more memory than a machine may be asked for', { ...kdf, N: 2 ** 18 }, false],
    ['with endless rounds', { ...kdf, p: 1_000 }, false],
    ['with a short salt', { ...kdf, salt: 'AAAA' }, false],
    ['of another name', { ...kdf, name: 'none' as 'scrypt' }, false],
  ])('is made from parameters %s: %s', (_what, parameters, sound) => {
    expect(soundKdf(parameters)).toBe(sound);
  });
});
