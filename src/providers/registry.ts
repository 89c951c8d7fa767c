import type { Provider } from './contract.js';
import { anthropic } from './engines/anthropic.js';
import { brave } from './engines/brave.js';
import { command } from './engines/command.js';
import { ddgs } from './engines/ddgs.js';
import { exa } from './engines/exa.js';
import { local } from './engines/local.js';
import { searxng } from './engines/searxng.js';
import { tavily } from './engines/tavily.js';

/** Every provider, one row each, in the order in which they are shown. */
export const PROVIDERS: readonly Provider[] = [tavily, brave, exa, searxng, ddgs, command, anthropic, local];

/** Tried in this order where none is configured by name; the others are used only by name. */
export const AUTO_ORDER: readonly string[] = [tavily, brave, exa, searxng].map((provider) => provider.id);

export function providerById(id: string): Provider | null {
  return PROVIDERS.find((provider) => provider.id === id) ?? null;
}
