import { SallyportError } from '../core/index.js';
import { hostOf, parseUrl } from './parse-url.js';

const ENTRY = /^([^/?#@\\*]+):(\d{1,5})$/;

/**
 * An operator's `host:port` in the spelling that `authorityOf` gives. The port must be written, since an exception
 * without one would open every service of the host. Throws `invalid_input`.
 */
export function normaliseAuthority(entry: string): string {
  const match = ENTRY.exec(entry);
  const url = match && Number(match[2]) <= 65535 ? parseUrl(`http://${entry}/`) : null;
  if (!url || url.hostname === '') {
    throw new SallyportError('invalid_input', `Not an exact host and port: ${JSON.stringify(entry.slice(0, 100))}.`, {
      hint: 'Write it as 127.0.0.1:8080, [::1]:8080 or name.test:8080.',
    });
  }
  return `${hostOf(url)}:${Number(match![2])}`;
}
