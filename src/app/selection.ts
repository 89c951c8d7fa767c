import { SallyportError } from '../core/index.js';
import { AUTO_ORDER, chooseProvider, PROVIDERS, type Provider, providerById } from '../providers/index.js';
import type { Settings } from './config-schema.js';

/** A provider that was not asked, or that failed, and why. */
export interface Skipped {
  id: string;
  skipped: string;
}

export type Selection =
  | {
      provider: Provider;
      how: 'configured' | 'credential' | 'fallback';
      /** Asked in this order where one before fails: what is left of `search.fallback`. */
      next: readonly Provider[];
      /** For `fallback`: what the providers before it lack. */
      diagnosis: readonly Skipped[];
    }
  | { provider: null; diagnosis: readonly Skipped[] };

/**
 * Which provider answers, and which may stand in for it. Only `search.fallback` ever leads from one provider to another.
 * `available` says why one cannot be used, or null. Throws `invalid_input` for a name that is unknown.
 */
export function selectProvider(
  search: Settings['search'],
  available: (provider: Provider) => string | null,
): Selection {
  if (search.hosted !== null || search.provider === 'none') return { provider: null, diagnosis: [] };
  const configured = search.provider === null ? null : named(search.provider, 'search.provider').id;
  const fallback = search.fallback.map((id) => named(id, 'search.fallback'));
  const chosen = chooseProvider({ configured, available });
  if ('provider' in chosen) {
    const next = fallback.filter((provider) => provider.id !== chosen.provider.id);
    return { provider: chosen.provider, how: configured === null ? 'credential' : 'configured', next, diagnosis: [] };
  }
  const diagnosis = [...chosen.diagnosis];
  for (const [i, provider] of fallback.entries()) {
    const skipped = available(provider);
    if (skipped === null) return { provider, how: 'fallback', next: fallback.slice(i + 1), diagnosis };
    diagnosis.push({ id: provider.id, skipped });
  }
  return { provider: null, diagnosis };
}

function named(id: string, key: string): Provider {
  const provider = providerById(id);
  if (provider !== null) return provider;
  throw new SallyportError('invalid_input', `There is no search provider '${id}'.`, {
    hint: `${key} may be: ${PROVIDERS.map((known) => known.id).join(', ')}${key === 'search.provider' ? ', none' : ''}.`,
  });
}

/** Why there is no provider: what the one that was chosen lacks, or what each of those that could be picked lacks. */
export function nothingConfigured(search: Settings['search'], diagnosis: readonly Skipped[]): SallyportError {
  if (search.hosted !== null) {
    return new SallyportError(
      'not_configured',
      `Search goes through ${search.hosted}'s hosted tool, not through here.`,
      {
        hint: 'search.hosted is set: put the tool entry into your own request, or choose a provider instead.',
        rule: 'hosted-door',
      },
    );
  }
  if (search.provider === 'none') {
    return new SallyportError('not_configured', 'Search is switched off.', {
      hint: "search.provider is 'none': choose another one.",
      rule: 'search-off',
    });
  }
  const facts = { skipped: diagnosis };
  if (search.provider !== null) {
    const [first] = diagnosis;
    return new SallyportError(
      'not_configured',
      `The search provider '${search.provider}' cannot be used: ${first?.skipped ?? ''}.`,
      {
        hint: 'A provider chosen by name is never swapped for another: set what is missing, or choose another one.',
        facts,
      },
    );
  }
  return new SallyportError('not_configured', 'No search provider is set up.', {
    hint: `Set one of the keys, or choose one by name (--provider local needs none). Tried in order ${AUTO_ORDER.join(', ')}.`,
    facts,
  });
}
