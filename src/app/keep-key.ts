import { SallyportError } from '../core/index.js';
import { PROVIDERS, type Provider } from '../providers/index.js';
import type { App } from './app.js';
import type { Kept } from './keys/index.js';
import { nearest } from './nearest.js';

/** Longest key that is kept: real ones have some dozens of characters. */
const MOST_CHARS = 4_096;

const KEYED = PROVIDERS.filter((provider) => provider.env.key !== undefined);

/** Providers that have a key. */
export const keyedProviders = (): readonly Provider[] => KEYED;

/** The provider whose key `name` is: by its own name or by one of its variables. Throws `invalid_input`. */
export function keyedProvider(name: string): Provider {
  const provider = KEYED.find(({ id, env }) => id === name || env.key?.includes(name));
  if (provider !== undefined) return provider;
  // A key that was given in place of a name must not come back in the message.
  const near = nearest(name, [...KEYED.map(({ id }) => id), ...KEYED.flatMap(({ env }) => env.key ?? [])]);
  throw new SallyportError('invalid_input', 'No provider of that name has a key.', {
    hint: near === null ? `Known: ${KEYED.map(({ id }) => id).join(', ')}.` : `Did you mean '${near}'?`,
  });
}

/** Keeps a provider's key at rest. Throws `invalid_input` for what can be no key, and what the store throws. */
export async function keepKey(app: App, provider: Provider, given: string, where: Kept | null): Promise<Kept> {
  const key = given.trim();
  const fault =
    key === ''
      ? 'is empty'
      : key.length > MOST_CHARS
        ? `has more than ${MOST_CHARS} characters`
        : /[^\x21-\x7e]/.test(key)
          ? 'holds a character that no key has (a space, a line break)'
          : null;
  if (fault !== null)
    throw new SallyportError('invalid_input', `The key ${fault}.`, { hint: 'Give the key and nothing else.' });
  return app.keys.set(provider.id, key, where);
}

export interface KeyState {
  provider: string;
  /** Where a key is kept at rest, or null. */
  kept: Kept | null;
  /** Where the key that is used comes from, or null where there is none at hand. */
  used: string | null;
}

/** Every key that is kept or at hand. Opens nothing: what a vault holds is told by its names. */
export function keyStates(app: App): KeyState[] {
  const kept = new Map(app.keys.list().map((entry) => [entry.id, entry.kept]));
  return KEYED.map((provider) => ({
    provider: provider.id,
    kept: kept.get(provider.id) ?? null,
    used: app.keyOf(provider)?.origin ?? kept.get(provider.id) ?? null,
  })).filter((state) => state.kept !== null || state.used !== null);
}
