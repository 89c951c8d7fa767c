import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeyStore, type KeyStoreOptions } from './key-store.js';
import type { Keyring } from './keyring.js';

function ring(entries = new Map<string, string>()): Keyring {
  return {
    get: async (id) => entries.get(id) ?? null,
    set: async (id, value) => void entries.set(id, value),
    remove: async (id) => entries.delete(id),
  };
}

const at = (): string => join(mkdtempSync(join(tmpdir(), 'sallyport-keys-')), 'keys.json');

function store(path: string, options: Partial<KeyStoreOptions> = {}) {
  const asked: boolean[] = [];
  const passphrase = async (twice: boolean) => {
    asked.push(twice);
    return 'a passphrase';
  };
  return { keys: new KeyStore({ path, keyring: async () => null, passphrase, command: null, ...options }), asked };
}

const HELPER = { helper: false };

describe('the vault', () => {
  it('is opened once for many calls and many keys, and asks twice only for a new passphrase', async () => {
    const path = at();
    const first = store(path);
    await first.keys.set('brave', 'key-one', null);
    await first.keys.set('tavily', 'key-two', null);
    expect(first.asked).toEqual([true]);
    const second = store(path);
    const loads = Array.from({ length: 5 }, () => [
      second.keys.load('brave', HELPER),
      second.keys.load('tavily', HELPER),
    ]);
    await Promise.all(loads.flat());
    expect(second.keys.get('brave')).toEqual({ value: 'key-one', origin: 'vault' });
    expect(second.keys.get('tavily')).toEqual({ value: 'key-two', origin: 'vault' });
    expect(second.asked).toEqual([false]);
  });

  it('shows a key that another process set meanwhile, without being opened again', async () => {
    const path = at();
    await store(path).keys.set('brave', 'old-key', null);
    const running = store(path);
    await running.keys.load('brave', HELPER);
    await store(path).keys.set('brave', 'newer-key', null);
    await running.keys.load('brave', HELPER);
    expect(running.keys.get('brave')?.value).toBe('newer-key');
    expect(running.asked).toEqual([false]);
  });

  it('is not opened for a key that it does not hold', async () => {
    const path = at();
    await store(path).keys.set('brave', 'key-one', null);
    const other = store(path);
    await other.keys.load('exa', HELPER);
    expect(other.keys.get('exa')).toBeNull();
    expect(other.asked).toEqual([]);
  });

  it('asks again after a passphrase that does not open it', async () => {
    const path = at();
    await store(path).keys.set('brave', 'key-one', null);
    const given = ['wrong', 'a passphrase'];
    const { keys } = store(path, { passphrase: async () => given.shift() ?? '' });
    await keys.load('brave', HELPER);
    expect(keys.fault('brave')?.rule).toBe('vault-locked');
    await keys.load('brave', HELPER);
    expect(keys.fault('brave')).toBeNull();
    expect(keys.get('brave')?.value).toBe('key-one');
  });
});

describe('the keyring', () => {
  it('is preferred where it works, and the file then holds the name alone', async () => {
    const path = at();
    const entries = new Map<string, string>();
    const options = { keyring: async () => ring(entries) };
    expect(await store(path, options).keys.set('brave', 'key-one', null)).toBe('keyring');
    expect(readFileSync(path, 'utf8')).not.toContain('key-one');
    const { keys, asked } = store(path, options);
    await keys.load('brave', HELPER);
    expect(keys.get('brave')).toEqual({ value: 'key-one', origin: 'keyring' });
    expect(await keys.remove('brave')).toBe(true);
    expect(entries.size).toBe(0);
    expect(keys.list()).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is refused by name where it does not work, and a key in it is said to be out of reach', async () => {
    const path = at();
    await expect(store(path).keys.set('brave', 'key-one', 'keyring')).rejects.toMatchObject({ code: 'not_configured' });
    await store(path, { keyring: async () => ring() }).keys.set('brave', 'key-one', null);
    const { keys } = store(path);
    await keys.load('brave', HELPER);
    expect(keys.get('brave')).toBeNull();
    expect(keys.fault('brave')?.message).toContain('cannot be reached');
  });

  it('that breaks becomes one of our errors', async () => {
    const broken: Keyring = {
      get: () => Promise.reject(new Error('locked: key-one')),
      set: () => Promise.reject(new Error('locked')),
      remove: () => Promise.reject(new Error('locked')),
    };
    const { keys } = store(at(), { keyring: async () => broken });
    await expect(keys.set('brave', 'key-one', null)).rejects.toMatchObject({ code: 'not_configured' });
  });
});

describe('the helper program', () => {
  it('is asked once, after the store, and again where the provider refused what it gave', async () => {
    const asked: string[] = [];
    const command = async (id: string) => {
      asked.push(id);
      return `key ${asked.length} of ${id}`;
    };
    const { keys } = store(at(), { command });
    await keys.load('brave', { helper: false });
    expect(asked).toEqual([]);
    await keys.load('brave', { helper: true });
    await keys.load('brave', { helper: true });
    expect(keys.get('brave')).toEqual({ value: 'key 1 of brave', origin: 'search.keyCommand' });
    keys.forget('brave');
    await keys.load('brave', { helper: true });
    expect(keys.get('brave')?.value).toBe('key 2 of brave');
  });
});
