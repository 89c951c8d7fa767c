/** The operating system's keyring: one entry for each provider. */
export interface Keyring {
  get(id: string): Promise<string | null>;
  set(id: string, value: string): Promise<void>;
  remove(id: string): Promise<boolean>;
}

const SERVICE = 'sallyport';
/** A locked keyring may ask a person; nobody answers on a server. */
const PATIENCE_MS = 30_000;

/**
 * The keyring of this machine, or null where none works (no package for the platform, no Secret Service on the session
 * bus). On Linux only the Secret Service counts: the kernel's own keyring forgets at the next start.
 */
export async function systemKeyring(): Promise<Keyring | null> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const entry = (id: string) => new AsyncEntry(SERVICE, id, { linux: { store: 'secret-service' } });
    const signal = () => AbortSignal.timeout(PATIENCE_MS);
    // The constructor dials the session bus, and the question shows whether anybody answers there.
    await entry('probe').getPassword(signal());
    return {
      get: (id) => entry(id).getPassword(signal()),
      set: (id, value) => entry(id).setPassword(value, signal()),
      remove: (id) => entry(id).deletePassword(signal()),
    };
  } catch {
    return null;
  }
}
