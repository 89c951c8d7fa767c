import type { Decision, ErrorCode } from '../core/index.js';

/** What the operator says about the network. A model or a project's own file can set none of it. */
export interface NetworkPolicy {
  /** Exact `host:port` that page fetches may reach although it is not public. Never link-local or metadata addresses by name. */
  allowPrivate: readonly string[];
  /** Opt-in for networks that synthesise addresses: `198.18.0.0/15` (fake-IP), `64:ff9b::/96` (DNS64). Nothing else. */
  allowRanges: readonly string[];
  /** Resolver to ask instead of the system's: `ADDR:PORT`, or null. */
  dns: string | null;
  /** Proxy address (`http://host:port`), or null. With a proxy the proxy is the guard, and every answer says so. */
  proxy: string | null;
  /** PEM file of extra certificate authorities, or null. */
  caFile: string | null;
  /** Null for the honest default (name, version, address of the project). */
  userAgent: string | null;
  perHost: { concurrent: number; perMinute: number };
}

export type UrlVerdict =
  | {
      verdict: 'allow';
      rule: 'public-name' | 'public-address' | 'operator-exception';
      url: string;
      host: string;
      port: number;
    }
  | {
      verdict: 'refuse';
      rule: string;
      reason: string;
      hint: string;
      code: 'url_refused' | 'address_refused';
      url: string;
    };

export type AddressVerdict =
  | { verdict: 'allow'; rule: 'public-address' | 'operator-exception'; address: string }
  | { verdict: 'refuse'; rule: string; reason: string; range: string; rfc: string; address: string };

/**
 * Who the request is for. `page`: an address that a model or a person gave. `endpoint`: a provider's own request,
 * locked to hosts, no redirect followed. `robots`: the auxiliary request for robots.txt.
 */
export type Purpose = 'page' | 'endpoint' | 'robots';

export interface Hop {
  from: string;
  status: number;
  to: string;
}

export interface GuardedRequest {
  url: string;
  purpose: Purpose;
  method?: 'GET' | 'POST';
  /** The caller's headers; all are dropped on a hop to another origin. Host, cookies and hop-by-hop ones are refused. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** `endpoint` only: `host` or `host:port` that may be reached, nothing else. */
  lockedTo?: readonly string[];
  /** `endpoint` only: the operator named this address, so it may be private. */
  operatorEndpoint?: boolean;
  /** Decoded bytes. */
  maxBytes: number;
  /** One deadline over everything: look-ups, connect, hops, headers, body, retry, waiting for politeness. Milliseconds. */
  timeoutMs: number;
  maxRedirects?: number;
  /** `text`: declared binary types are refused at the header, undeclared at the first bytes. `document`: PDF too. */
  accept?: 'text' | 'document' | 'any';
  /** Asked before each hop is dialled or resolved, beside the jail's own verdict. */
  judgeHop?: (hop: Hop & { index: number }) => Decision | Promise<Decision>;
  robots?: 'obey' | 'ignore';
  /** Whether 429, 5xx, reset and early close may be tried once more. Default: GET of a page only. */
  retry?: boolean;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  url: string;
  finalUrl: string;
  redirects: Hop[];
  /** Any status: what a status means is for the caller. */
  status: number;
  /** Lower-case names, values cleaned of control characters; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Content encoding undone, charset not. */
  body: Uint8Array;
  /** True where a cap, not a fault, ended the read: the text that came is kept. */
  truncated: boolean;
  /** Bytes on the wire, before decoding. */
  wireBytes: number;
  /** The address that was dialled and compared, or the proxy's. */
  peer: string;
  guard: 'pinned' | 'proxy';
  attempts: number;
  elapsedMs: number;
  /** `robots.txt answered 503: treated as disallow`, `retried after 429`, ... */
  notes: string[];
  /** Type as judged: magic bytes > declared > extension > what it looks like. Null where no body came. */
  contentType?: string | null;
  /** What a bot wall says of itself in status or header (`cloudflare-challenge`, `status-999`, ...), or null. */
  challenge?: string | null;
  /** Whole seconds of a Retry-After that could be read, at most a day, or null. */
  retryAfterSeconds?: number | null;
}

export interface Jail {
  /** Throws `SallyportError` only: url_refused, address_refused, redirect_refused, robots_refused, dns_failed, ... */
  request(request: GuardedRequest): Promise<GuardedResponse>;
  /** The verdict on an address of the web: its text, and its DNS answers where `resolve` is set. */
  check(
    url: string,
    options?: { resolve?: boolean; signal?: AbortSignal },
  ): Promise<UrlVerdict & { addresses?: string[] }>;
  close(): Promise<void>;
}

export type JailErrorCode = Extract<
  ErrorCode,
  | 'url_refused'
  | 'address_refused'
  | 'redirect_refused'
  | 'robots_refused'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'
  | 'unsupported_type'
  | 'cancelled'
>;
