import { asSallyportError, SallyportError } from '../../core/index.js';
import type { Found } from '../credentials.js';
import type { Keyring } from './keyring.js';
import { type KeysFile, keysFileStamp, readKeysFile, writeKeysFile } from './keys-file.js';
import { deriveKey, freshKdf, type Kdf, open, seal, soundKdf } from './vault.js';

export type Kept = 'keyring' | 'vault';

export interface KeyStoreOptions {
  /** `keys.json` in the configuration folder. */
  path: string;
  /** Opened when a key in it is first needed. */
  keyring: () => Promise<Keyring | null>;
  passphrase: (twice: boolean) => Promise<string>;
  /** Runs `search.keyCommand` for a provider; null where none is set. */
  command: ((id: string) => Promise<string>) | null;
}

/** The name that the vault's own check is sealed under; no provider has it. */
const CHECK = 'sallyport';

/**
 * Keys that are kept for us: in the system's keyring or the vault file, else given by a helper program. Read once and then
 * held in memory until the file changes; the vault's key is derived once a process.
 */
export class KeyStore {
  readonly #options: KeyStoreOptions;
  readonly #loaded = new Map<string, Found>();
  readonly #faults = new Map<string, SallyportError>();
  #stamp: string | null = null;
  #keyring: Promise<Keyring | null> | null = null;
  #derived: { salt: string; key: Promise<Buffer> } | null = null;

  constructor(options: KeyStoreOptions) {
    this.#options = options;
  }

