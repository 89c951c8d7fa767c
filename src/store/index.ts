import { SallyportError } from '../core/index.js';
import type { Store } from './contract.js';
import { type OpenOptions, openSqliteStore } from './sqlite/store.js';

export * from './contract.js';
export { type ChainHead, openSeal, sealHead } from './event-chain.js';
export type { OpenOptions } from './sqlite/store.js';

/**
 * Opens the store that a URL names: `sqlite:` (a file in the state folder) or `sqlite:/path/to/file`.
 * `store_failed` where it cannot be opened; a file that is damaged or of another program is left as it is.
 */
export async function openStore(url: string, options: OpenOptions): Promise<Store> {
  if (url.startsWith('sqlite:')) return openSqliteStore(url.slice('sqlite:'.length), options);
  if (/^postgres(ql)?:/.test(url)) {
    throw new SallyportError('not_configured', 'This version has no PostgreSQL store.', {
      hint: 'Set store.url to "sqlite:" or "sqlite:/path/to/file".',
    });
  }
  // The address may hold a password: it is not repeated.
  throw new SallyportError('not_configured', 'store.url names no known kind of store.', {
    hint: 'Use "sqlite:" or "sqlite:/path/to/file".',
  });
}
