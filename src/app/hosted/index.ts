import { SallyportError, systemClock } from '../../core/index.js';
import { ANTHROPIC_VERSIONS, anthropicEntry, readAnthropic } from './anthropic.js';
import type { HostedDoor, HostedEntry, HostedOptions, HostedSearch, ReadOptions } from './contract.js';
import { OPENAI_VERSIONS, openaiEntry, readOpenai } from './openai.js';

export { HOSTED_WORDS, type HostedDoor, type HostedEntry, type HostedOptions, type HostedSearch } from './contract.js';

/**
 * The tool entry that lets a model's provider search by itself. Such a search cannot be refused, checked for secrets,
 * counted or seen before it happens. Throws `invalid_input` for a version that is not known.
 */
export function hostedTool(door: HostedDoor, options: HostedOptions = {}): HostedEntry {
  const known: readonly string[] = door === 'anthropic' ? ANTHROPIC_VERSIONS : OPENAI_VERSIONS;
  if (options.version !== undefined && !known.includes(options.version)) {
    throw new SallyportError('invalid_input', `${door} has no search tool ${JSON.stringify(options.version)}.`, {
      hint: `Known: ${known.join(', ')}.`,
    });
  }
  return door === 'anthropic' ? anthropicEntry(options) : openaiEntry(options);
}

/**
 * The searches in the reply to a request that carried `hostedTool`, in the shape of every other search. Pure; any input
 * gives a list. `now` is when the reply came, in milliseconds since the epoch.
 */
export function readHosted(door: HostedDoor, reply: unknown, options: Partial<ReadOptions> = {}): HostedSearch[] {
  const about: ReadOptions = { now: options.now ?? systemClock(), blockedDomains: options.blockedDomains ?? [] };
  return door === 'anthropic' ? readAnthropic(reply, about) : readOpenai(reply, about);
}
