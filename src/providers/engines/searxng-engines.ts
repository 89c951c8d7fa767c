import type { EngineFailure } from '../../core/index.js';
import { cleanLine, SallyportError } from '../../core/index.js';
import { type Fields, fields, list, text } from '../reply-fields.js';

const NAMED_AT_MOST = 8;

/** `unresponsive_engines`: pairs of name and reason, in the instance's language; one engine may stand there twice. */
export function failedEngines(body: Fields): EngineFailure[] {
  const seen = new Map<string, string>();
  for (const pair of list(body['unresponsive_engines']) ?? []) {
    const [engine, reason] = (list(pair) ?? []).map((part) => cleanLine(text(part), 60));
    if (engine !== undefined && engine !== '') seen.set(engine, reason ?? '');
  }
  return [...seen].map(([engine, reason]) => ({ engine, reason }));
}

/**
 * The error for an empty list where no engine of the category answered, or null where one did: then the list is empty
 * because nothing matches. `config` is the instance's `/config`; without it an empty list with failures is a failure.
 */
export function allFailed(
  failures: readonly EngineFailure[],
  config: Fields | null,
  category: string,
): SallyportError | null {
  const failed = new Set(failures.map((failure) => failure.engine));
  for (const item of list(config?.['engines']) ?? []) {
    const engine = fields(item);
    const asked = engine?.['enabled'] === true && (list(engine['categories']) ?? []).includes(category);
    if (asked && !failed.has(cleanLine(text(engine?.['name']), 60))) return null;
  }
  const named = failures
    .slice(0, NAMED_AT_MOST)
    .map(({ engine, reason }) => `${engine} (${reason || 'no reason given'})`);
  if (failures.length > NAMED_AT_MOST) named.push(`and ${failures.length - NAMED_AT_MOST} more`);
  return new SallyportError('provider_failed', `Every engine of SearXNG failed: ${named.join(', ')}.`, {
    hint: 'Ask again later, or look at the engines in its settings.',
    facts: { provider: 'searxng', failures },
  });
}
