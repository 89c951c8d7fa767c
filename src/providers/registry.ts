import type { Provider } from './contract.js';
import { brave } from './engines/brave.js';
import { local } from './engines/local.js';
import { searxng } from './engines/searxng.js';

/** Every provider, one row each, in the order in which they are shown. */
export const PROVIDERS: readonly Provider[] = [brave, searxng, local];

/** Tried in this order where none is configured by name; the others are used only by name. */
export const AUTO_ORDER: readonly string[] = ['tavily', 'brave', 'exa', 'searxng'];

export function providerById(id: string): Provider | null {
  return PROVIDERS.find((provider) => provider.id === id) ?? null;
}
