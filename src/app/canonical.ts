import { createHash } from 'node:crypto';
import { parseUrl } from '../core/index.js';

/** JSON with sorted keys and without undefined: equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** WHATWG address without its fragment, which no server ever sees; null where it does not parse. */
export function seenKey(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null) return null;
  parsed.hash = '';
  return parsed.href;
}
