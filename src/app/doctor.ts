import { asSallyportError, EXIT_CODES, SallyportError, VERSION } from '../core/index.js';
import { defaultUserAgent } from '../jail/network-policy.js';
import type { App } from './app.js';
import { DEFAULT_SETTINGS } from './config-schema.js';
import { settle } from './quota.js';
import { availableTools } from './tools/index.js';

export interface Diagnosis {
  version: string;
  node: string;
  platform: string;
  tools: string[];
  provider: { chosen: string | null; how: string | null };
  providers: {
    id: string;
    state: 'ready' | 'skipped';
    reason: string | null;
    key: string | null;
    address: string | null;
  }[];
  quota: { agent: string; used: number; limit: number; resetsAt: string } | null;
  settings: { key: string; value: unknown; origin: string }[];
  files: string[];
  network: { userAgent: string; robots: string; guard: string; exceptions: string[]; outsideTheJail: string[] };
  store: { location: string; state: 'ready' | 'failed'; reason: string | null };
  /** What stands in the way of work, each with what to do; empty where all is well. */
  problems: { code: string; message: string; hint: string }[];
}

/** Looks at everything a person may have to set right, without a request to anybody. */
export async function diagnose(app: App, agent: string): Promise<{ diagnosis: Diagnosis; exitCode: number }> {
  const problems: SallyportError[] = [];
  const attempt = async <T>(what: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await what();
    } catch (thrown) {
      problems.push(asSallyportError(thrown));
      return null;
    }
  };
  const selection = await attempt(() => app.select());
  if (selection?.provider === null) {
    problems.push(
      new SallyportError('not_configured', 'No search provider is set up: there is no search tool.', {
        hint: 'Set a key, or choose one by name; `local` needs neither key nor network.',
      }),
    );
  }
  const store = await attempt(() => app.store());
  const quota = store === null ? null : await attempt(() => settle(app, store, agent).read());
  const { network, search } = app.settings;
  const first = problems[0];
  const diagnosis: Diagnosis = {
    version: VERSION,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    tools: selection === null ? [] : availableTools(app).map((row) => row.name),
    provider: { chosen: selection?.provider?.id ?? null, how: selection?.provider ? selection.how : null },
    providers:
      (await attempt(() => app.states()))?.map(({ provider, unavailable }) => ({
        id: provider.id,
        state: unavailable === null ? 'ready' : 'skipped',
        reason: unavailable,
        key: app.keyOf(provider)?.origin ?? null,
        address: app.baseUrlOf(provider)?.value ?? null,
      })) ?? [],
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
      outsideTheJail: search.command === null ? [] : [search.command.join(' ')],
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

/** Dotted keys of every setting, in the order of the defaults. */
function flatten(value: object, shape: object, prefix = ''): { key: string; value: unknown }[] {
  return Object.keys(shape).flatMap((name) => {
    const inner = (value as Record<string, unknown>)[name];
    const expected = (shape as Record<string, unknown>)[name];
    const nested = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
    return nested ? flatten(inner as object, expected, `${prefix}${name}.`) : [{ key: prefix + name, value: inner }];
  });
}
