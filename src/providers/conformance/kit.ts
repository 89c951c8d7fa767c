import type { ProviderReply, RawHit, SearchQuery, SearchTopic } from '../../core/index.js';
import type { Provider, ProviderDeps, ProviderRequest } from '../contract.js';

export interface StandInRequest {
  method: string;
  /** Path with query, as it came. */
  path: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface StandInReply {
  /** Default 200. */
  status?: number;
  /** Default `content-type: application/json`. */
  headers?: Readonly<Record<string, string>>;
  /** Default empty. */
  body?: string;
}

export interface StandIn {
  /** `http://127.0.0.1:PORT`, without trailing slash. */
  url: string;
  asked: readonly StandInRequest[];
  close(): Promise<void>;
}

/** What a provider's author hands to the suite. */
export interface ConformanceKit {
  provider: Provider;
  /** A reply in the provider's own form that holds these hits, as the JSON text it would send, write or print. */
  reply(hits: readonly RawHit[], topic: SearchTopic): string;
  /** Starts a loopback server. A request that `answer` meets with `silence` is never answered. Needed for `request`. */
  serve?(answer: (request: StandInRequest) => StandInReply | 'silence'): Promise<StandIn>;
  /** A request as the app hands it in: no redirect followed, at most 4 MiB, ended by the signal. Needed for `request`. */
  request?(signal: AbortSignal): ProviderRequest;
  /** Program and arguments, for a provider that runs the operator's own command. */
  command?: readonly string[];
}

/** One check: resolves where it holds, throws an `Error` that says what was expected and what came. */
export interface ConformanceCase {
  name: string;
  run(): Promise<void>;
}

/** Stands for the credential; the suite looks for it wherever it must not be. */
export const TEST_KEY = 'conformance-key-5f0c2a9d71';
/** Stands in every hostile body; no word of a body may reach an error. */
export const MARKER = 'marker-of-a-strangers-body';
export const TEST_NOW = Date.UTC(2026, 11, 1, 10);
/** Every character here has a meaning to some parser on the way. */
export const AWKWARD = `a&b=c #d "e" %20 +f g\\h 'i' é 日本 😀`;

export const HITS: readonly RawHit[] = [
  { title: 'First', url: 'https://a.example/one', snippet: 'The first snippet.' },
  { title: 'Second', url: 'https://b.example/two?q=1', snippet: 'The second snippet.' },
  { title: 'Third', url: 'https://c.example/three', snippet: 'The third snippet.' },
];

export const queryOf = (more: Partial<SearchQuery> = {}): SearchQuery => ({
  query: 'abort signal timeout',
  topic: 'web',
  count: 5,
  page: 1,
  ...more,
});

export function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Deps of one call in which everything that is not given refuses. */
export function depsOf(kit: ConformanceKit, more: Partial<ProviderDeps>): ProviderDeps {
  const unexpected = (what: string) => () =>
    Promise.reject(new Error(`the provider used ${what}, which it does not need`));
  return {
    request: unexpected('request'),
    exec: unexpected('exec'),
    index: unexpected('index'),
    signal: new AbortController().signal,
    key: kit.provider.env.key === undefined ? null : TEST_KEY,
    baseUrl: kit.provider.baseUrl ?? 'https://search.example',
    now: TEST_NOW,
    command: kit.command ?? null,
    ...more,
  };
}

/** What holds for every reply that is no error. */
export function checkReply(reply: ProviderReply): ProviderReply {
  check(Array.isArray(reply.hits), 'expected `hits` to be a list');
  for (const hit of reply.hits) {
    for (const name of ['title', 'url', 'snippet'] as const) {
      check(typeof hit[name] === 'string', `expected every hit's ${name} to be text, got ${typeof hit[name]}`);
    }
    check(hit.url !== '', 'expected every hit to have an address');
    for (const name of ['published', 'source'] as const) {
      check(hit[name] === undefined || typeof hit[name] === 'string', `expected ${name} to be text or absent`);
    }
  }
  check(Array.isArray(reply.ignored) && Array.isArray(reply.failures), 'expected `ignored` and `failures` to be lists');
  check(reply.source !== '', 'expected `source` to name the endpoint');
  check(!JSON.stringify({ ...reply, hits: [] }).includes(TEST_KEY), 'the credential stands in the reply');
  return reply;
}
