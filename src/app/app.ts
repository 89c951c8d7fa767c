import { homedir } from 'node:os';
import type { Clock, IdSource } from '../core/index.js';
import { randomIds, systemClock } from '../core/index.js';
import type { Jail, NetworkPolicy } from '../jail/contract.js';
import { AUTO_ORDER, PROVIDERS, type Provider, type ProviderDeps, providerById } from '../providers/index.js';
import type { Store } from '../store/contract.js';
import type { Pace } from './ask-provider.js';
import { type Environment, type LoadedConfig, loadConfig } from './config.js';
import type { Settings } from './config-schema.js';
import { type Found, findBaseUrl, findKey } from './credentials.js';
import { type AskPassphrase, type KeyStore, namesProvider, openKeyStore } from './keys/index.js';
import { providerDeps } from './provider-deps.js';
import { type Selection, selectProvider } from './selection.js';

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
  /** Asks a person for the passphrase of the key store; null where nobody can be asked. */
  askPassphrase?: AskPassphrase | null;
  clock?: Clock;
  ids?: IdSource;
}

export interface ProviderState {
  provider: Provider;
  /** Why it cannot be used as things stand, or null. */
  unavailable: string | null;
}

/** Everything a call needs, made once; the jail and the store open on first use. */
export interface App {
  readonly config: LoadedConfig;
  readonly settings: Settings;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
  readonly askPassphrase: AskPassphrase | null;
  readonly clock: Clock;
  readonly ids: IdSource;
  jail(): Promise<Jail>;
  store(): Promise<Store>;
  /** Keys that are kept at rest. */
  readonly keys: KeyStore;
  /** Fetches the keys that a selection may need from where they are kept. Goes before `select`; never throws for a key. */
  prepare(): Promise<void>;
  /** Which provider answers; decided anew at each call, since keys may come and go. */
  select(): Selection;
  keyOf(provider: Provider): Found | null;
  baseUrlOf(provider: Provider): (Found & { operator: boolean }) | null;
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

  const keys = openKeyStore(config, env, options.askPassphrase ?? null);
  const sources = { options: given, kept: (id: string) => keys.get(id) };

  const reason = (provider: Provider): string | null => {
    const lacking = provider.unavailableReason({
      key: app.keyOf(provider)?.value ?? null,
      baseUrl: app.baseUrlOf(provider)?.value ?? null,
      command: settings.search.command,
    });
    const fault = keys.fault(provider.id);
    return lacking === null || fault === null ? lacking : `${lacking}. ${fault.message.replace(/\.$/, '')}`;
  };

  /** One provider's key, where neither the program nor the environment has it. */
  const fetchKey = async (id: string, byName: boolean): Promise<void> => {
    const provider = providerById(id);
    if (provider?.env.key === undefined || app.keyOf(provider) !== null) return;
    await keys.load(id, { helper: byName || namesProvider(settings.search.keyCommand) });
  };

  const app: App = {
    config,
    settings,
    env,
    cwd,
    home,
    askPassphrase: options.askPassphrase ?? null,
    clock,
    ids,
    keys,
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
    async prepare() {
      const { provider, fallback, hosted } = settings.search;
      if (hosted !== null) return;
      if (provider !== null) await fetchKey(provider, true);
      // In the order of selection, and no further than the first that can be used: each may ask a person.
      for (const id of provider === null ? AUTO_ORDER : []) {
        await fetchKey(id, false);
        const known = providerById(id);
        if (known !== null && reason(known) === null) break;
      }
      for (const id of fallback) await fetchKey(id, true);
    },
    select: () => selectProvider(settings.search, reason),
    keyOf: (provider) => findKey(provider, env, sources),
    baseUrlOf: (provider) => findBaseUrl(provider, env, settings.search),
    states: () => PROVIDERS.map((provider) => ({ provider, unavailable: reason(provider) })),
    providerDeps: (provider, about) => providerDeps(app, provider, about),
    ownKeys: () => PROVIDERS.flatMap((provider) => app.keyOf(provider)?.value ?? []),
    async close() {
      // What never opened has nothing to close; why it did not was said by the call that wanted it.
      await jail?.then((opened) => opened.close()).catch(() => undefined);
      await store?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
  return app;
}

export function networkPolicy(settings: Settings): NetworkPolicy {
  const { allowPrivate, allowRanges, dns, proxy, caFile, userAgent, perHost } = settings.network;
  return { allowPrivate, allowRanges, dns, proxy, caFile, userAgent, perHost };
}
