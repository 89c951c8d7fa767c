import { parseUrl } from '../core/index.js';

export { canonicalJson, sha256 } from '../store/canonical-json.js';

/** WHATWG address without its fragment, which no server ever sees; null where it does not parse. */
export function seenKey(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null) return null;
  parsed.hash = '';
  return parsed.href;
}
