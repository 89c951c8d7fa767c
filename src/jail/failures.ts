import { SallyportError } from '../core/index.js';

/** A fault of the connection after which a GET may be tried once more on a fresh socket. */
export const TRANSPORT_RULES: ReadonlySet<string> = new Set(['reset', 'closed-early', 'length-mismatch']);

/** The other side broke a rule of HTTP. */
export function badResponse(rule: string, message: string, cause?: unknown): SallyportError {
  return new SallyportError('bad_response', message, {
    rule,
    cause,
    retryable: TRANSPORT_RULES.has(rule),
    hint: 'The server is faulty or something stands between; another source may serve better.',
  });
}

export function tooLarge(rule: string, message: string, facts: Record<string, unknown>): SallyportError {
  return new SallyportError('too_large', message, {
    rule,
    facts,
    hint: 'Raise max_bytes where that is allowed, or take a smaller page.',
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const TLS_RULES: Readonly<Record<string, [rule: string, what: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['self-signed', 'is self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: ['unknown-issuer', 'comes from an unknown authority'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['unknown-issuer', 'comes from an unknown authority'],
  UNABLE_TO_GET_ISSUER_CERT: ['unknown-issuer', 'comes from an unknown authority'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['unknown-issuer', 'comes from an unknown authority'],
  CERT_HAS_EXPIRED: ['expired', 'has expired'],
  CERT_NOT_YET_VALID: ['not-yet-valid', 'is not valid yet'],
  CERT_REVOKED: ['revoked', 'was revoked'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['wrong-name', 'is for another name'],
  ERR_TLS_CERT_ALTNAME_FORMAT: ['wrong-name', 'is for another name'],
  INVALID_PURPOSE: ['wrong-purpose', 'is not for servers'],
  INVALID_CA: ['unknown-issuer', 'comes from an unknown authority'],
  CERT_SIGNATURE_FAILURE: ['bad-signature', 'does not carry a valid signature'],
  CA_MD_TOO_WEAK: ['weak', 'is signed with a broken algorithm'],
  EE_KEY_TOO_SMALL: ['weak', 'has a key that is too small'],
};

/** A fault while the secure channel was set up. The name is verified always; no setting turns that off. */
export function tlsFailure(host: string, error: unknown): SallyportError {
  const code = codeOf(error);
  const certificate = TLS_RULES[code];
  const rule = certificate?.[0] ?? (/PROTOCOL|VERSION/.test(code) ? 'old-protocol' : 'handshake');
  const message = certificate
    ? `The certificate of ${host} ${certificate[1]}.`
    : `No secure channel to ${host} could be set up (${code || 'closed during the handshake'}).`;
  return new SallyportError('tls_failed', message, {
    rule,
    cause: error,
    hint: 'If an own authority signs this network, the operator can name its file in network.caFile.',
  });
}

/** A fault while the TCP connection was set up. */
export function connectFailure(host: string, error: unknown): SallyportError {
  const code = codeOf(error);
  const rule = { ECONNREFUSED: 'refused', EHOSTUNREACH: 'unreachable', ENETUNREACH: 'unreachable' }[code] ?? 'connect';
  return new SallyportError('connect_failed', `${host} could not be connected (${code || 'closed'}).`, {
    rule,
    cause: error,
    hint: 'The server may be down; try later or take another source.',
  });
}

/** A fault after the request was sent, in words of ours. */
export function exchangeFailure(error: unknown): SallyportError {
  if (error instanceof SallyportError) return error;
  const code = codeOf(error);
  const name = error instanceof Error ? error.name : '';
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return badResponse('headers-too-large', 'The header of the answer is larger than 16 KiB.', error);
  }
  if (name === 'HTTPParserError') return badResponse('framing', 'The answer does not follow HTTP/1.1.', error);
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return badResponse('length-mismatch', 'The body does not have the length that its header declares.', error);
  }
  if (code === 'UND_ERR_SOCKET') {
    const what = error instanceof Error ? error.message : '';
    if (what === 'bad upgrade')
      return badResponse('upgrade', 'The server switched to a protocol nobody asked for.', error);
    if (what === 'bad response') return badResponse('protocol', 'The server sent an answer nobody asked for.', error);
    return badResponse('closed-early', 'The server closed the connection before its answer was complete.', error);
  }
  if (/^(ECONNRESET|EPIPE|ECONNABORTED|ETIMEDOUT)$/.test(code)) {
    return badResponse('reset', 'The connection was reset before the answer was complete.', error);
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    return badResponse('reset', 'The secure channel broke before the answer was complete.', error);
  }
  return badResponse('protocol', 'The exchange failed.', error);
}
