/**
 * The closed list of failure codes (DESIGN: command line, exit codes). Callers test against these strings: a code is
 * never renamed and message text never steers control flow.
 */
export const EXIT_CODES = {
  internal: 1,
  invalid_input: 2,
  url_refused: 3,
  address_refused: 3,
  egress_refused: 3,
  redirect_refused: 3,
  approval_denied: 3,
  secret_refused: 3,
  robots_refused: 3,
  dns_failed: 4,
  connect_failed: 4,
  tls_failed: 4,
  timeout: 4,
  too_large: 4,
  too_many_redirects: 4,
  bad_response: 4,
  http_status: 4,
  blocked_by_site: 4,
  unsupported_type: 4,
  extract_failed: 4,
  provider_rate_limited: 4,
  provider_failed: 4,
  provider_bad_reply: 4,
  provider_auth: 4,
  quota_exhausted: 6,
  provider_quota: 6,
  not_configured: 7,
  not_recorded: 7,
  store_failed: 7,
  cancelled: 130,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

/** Process exit status for an answer that is fine but holds nothing, or for a quote that did not hold. */
export const EXIT_NOTHING_FOUND = 5;

const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'dns_failed',
  'connect_failed',
  'timeout',
  'provider_rate_limited',
  'provider_failed',
]);

export interface ErrorDetails {
  /** What a person or a model can do about it, one sentence. */
  hint?: string | undefined;
  /** Whether the same call may succeed later without a change. Default: by code. */
  retryable?: boolean | undefined;
  /** Whole seconds to wait before a retry, where the other side said so. */
  retryAfterSeconds?: number | undefined;
  /** Name of the rule that decided, for refusals (`cgnat`, `userinfo`, `deny-list`, ...). */
  rule?: string | undefined;
  /** Facts for programs: hops walked, bytes read, status. Never a secret, never a stranger's text uncleaned. */
  facts?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/** What a failed call answers with: the same shape in JSON output, the library and MCP. */
export interface Failure {
  code: ErrorCode;
  message: string;
  hint: string;
  retryable: boolean;
  retryAfterSeconds?: number;
  rule?: string;
  facts?: Readonly<Record<string, unknown>>;
}

/** The only error class that Sallyport throws on purpose. */
export class SallyportError extends Error {
  override readonly name = 'SallyportError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly rule: string | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint ?? '';
    this.retryable = details.retryable ?? RETRYABLE.has(code);
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.rule = details.rule;
    this.facts = details.facts;
  }

  get exitCode(): number {
    return EXIT_CODES[this.code];
  }

  toFailure(): Failure {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      retryable: this.retryable,
      ...(this.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.rule === undefined ? {} : { rule: this.rule }),
      ...(this.facts === undefined ? {} : { facts: this.facts }),
    };
  }
}

/** Any thrown value as one of ours: an abort becomes `cancelled`, everything unknown is our bug (`internal`). */
export function asSallyportError(thrown: unknown): SallyportError {
  if (thrown instanceof SallyportError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new SallyportError('cancelled', 'The call was cancelled.', { cause: thrown });
  }
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new SallyportError('internal', `Unexpected fault: ${text}`, {
    hint: 'This is a bug in Sallyport; please report it with the command that led here.',
    cause: thrown,
  });
}
