import { asSallyportError, SallyportError } from '../../core/index.js';
import { refuseIfAborted } from '../ask.js';
import type { Provider } from '../contract.js';
import { sourceAddress } from '../source-address.js';

/** Full-text search over what is on this machine: no key, no network. The index itself is handed in. */
export const local: Provider = {
  id: 'local',
  title: 'Local index',
  docs: 'https://www.npmjs.com/package/sallyport',
  hosts: [],
  env: {},
  baseUrl: null,
  needs: 'index',
  supports: new Set(['page', 'domains', 'excludeDomains']),
  maxResults: 20,
  unavailableReason: () => null,
  async search(query, deps) {
    refuseIfAborted(deps.signal);
    const options = {
      count: query.count,
      page: query.page,
      ...(query.domains === undefined ? {} : { domains: query.domains }),
      ...(query.excludeDomains === undefined ? {} : { excludeDomains: query.excludeDomains }),
    };
    const hits = await deps.index(query.query, options).catch((thrown: unknown) => {
      const error = asSallyportError(thrown);
      if (error.code !== 'internal') throw error;
      throw new SallyportError('provider_failed', 'The local index could not be searched.', {
        hint: '`sallyport doctor` says what is wrong with the store.',
        cause: thrown,
      });
    });
    const source = sourceAddress('local:search', { query: query.query, page: String(query.page) }, null);
    return { hits, source, ignored: [], failures: [], billed: false };
  },
};
