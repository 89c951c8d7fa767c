import { readFileSync } from 'node:fs';
import { SallyportError } from '../core/index.js';
import type { Provider } from '../providers/index.js';
import type { Environment } from './config.js';

export interface Found {
  value: string;
  /** `environment BRAVE_API_KEY`, `file in BRAVE_API_KEY_FILE`, `option`, `search.baseUrl`. */
  origin: string;
}

/** The first of the named variables that is set, itself or as `NAME_FILE`; read at each call, kept nowhere. */
function fromEnvironment(names: readonly string[], env: Environment): Found | null {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return { value, origin: `environment ${name}` };
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

export function findKey(provider: Provider, env: Environment, given: Readonly<Record<string, string>>): Found | null {
  const option = given[provider.id];
  if (option) return { value: option, origin: 'option' };
  return fromEnvironment(provider.env.key ?? [], env);
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
