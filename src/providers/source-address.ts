import { parseUrl } from '../core/index.js';

/**
 * The endpoint with what it was asked, for lineage: `https://api.example.com/search?query=...`. A credential that
 * stands in it (a person may paste a key as a query) is masked.
 */
export function sourceAddress(endpoint: string, asked: Readonly<Record<string, string>>, key: string | null): string {
  const query = new URLSearchParams(asked).toString();
  const source = query === '' ? endpoint : `${endpoint}?${query}`;
  if (key === null || key === '') return source;
  const written = new URLSearchParams([['', key]]).toString().slice(1);
  return source.replaceAll(written, '***').replaceAll(encodeURIComponent(key), '***').replaceAll(key, '***');
}

/** Why an address cannot be a provider's base, as the end of a sentence, or null. */
export function baseUrlFault(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'is not an address such as https://search.example.org';
  }
  if (url.username !== '' || url.password !== '') return 'holds a user name or password, which would reach logs';
  if (url.search !== '' || url.hash !== '') return 'holds a query, where a key would reach logs; give the bare address';
  return null;
}

/** Why a provider with a key, at its own or a given address, cannot be used, or null. */
export function keyedReason(
  names: { key: string; baseUrl?: string },
  settings: { key: string | null; baseUrl: string | null },
): string | null {
  if (settings.key === null || settings.key === '') return `${names.key} is not set`;
  // A line break would end the header that carries the key.
  if (/[^\x21-\x7e]/.test(settings.key))
    return `${names.key} holds a character that no key has (a space, a line break)`;
  const fault = settings.baseUrl === null ? null : baseUrlFault(settings.baseUrl);
  return fault === null ? null : `${names.baseUrl ?? 'search.baseUrl'} ${fault}`;
}
