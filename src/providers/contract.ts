import type { ProviderReply, RawHit, SearchFeature, SearchQuery } from '../core/index.js';

/** A guarded request locked to the provider's hosts: no redirect followed, no billed call retried, reply capped. */
export type ProviderRequest = (request: {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<ProviderHttpReply>;

export interface ProviderHttpReply {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** UTF-8 text of the body, at most 4 MiB. */
  text: string;
}

/** Runs a declared local program: no shell, scrubbed environment, closed standard input, the query as one argument. */
export type ProviderExec = (command: {
  file: string;
  args: readonly string[];
  /** Variables to pass on by name, beside PATH, HOME, LANG. */
  env?: readonly string[];
  timeoutMs: number;
  /**
   * Name of a file that the program writes: the last argument that is exactly `{output}` becomes its path in a fresh,
   * private folder, which is removed afterwards.
   */
  output?: string;
}) => Promise<ProviderExecReply>;

export interface ProviderExecReply {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Text of the file named by `output`, at most 4 MiB; null where the program wrote none. */
  output?: string | null;
}

export type ProviderIndex = (
  query: string,
  options: { count: number; page: number; domains?: readonly string[]; excludeDomains?: readonly string[] },
) => Promise<RawHit[]>;

export interface ProviderDeps {
  request: ProviderRequest;
  exec: ProviderExec;
  index: ProviderIndex;
  signal: AbortSignal;
  /** The credential, read at this call; null where the provider needs none. Never logged. */
  key: string | null;
  /** Base address without trailing slash: the provider's own, or the operator's (`search.baseUrl`). */
  baseUrl: string;
  /** Milliseconds since the epoch, for recency filters and relative dates. */
  now: number;
  /** Program and arguments of the operator's own search command (`search.command`). */
  command?: readonly string[] | null;
  /** Model to ask where the provider is one (`model.id`). */
  model?: string | null;
  /** Told what the provider said of its rate limits, on success and on failure. */
  onRate?: (windows: readonly RateWindow[]) => void;
}

/** One window of a rate limit, as the provider states it. */
export interface RateWindow {
  limit: number;
  /** Length of the window; null where the provider does not say. */
  windowSeconds: number | null;
  remaining: number;
  resetSeconds: number;
}

/** What is set up, as far as a provider may know it. */
export interface ProviderSettings {
  key: string | null;
  baseUrl: string | null;
  command?: readonly string[] | null;
}

/** How a provider reads the text of a query. */
export interface QueryTerms {
  /** UTF-16 units. Default: no limit of its own. */
  maxChars?: number;
  maxWords?: number;
  /** Last page it can be asked for. */
  maxPage?: number;
  /** It understands `site:` and `-site:`: the way for domains where they are no argument of its own. */
  siteOperators?: boolean;
}

/**
 * A search provider: one file, two pure halves (build the request, read the reply), the request handed in. It throws
 * `SallyportError` with a `provider_*` code; it never reads the environment, the disk or the clock.
 */
export interface Provider {
  id: string;
  title: string;
  /** Address of the provider's own documentation. */
  docs: string;
  /** Hosts its requests may reach; empty where the operator names the address. */
  hosts: readonly string[];
  /** Environment variables that hold its credential or address, the first is the documented one. */
  env: { key?: readonly string[]; baseUrl?: readonly string[] };
  /** Default base address, or null where the operator must give one. */
  baseUrl: string | null;
  needs: 'request' | 'exec' | 'index';
  supports: ReadonlySet<SearchFeature>;
  terms?: QueryTerms;
  /** Largest `count` of one call. */
  maxResults: number;
  /** Milliseconds between two calls that stay within its smallest plan, where it does not tell its limits in headers. */
  floorMs?: number;
  /** Why it cannot be used as things are set up: a sentence that names the variable, or null. */
  unavailableReason(settings: ProviderSettings): string | null;
  search(query: SearchQuery, deps: ProviderDeps): Promise<ProviderReply>;
}
