import { SallyportError } from '../core/index.js';
import { ACCEPT_ENCODING } from './decode-body.js';

/** Set by the jail alone: framing, routing, identity of the connection, state that outlives a call. */
const REFUSED =
  /^(host|cookie2?|connection|keep-alive|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|http2-settings|alt-used|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const FORBIDDEN_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** Everything readable is asked for, so that a server that knows only one form has no reason for a 406. */
const ACCEPT =
  'text/html,application/xhtml+xml;q=0.9,text/markdown;q=0.9,text/plain;q=0.8,application/json;q=0.8,*/*;q=0.5';

/**
 * A caller's headers with lower-case names. Throws `invalid_input` for one that is not the caller's to set, and for a
 * value that could end the line and start another (CR, LF, NUL).
 */
export function checkCallerHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = key.toLowerCase();
    if (!TOKEN.test(name) || FORBIDDEN_IN_VALUE.test(value)) throw refused(key, 'is not a valid header');
    if (REFUSED.test(name)) throw refused(key, 'is not the caller’s to set');
    headers[name] = value;
  }
  return headers;
}

function refused(name: string, why: string): SallyportError {
  return new SallyportError('invalid_input', `The header ${JSON.stringify(name.slice(0, 60))} ${why}.`, {
    hint: 'Leave it out.',
  });
}

/** The header lines of one request. `caller` is empty after a hop to another origin. */
export function requestHeaders(
  caller: Readonly<Record<string, string>>,
  options: { userAgent: string; anyType: boolean },
): Record<string, string> {
  return {
    'user-agent': options.userAgent,
    accept: options.anyType ? '*/*' : ACCEPT,
    ...caller,
    'accept-encoding': ACCEPT_ENCODING,
  };
}
