import { homedir } from 'node:os';
import type { Clock, IdSource } from '../core/index.js';
import { LIMITS, randomIds, SallyportError, systemClock } from '../core/index.js';
import type { Jail, NetworkPolicy } from '../jail/contract.js';
import {
  AUTO_ORDER,
  chooseProvider,
  PROVIDERS,
  type Provider,
  type ProviderDeps,
  providerById,
} from '../providers/index.js';
import type { Store } from '../store/contract.js';
import type { Pace } from './ask-provider.js';
import { type Environment, type LoadedConfig, loadConfig } from './config.js';
import type { Settings } from './config-schema.js';
import { findBaseUrl, findKey } from './credentials.js';
import { runCommand } from './exec.js';

export interface AppOptions {
  env?: Environment;
  home?: string;
  cwd?: string;
  /** `--config FILE`. */
  config?: string | undefined;
  /** Settings by dotted key that win over the file: `{ 'search.provider': 'local' }`. */
  settings?: Readonly<Record<string, unknown>>;
  /** Credentials by provider id, kept in memory only. */
  keys?: Readonly<Record<string, string>>;
  clock?: Clock;
  ids?: IdSource;
}

export interface ProviderState {
  provider: Provider;
  /** Why it cannot be used as things stand, or null. */
  unavailable: string | null;
}

export type Selection =
  | { provider: Provider; how: 'configured' | 'credential' }
  | { provider: null; diagnosis: { id: string; skipped: string }[] };

/** Everything a call needs, made once; the jail and the store open on first use. */
export interface App {
  readonly config: LoadedConfig;
  readonly settings: Settings;
  readonly env: Environment;
  readonly cwd: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  jail(): Promise<Jail>;
  store(): Promise<Store>;
  /** Which provider answers; decided anew at each call, since keys may come and go. */
  select(): Selection;
  states(): ProviderState[];
  /** What a provider is handed for one call, its request locked to its hosts. */
  providerDeps(provider: Provider, about: { agent: string; project: string }): (signal: AbortSignal) => ProviderDeps;
  /** How fast each provider may be asked, as this process knows it. */
  readonly paces: Map<string, Pace>;
  /** The product's own keys as they are now, so that none of them ever leaves in a query. */
  ownKeys(): string[];
  close(): Promise<void>;
}

/** Reads the configuration and wires the rooms together; opens nothing yet. Throws `invalid_input` for a bad file. */
export function createApp(options: AppOptions = {}): App {
  const env = options.env ?? process.env;
  const cwd = options.cwd ?? process.cwd();
  const home = options.home ?? env['HOME'] ?? homedir();
  const config = loadConfig({ env, home, cwd, file: options.config, flags: options.settings ?? {} });
  const { settings } = config;
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? randomIds;
  const given = options.keys ?? {};
  let jail: Promise<Jail> | null = null;
  let store: Promise<Store> | null = null;

  const reason = (provider: Provider): string | null =>
    provider.unavailableReason({
      key: findKey(provider, env, given)?.value ?? null,
      baseUrl: findBaseUrl(provider, env, settings.search)?.value ?? null,
      command: settings.search.command,
    });

  const app: App = {
    config,
    settings,
    env,
    cwd,
    clock,
    ids,
    paces: new Map(),
    jail() {
      // Loaded on first use: an MCP server that lists its tools needs no HTTP client.
      jail ??= import('../jail/index.js').then(({ createJail }) => createJail(networkPolicy(settings)));
      return jail;
    },
    store() {
      store ??= import('../store/index.js')
        .then(({ openStore }) => openStore(settings.store.url, { stateDir: config.paths.state, clock, ids }))
        .catch((error: unknown) => {
          store = null;
          throw error;
        });
      return store;
    },
    select() {
      if (settings.search.provider !== null && providerById(settings.search.provider) === null) {
        throw new SallyportError('invalid_input', `There is no search provider '${settings.search.provider}'.`, {
          hint: `Known: ${PROVIDERS.map((provider) => provider.id).join(', ')}.`,
        });
      }
      const chosen = chooseProvider({ configured: settings.search.provider, available: reason });
      if ('provider' in chosen) {
        return { provider: chosen.provider, how: settings.search.provider === null ? 'credential' : 'configured' };
      }
      return { provider: null, diagnosis: chosen.diagnosis };
    },
    states: () => PROVIDERS.map((provider) => ({ provider, unavailable: reason(provider) })),
    providerDeps(provider, about) {
      return (signal) => {
        const base = findBaseUrl(provider, env, settings.search);
        const baseUrl = base?.value ?? '';
        return {
          signal,
          now: clock(),
          key: findKey(provider, env, given)?.value ?? null,
          baseUrl,
          command: settings.search.command,
          model: settings.model.id,
          request: async (request) => {
            const jail = await app.jail();
            const reply = await jail.request({
              url: request.url,
              purpose: 'endpoint',
              method: request.method ?? 'GET',
              ...(request.headers === undefined ? {} : { headers: request.headers }),
              ...(request.body === undefined ? {} : { body: request.body }),
              lockedTo: base?.operator === true ? [new URL(baseUrl).host] : provider.hosts,
              operatorEndpoint: base?.operator === true,
              maxBytes: 4 * 1024 * 1024,
              timeoutMs: Math.min(settings.fetch.timeoutSeconds * 1000, LIMITS.exchangeMs),
              maxRedirects: 0,
              accept: 'any',
              retry: false,
              signal,
            });
            if (reply.truncated) {
              throw new SallyportError('provider_bad_reply', `${provider.title} sent more than 4 MiB.`, {
                hint: 'Is this address really a search API?',
              });
            }
            return { status: reply.status, headers: reply.headers, text: new TextDecoder().decode(reply.body) };
          },
          exec: (command) => runCommand(command, { env, signal }),
          index: async (query, { count, page, ...domains }) => {
            const { index } = await app.store();
            const hits = await index.search(query, { ...about, count, page, ...domains });
            return hits.map(({ title, url, snippet }) => ({ title, url, snippet }));
          },
        };
      };
    },
    ownKeys: () => PROVIDERS.flatMap((provider) => findKey(provider, env, given)?.value ?? []),
    async close() {
      await jail?.then((opened) => opened.close());
      // A store that never opened has nothing to close.
      await store?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
  return app;
}

export function networkPolicy(settings: Settings): NetworkPolicy {
  const { allowPrivate, allowRanges, dns, proxy, caFile, userAgent, perHost } = settings.network;
  return { allowPrivate, allowRanges, dns, proxy, caFile, userAgent, perHost };
}

/** Why there is no provider: what the one that was chosen lacks, or what each of those that could be picked lacks. */
export function nothingConfigured(app: App, diagnosis: readonly { id: string; skipped: string }[]): SallyportError {
  const chosen = app.settings.search.provider;
  if (chosen !== null) {
    return new SallyportError(
      'not_configured',
      `The search provider '${chosen}' cannot be used: ${diagnosis[0]?.skipped ?? ''}.`,
      {
        hint: 'A provider chosen by name is never swapped for another: set what is missing, or choose another one.',
        facts: { skipped: diagnosis },
      },
    );
  }
  return new SallyportError('not_configured', 'No search provider is set up.', {
    hint: `Set one of the keys, or choose one by name (--provider local needs none). Tried in order ${AUTO_ORDER.join(', ')}.`,
    facts: { skipped: diagnosis },
  });
}
