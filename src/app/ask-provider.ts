import { setTimeout as sleep } from 'node:timers/promises';
import { asSallyportError, type ProviderReply, SallyportError, type SearchQuery } from '../core/index.js';
import { nextCall, type Provider, type ProviderDeps, type RateWindow } from '../providers/index.js';
import type { App } from './app.js';

/** When each provider was last asked by this process, and what it said of its limits then. */
export interface Pace {
  windows: readonly RateWindow[];
  toldAt: number;
  /** Earliest time of the next call, by the provider's floor. */
  free: number;
}

/** Longest pause that a call waits for before it says to come back later. */
const PATIENCE_MS = 10_000;

/**
 * Asks a provider at the pace it allows: a short window is waited for, a used-up allowance fails at once, and a "not now"
 * with a short Retry-After is asked once more, since such a call was neither served nor billed.
 */
export async function askProvider(
  app: App,
  provider: Provider,
  query: SearchQuery,
  deps: ProviderDeps,
): Promise<ProviderReply> {
  const pace = paceOf(app, provider);
  const listening: ProviderDeps = {
    ...deps,
    onRate: (windows) => {
      pace.windows = windows;
      pace.toldAt = app.clock();
    },
  };
  await waitForTurn(app, provider, pace, deps.signal);
  try {
    return await provider.search(query, listening);
  } catch (thrown) {
    const error = asSallyportError(thrown);
    // The key may have been changed where it is kept.
    if (error.code === 'provider_auth') app.keys.forget(provider.id);
    const wait = (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) * 1000;
    if (error.code !== 'provider_rate_limited' || wait > PATIENCE_MS) throw error;
    await pause(wait, deps.signal);
    return provider.search(query, listening);
  }
}

function paceOf(app: App, provider: Provider): Pace {
  const known = app.paces.get(provider.id) ?? { windows: [], toldAt: 0, free: 0 };
  app.paces.set(provider.id, known);
  return known;
}

async function waitForTurn(app: App, provider: Provider, pace: Pace, signal: AbortSignal): Promise<void> {
  const now = app.clock();
  const told = nextCall(pace.windows, pace.toldAt, now);
  if (told !== null && (told.kind === 'allowance' || (told.seconds ?? 0) * 1000 > PATIENCE_MS)) {
    const code = told.kind === 'allowance' ? 'provider_quota' : 'provider_rate_limited';
    throw new SallyportError(code, `${provider.title} has said that it takes no more queries for now.`, {
      hint: 'Wait, or use another provider.',
      ...(told.seconds === undefined ? {} : { retryAfterSeconds: told.seconds }),
    });
  }
  const turn = Math.max(pace.free, now + (told?.seconds ?? 0) * 1000);
  pace.free = turn + (provider.floorMs ?? 0);
  if (turn > now) await pause(turn - now, signal);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
