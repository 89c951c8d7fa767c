import { asSallyportError, SallyportError } from '../core/index.js';
import type { Provider, ProviderDeps, ProviderHttpReply, ProviderRequest } from './contract.js';
import { rateVerdict, readRateWindows, retryAfterSeconds } from './rate-limit.js';
import { type Fields, fields } from './reply-fields.js';

/** What an error says of a provider. */
export type Named = Pick<Provider, 'id' | 'title' | 'env'>;

/** A fault that only this provider shows, such as a code inside a 422; null leaves it to the general reading. */
export type Explain = (reply: ProviderHttpReply) => SallyportError | null;

/**
 * One request and its reply as a JSON object, every failure as one neutral error: provider_auth, provider_quota,
 * provider_rate_limited, provider_failed, provider_bad_reply. No byte of the reply reaches a message: it may be
 * anybody's page, and it may echo the credential.
 */
export async function askJson(
  provider: Named,
  deps: Pick<ProviderDeps, 'request' | 'signal' | 'now' | 'onRate'>,
  request: Parameters<ProviderRequest>[0],
  explain: Explain = () => null,
): Promise<Fields> {
  refuseIfAborted(deps.signal);
  const reply = await deps.request(request).catch((thrown: unknown) => {
    refuseIfAborted(deps.signal);
    throw requestFailure(provider, thrown);
  });
  const windows = readRateWindows(reply.headers);
  if (windows.length > 0) deps.onRate?.(windows);
  const failure =
    reply.status >= 200 && reply.status < 300 ? null : (explain(reply) ?? statusFailure(provider, reply, deps.now));
  if (failure !== null) throw failure;
  return parseObject(provider, reply.text, reply.headers['content-type']);
}

/** Throws `cancelled` where the call was given up, whatever reason the signal carries. */
export function refuseIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SallyportError('cancelled', 'The call was cancelled.', { cause: signal.reason });
}

/** The text as a JSON object; throws `provider_bad_reply`, which names the kind of fault and nothing of the text. */
export function parseObject(provider: Named, body: string, contentType = ''): Fields {
  const read = fields(parseJson(provider, body, contentType));
  if (read === null) throw badReply(provider, 'JSON of another shape');
  return read;
}

export function parseJson(provider: Named, body: string, contentType = ''): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    const html = /^text\/html/i.test(contentType) || /^\s*<(!doctype|html|head|body)/i.test(body);
    throw badReply(provider, body.trim() === '' ? 'nothing' : html ? 'HTML instead of JSON' : 'text that is not JSON');
  }
}

export function badReply(provider: Named, what: string, hint?: string): SallyportError {
  return new SallyportError('provider_bad_reply', `${provider.title} answered with ${what}.`, {
    hint: hint ?? 'Check that the address is the search interface itself and that nothing stands in between.',
    facts: { provider: provider.id },
  });
}

/** The neutral error for a status outside 2xx. */
export function statusFailure(provider: Named, reply: ProviderHttpReply, now: number): SallyportError {
  const { status } = reply;
  const facts = { provider: provider.id, status };
  const said = (what: string): string => `${provider.title} ${what} (HTTP ${status}).`;
  const wait = retryAfterSeconds(reply.headers, now);
  const address = provider.env.baseUrl?.[0] ?? 'search.baseUrl';
  if (status === 401 || status === 403) {
    const name = provider.env.key?.[0];
    return new SallyportError('provider_auth', said('refused the credential'), {
      hint:
        name === undefined ? 'The address refuses this client.' : `Check ${name}: the key, its plan and its rights.`,
      facts,
    });
  }
  if (status === 402 || status === 432 || status === 433)
    return quotaFailure(provider, said('has no allowance left'), facts);
  if (status === 429) {
    const verdict = rateVerdict(reply.headers, now);
    if (verdict.kind === 'allowance') {
      return quotaFailure(provider, said('has no allowance left in this period'), facts, verdict.seconds);
    }
    return new SallyportError('provider_rate_limited', said('asks for a pause'), {
      hint: verdict.seconds === undefined ? 'Wait a little, then ask again.' : `Ask again in ${verdict.seconds} s.`,
      retryAfterSeconds: verdict.seconds,
      facts,
    });
  }
  if (status >= 300 && status < 400) {
    return new SallyportError('provider_failed', said('answered with a redirect, which is never followed'), {
      hint: `Give the final address in ${address}: the query and the key go only where the operator said.`,
      retryable: false,
      facts,
    });
  }
  if (status >= 500 || status === 408) {
    return new SallyportError('provider_failed', said('failed'), {
      hint: 'The fault is on the other side: ask again later.',
      retryAfterSeconds: wait,
      facts,
    });
  }
  return new SallyportError('provider_failed', said(status === 404 ? 'knows no such address' : 'refused the request'), {
    hint: status === 404 ? `Check ${address}.` : 'Change the query or its arguments.',
    retryable: false,
    facts,
  });
}

function quotaFailure(provider: Named, message: string, facts: Fields, seconds?: number): SallyportError {
  return new SallyportError('provider_quota', message, {
    hint: `Raise the plan of ${provider.title}, or wait for its next period.`,
    retryAfterSeconds: seconds,
    facts,
  });
}

/** Refusals and cancellation stay what they are: they are about us. Everything else is the provider's failure. */
const OURS = new Set([
  'cancelled',
  'url_refused',
  'address_refused',
  'not_configured',
  'not_recorded',
  'internal',
  'invalid_input',
]);

function requestFailure(provider: Named, thrown: unknown): SallyportError {
  const error = asSallyportError(thrown);
  if (OURS.has(error.code) || error.code.startsWith('provider_')) return error;
  if (error.code === 'too_large' || error.code === 'unsupported_type' || error.code === 'bad_response') {
    const what = error.code === 'too_large' ? 'more than a search reply may hold' : 'a reply that cannot be read';
    return new SallyportError('provider_bad_reply', `${provider.title} answered with ${what}.`, {
      hint: 'Check that the address is the search interface itself.',
      facts: { provider: provider.id, code: error.code },
      cause: error,
    });
  }
  return new SallyportError('provider_failed', `${provider.title} could not be reached (${error.code}).`, {
    hint: error.hint === '' ? 'Check the address and the network.' : error.hint,
    retryable: error.retryable,
    facts: { provider: provider.id, code: error.code },
    cause: error,
  });
}
