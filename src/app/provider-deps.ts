import { LIMITS, SallyportError } from '../core/index.js';
import type { Provider, ProviderDeps, ProviderRequest } from '../providers/index.js';
import type { App } from './app.js';
import { runCommand } from './exec.js';
import { refreshConfigured } from './indexing.js';

/** Nothing that a search answers is longer; a provider's reply beyond it is somebody's page or a fault. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What a provider is handed for one call: its own request, locked to its hosts, and nothing that leads elsewhere. */
export function providerDeps(
  app: App,
  provider: Provider,
  about: { agent: string; project: string },
): (signal: AbortSignal) => ProviderDeps {
  return (signal) => ({
    signal,
    now: app.clock(),
    key: app.keyOf(provider)?.value ?? null,
    baseUrl: app.baseUrlOf(provider)?.value ?? '',
    command: app.settings.search.command,
    model: app.settings.model.id,
    request: guarded(app, provider, signal),
    exec: (command) => runCommand(command, { env: app.env, signal }),
    index: async (query, { count, page, ...domains }) => {
      await refreshConfigured(app, signal);
      const { index } = await app.store();
      const hits = await index.search(query, { ...about, count, page, ...domains });
      return hits.map(({ title, url, snippet }) => ({ title, url, snippet }));
    },
  });
}

function guarded(app: App, provider: Provider, signal: AbortSignal): ProviderRequest {
  return async (request) => {
    const base = app.baseUrlOf(provider);
    const operator = base?.operator === true;
    const jail = await app.jail();
    const reply = await jail.request({
      url: request.url,
      purpose: 'endpoint',
      method: request.method ?? 'GET',
      ...(request.headers === undefined ? {} : { headers: request.headers }),
      ...(request.body === undefined ? {} : { body: request.body }),
      lockedTo: operator ? [new URL(base.value).host] : provider.hosts,
      operatorEndpoint: operator,
      maxBytes: MOST_BYTES,
      timeoutMs: Math.min(app.settings.fetch.timeoutSeconds * 1000, LIMITS.exchangeMs),
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
    const text = new TextDecoder().decode(reply.body);
    return { status: reply.status, headers: reply.headers, text: withoutKey(text, app.keyOf(provider)?.value ?? '') };
  };
}

/** Shorter ones are no real keys, and would cut words out of a reply. */
const LEAST_KEY = 8;

/** A reply that repeats our key (an echo, a page that was found) must not carry it into hits, evidence and logs. */
function withoutKey(text: string, key: string): string {
  if (key.length < LEAST_KEY) return text;
  const spellings = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), key.replaceAll('/', '\\/')];
  return spellings.reduce((masked, spelling) => masked.replaceAll(spelling, '***'), text);
}
