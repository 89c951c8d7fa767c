import type { Provider } from './contract.js';
import { AUTO_ORDER, PROVIDERS, providerById } from './registry.js';

export type Choice = { provider: Provider } | { diagnosis: { id: string; skipped: string }[] };

/**
 * Which provider answers. Configured by name: that one or a diagnosis, never another. Not configured: the first of
 * `AUTO_ORDER` that is available. `available` says why one cannot be used, or null. Pure.
 */
export function chooseProvider(given: {
  configured: string | null;
  available: (provider: Provider) => string | null;
}): Choice {
  if (given.configured !== null) {
    const provider = providerById(given.configured);
    const skipped =
      provider === null
        ? `there is no such provider; known are ${PROVIDERS.map((known) => known.id).join(', ')}`
        : given.available(provider);
    return provider === null || skipped !== null
      ? { diagnosis: [{ id: given.configured, skipped: skipped ?? '' }] }
      : { provider };
  }
  const diagnosis: { id: string; skipped: string }[] = [];
  for (const id of AUTO_ORDER) {
    const provider = providerById(id);
    const skipped = provider === null ? 'it is not in the registry' : given.available(provider);
    if (provider !== null && skipped === null) return { provider };
    diagnosis.push({ id, skipped: skipped ?? '' });
  }
  return { diagnosis };
}