  /**
   * Makes the key of a provider ready for `get`. Never throws: why a kept key cannot be read is `fault`'s to say. The helper
   * program is asked only where `helper` says so, since it may ask a person in turn.
   */
  async load(id: string, about: { helper: boolean }): Promise<void> {
    this.#forgetChanged();
    if (this.#loaded.has(id)) return;
    this.#faults.delete(id);
    try {
      const found = (await this.#fromFile(id)) ?? (about.helper ? await this.#fromCommand(id) : null);
      if (found !== null) this.#loaded.set(id, found);
    } catch (thrown) {
      this.#faults.set(id, asSallyportError(thrown));
    }
  }

  get(id: string): Found | null {
    return this.#loaded.get(id) ?? null;
  }

  /** Why the key of a provider is kept and yet not at hand, or null. */
  fault(id: string): SallyportError | null {
    return this.#faults.get(id) ?? null;
  }

  /** Asks again at the next call: the provider refused what was given. */
  forget(id: string): void {
    this.#loaded.delete(id);
  }

  list(): { id: string; kept: Kept }[] {
    return Object.entries(readKeysFile(this.#options.path).keys).map(([id, { kept }]) => ({ id, kept }));
  }

  /** Keeps a key: in the keyring where one works and `where` does not say otherwise, else in the vault. */
  async set(id: string, value: string, where: Kept | null): Promise<Kept> {
    const keyring = where === 'vault' ? null : await this.#openKeyring();
    if (keyring !== null) {
      await keyring.set(id, value).catch((cause: unknown) => {
        throw keyringFault(cause);
      });
      this.#write((file) => ({ ...file, keys: { ...file.keys, [id]: { kept: 'keyring' } } }));
      return 'keyring';
    }
    if (where === 'keyring') {
      throw new SallyportError('not_configured', 'The keyring of this system cannot be used.', {
        hint: 'Keep the key in the vault file (--vault), or give it by environment.',
      });
    }
    await this.#setInVault(id, value);
    return 'vault';
  }

  async #setInVault(id: string, value: string): Promise<void> {
    const file = readKeysFile(this.#options.path);
    const kdf = file.vault?.kdf ?? freshKdf();
    const key = await this.#derive(kdf, file.vault === null);
    if (file.vault !== null && open(key, CHECK, file.vault.check) === null) throw this.#wrongPassphrase();
    const vault = file.vault ?? { kdf, check: seal(key, CHECK, CHECK) };
    this.#write((now) => {
      // Another process may have made the vault meanwhile: what is sealed for the one must not stand under the other.
      if (now.vault !== null && now.vault.kdf.salt !== vault.kdf.salt) {
        throw new SallyportError('store_failed', 'The vault was changed by another process.', {
          hint: 'Set the key again.',
        });
      }
      return { ...now, vault, keys: { ...now.keys, [id]: { kept: 'vault', ...seal(key, id, value) } } };
    });
  }

  /** False where no such key is kept. */
  async remove(id: string): Promise<boolean> {
    const entry = ownEntry(readKeysFile(this.#options.path), id);
    if (entry === null) return false;
    if (entry.kept === 'keyring') {
      await (await this.#openKeyring())?.remove(id).catch((cause: unknown) => {
        throw keyringFault(cause);
      });
    }
    this.#write(({ keys: { [id]: _gone, ...keys }, ...rest }) => ({ ...rest, keys }));
    return true;
  }

  #write(change: (file: KeysFile) => KeysFile): void {
    writeKeysFile(this.#options.path, change(readKeysFile(this.#options.path)));
  }

  #forgetChanged(): void {
    const stamp = keysFileStamp(this.#options.path);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#loaded.clear();
    this.#faults.clear();
  }

  async #fromFile(id: string): Promise<Found | null> {
    if (this.#stamp === null) return null;
    const file = readKeysFile(this.#options.path);
    const entry = ownEntry(file, id);
    if (entry === null) return null;
    if (entry.kept === 'keyring') {
      const value = await (await this.#openKeyring())?.get(id).catch((cause: unknown) => {
        throw keyringFault(cause);
      });
      if (value) return { value, origin: 'keyring' };
      throw new SallyportError('not_configured', 'The key stands in a keyring that cannot be reached from here.', {
        hint: `Set it again: sallyport key set ${id} --vault.`,
      });
    }
    if (file.vault === null) throw changed(id);
    const key = await this.#derive(file.vault.kdf, false);
    if (open(key, CHECK, file.vault.check) === null) throw this.#wrongPassphrase();
    const value = open(key, id, entry);
    if (value === null) throw changed(id);
    return { value, origin: 'vault' };
  }

  async #fromCommand(id: string): Promise<Found | null> {
    const value = await this.#options.command?.(id);
    return value === undefined ? null : { value, origin: 'search.keyCommand' };
  }

  #openKeyring(): Promise<Keyring | null> {
    this.#keyring ??= this.#options.keyring();
    return this.#keyring;
  }

  #derive(kdf: Kdf, fresh: boolean): Promise<Buffer> {
    if (!soundKdf(kdf)) {
      throw new SallyportError(
        'store_failed',
        'The vault was weakened or damaged: its scrypt parameters are not ours.',
        {
          hint: 'Delete the key store and set the keys anew.',
        },
      );
    }
    if (this.#derived?.salt !== kdf.salt) {
      const key = this.#options.passphrase(fresh).then((passphrase) => deriveKey(passphrase, kdf));
      this.#derived = { salt: kdf.salt, key };
      // A person who mistyped is asked again.
      key.catch(() => {
        this.#derived = null;
      });
    }
    return (this.#derived as { key: Promise<Buffer> }).key;
  }

  #wrongPassphrase(): SallyportError {
    this.#derived = null;
    return new SallyportError('not_configured', 'The passphrase does not open the vault.', {
      hint: 'Check the passphrase and the file it comes from.',
      rule: 'vault-locked',
    });
  }
}

function ownEntry(file: KeysFile, id: string): KeysFile['keys'][string] | null {
  return Object.hasOwn(file.keys, id) ? (file.keys[id] ?? null) : null;
}

const changed = (id: string): SallyportError =>
  new SallyportError('store_failed', 'The key in the vault was changed and does not open.', {
    hint: `Set it again: sallyport key set ${id}.`,
  });

const keyringFault = (cause: unknown): SallyportError =>
  new SallyportError('not_configured', 'The keyring of this system refused.', {
    hint: 'Unlock it, or keep the key in the vault (--vault).',
    cause,
  });
