import { asSallyportError, EXIT_CODES, SallyportError, VERSION } from '../core/index.js';
import { defaultUserAgent } from '../jail/network-policy.js';
import type { App } from './app.js';
import { DEFAULT_SETTINGS } from './config-schema.js';
import type { CallContext } from './context.js';
import { KEY_ORDER } from './credentials.js';
import { HOSTED_WORDS } from './hosted/contract.js';
import { type KeyState, keyStates } from './keep-key.js';
import { call } from './path.js';
import { priceOf, settle } from './quota.js';
import { nothingConfigured } from './selection.js';
import type { Quota } from './tool.js';
import { availableTools } from './tools/index.js';

export interface Diagnosis {
  version: string;
  node: string;
  platform: string;
  tools: string[];
  provider: { chosen: string | null; how: string | null; fallback: string[] };
  /** Whose hosted tool searches, with what that means; null where none does. */
  hosted: { door: string; words: string } | null;
  /** Answer to one query that was really asked; only with `--online`. */
  online: { provider: string; ok: boolean; code: string | null; message: string } | null;
  providers: {
    id: string;
    state: 'ready' | 'skipped';
    reason: string | null;
    key: string | null;
    address: string | null;
    /** US dollars a search, as the operator or the price table says; null where nobody knows. */
    price: number | null;
  }[];
  /** Where a key is looked for, first found first used. */
  keyOrder: readonly string[];
  keys: KeyState[];
  quota: ({ agent: string } & Quota) | null;
  settings: { key: string; value: unknown; origin: string }[];
  files: string[];
  network: { userAgent: string; robots: string; guard: string; exceptions: string[]; outsideTheJail: string[] };
  store: { location: string; state: 'ready' | 'failed'; reason: string | null };
  /** What stands in the way of work, each with what to do; empty where all is well. */
  problems: { code: string; message: string; hint: string }[];
}

/**
 * Looks at everything a person may have to set right, without a request to anybody: only with `online` one query is really
 * asked, on the one path of every call, counted like any other.
 */
export async function diagnose(
  app: App,
  agent: string,
  online: CallContext | null,
): Promise<{ diagnosis: Diagnosis; exitCode: number }> {
  const problems: SallyportError[] = [];
  const attempt = async <T>(what: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await what();
    } catch (thrown) {
      problems.push(asSallyportError(thrown));
      return null;
    }
  };
  await app.prepare();
  const { network, search } = app.settings;
  const selection = await attempt(() => app.select());
  // A door that was chosen is not missing: hosted, or none at all.
  if (selection?.provider === null && search.hosted === null && search.provider !== 'none') {
    problems.push(nothingConfigured(search, selection.diagnosis));
  }
  if (search.baseUrl !== null && search.provider === null) {
    problems.push(
      new SallyportError(
        'invalid_input',
        'search.baseUrl has no effect: it moves the provider named in search.provider.',
        {
          hint: 'Name the provider, or take search.baseUrl out.',
        },
      ),
    );
  }
  const asked = online !== null && selection?.provider ? await askOnce(app, selection.provider.id, online) : null;
  if (asked?.error !== undefined) problems.push(asked.error);
  const store = await attempt(() => app.store());
  const quota = store === null ? null : await attempt(() => settle(app, store, agent).read());
  const first = problems[0];
  const diagnosis: Diagnosis = {
    version: VERSION,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    tools: selection === null ? [] : availableTools(app).map((row) => row.name),
    provider: {
      chosen: selection?.provider?.id ?? null,
      how: selection?.provider ? selection.how : null,
      fallback: selection?.provider ? selection.next.map(({ id }) => id) : [],
    },
    hosted: search.hosted === null ? null : { door: search.hosted, words: HOSTED_WORDS },
    online: asked?.online ?? null,
    providers:
      (await attempt(() => app.states()))?.map(({ provider, unavailable }) => ({
        id: provider.id,
        state: unavailable === null ? 'ready' : 'skipped',
        reason: unavailable,
        key: app.keyOf(provider)?.origin ?? null,
        address: app.baseUrlOf(provider)?.value ?? null,
        price: priceOf(app, provider.id),
      })) ?? [],
    keyOrder: KEY_ORDER,
    keys: (await attempt(() => keyStates(app))) ?? [],
    quota: quota === null ? null : { agent, ...quota },
    settings: flatten(app.settings, DEFAULT_SETTINGS).map(({ key, value }) => ({
      key,
      value: key === 'mcp.tokens' ? app.settings.mcp.tokens.map(({ name }) => name) : value,
      origin: app.config.origins[key] ?? 'default',
    })),
    files: app.config.files,
    network: {
      userAgent: network.userAgent ?? defaultUserAgent(),
      robots: {
        model: 'honoured for calls a model makes, not for a command a person types',
        always: 'always honoured',
        never: 'never read',
      }[network.robots],
      guard:
        network.proxy === null
          ? 'the address that was checked is the address that is dialled'
          : `the proxy ${network.proxy} is the guard`,
      exceptions: [...network.allowPrivate, ...network.allowRanges],
      outsideTheJail: [search.command, search.keyCommand].flatMap((command) =>
        command === null ? [] : [command.join(' ')],
      ),
    },
    store: {
      location: store?.location ?? app.settings.store.url,
      state: store === null ? 'failed' : 'ready',
      reason: store === null ? (problems.find(({ code }) => code === 'store_failed')?.message ?? null) : null,
    },
    problems: problems.map(({ code, message, hint }) => ({ code, message, hint })),
  };
  return { diagnosis, exitCode: first === undefined ? 0 : EXIT_CODES[first.code] };
}

async function askOnce(app: App, provider: string, context: CallContext) {
  const result = await call(app, 'web_search', { query: 'sallyport', count: 1 }, context);
  if (result.ok)
    return { online: { provider, ok: true, code: null, message: 'it answered one query, which was counted' } };
  const { code, message, ...details } = result.error;
  return { online: { provider, ok: false, code, message }, error: new SallyportError(code, message, details) };
}

/** Dotted keys of every setting, in the order of the defaults. */
function flatten(value: object, shape: object, prefix = ''): { key: string; value: unknown }[] {
  return Object.keys(shape).flatMap((name) => {
    const inner = (value as Record<string, unknown>)[name];
    const expected = (shape as Record<string, unknown>)[name];
    const nested = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
    return nested ? flatten(inner as object, expected, `${prefix}${name}.`) : [{ key: prefix + name, value: inner }];
  });
}
