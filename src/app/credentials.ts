import { readFileSync } from 'node:fs';
import { SallyportError } from '../core/index.js';
import type { Provider } from '../providers/index.js';
import type { Environment } from './config.js';

export interface Found {
  value: string;
  /** `option`, `environment BRAVE_API_KEY`, `file in BRAVE_API_KEY_FILE`, `vault`, `search.keyCommand`, `search.baseUrl`. */
  origin: string;
}

/** The first of the named variables that is set, else the first that is set as `NAME_FILE`; read at each call. */
function fromEnvironment(names: readonly string[], env: Environment): Found | null {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return { value, origin: `environment ${name}` };
  }
  for (const name of names) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text) return { value: text, origin: `file in ${name}_FILE` };
    } catch (cause) {
      throw new SallyportError('not_configured', `${name}_FILE names a file that cannot be read.`, {
        hint: `Check the path in ${name}_FILE and who may read it.`,
        cause,
      });
    }
  }
  return null;
}

/** Where keys are looked for, the first that has one wins; `doctor` states it. */
export const KEY_ORDER = ['option', 'environment', 'NAME_FILE', 'key store', 'search.keyCommand'] as const;

/** What a key may come from beside the environment. */
export interface KeySources {
  /** Given by the program that embeds us, by provider id. */
  options: Readonly<Record<string, string>>;
  /** Loaded from the key store or the helper program before. */
  kept: (id: string) => Found | null;
}

export function findKey(provider: Provider, env: Environment, { options, kept }: KeySources): Found | null {
  const option = options[provider.id];
  if (option) return { value: option, origin: 'option' };
  if (provider.env.key === undefined) return null;
  return fromEnvironment(provider.env.key, env) ?? kept(provider.id);
}

/**
 * Where a provider is asked: `search.baseUrl` moves the provider that was chosen by name, an environment variable the
 * one it belongs to. `operator` says that the address was named by the operator, so that it may be private. Whether the
 * address is one at all is for the provider's `unavailableReason` to say.
 */
export function findBaseUrl(
  provider: Provider,
  env: Environment,
  configured: { provider: string | null; baseUrl: string | null },
): (Found & { operator: boolean }) | null {
  let found: (Found & { operator: boolean }) | null = null;
  if (configured.baseUrl !== null && configured.provider === provider.id) {
    found = { value: configured.baseUrl, origin: 'search.baseUrl', operator: true };
  } else {
    const named = fromEnvironment(provider.env.baseUrl ?? [], env);
    if (named !== null) found = { ...named, operator: true };
    else if (provider.baseUrl !== null) found = { value: provider.baseUrl, origin: 'default', operator: false };
  }
  return found === null ? null : { ...found, value: found.value.replace(/\/+$/, '') };
}
