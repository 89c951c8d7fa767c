export { parseUrl } from '../core/index.js';

/** Host without its trailing dot: `127.0.0.1`, `[::1]`, `name.test`. */
export function hostOf(url: URL): string {
  return url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
}

/** Port that an http(s) URL dials. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** `host:port` as exceptions and locks are compared. */
export function authorityOf(url: URL): string {
  return `${hostOf(url)}:${portOf(url)}`;
}
