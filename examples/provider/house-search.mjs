// A provider for a search service that speaks JSON over HTTP: one file, two pure halves, the request handed in.
// It reads no environment, no disk and no clock: key, address and time come in `deps`.
import { askJson, badReply, keyedReason, list, optional, readHits, sourceAddress, text } from 'sallyport/provider';

/** @type {import('sallyport/provider').Provider} */
export const houseSearch = {
  id: 'house-search',
  title: 'House search',
  docs: 'https://search.example/docs',
  // The only hosts that the guarded request will reach, unless the operator sets another base address.
  hosts: ['search.example'],
  baseUrl: 'https://search.example',
  env: { key: ['HOUSE_SEARCH_KEY'] },
  needs: 'request',
  // What is not named here never reaches `search`: the caller drops it, filters the hits itself, and says so.
  supports: new Set(['page', 'recencyDays']),
  // It reads `site:` in the query, so domains come as operators; longer queries arrive clipped at a word.
  terms: { siteOperators: true, maxChars: 300 },
  maxResults: 20,

  unavailableReason: (settings) => keyedReason({ key: 'HOUSE_SEARCH_KEY' }, settings),

  async search(query, deps) {
    const endpoint = `${deps.baseUrl}/v1/search`;
    const asked = parameters(query);
    // Every failure leaves here as a neutral error: a refused key, a used-up plan, a pause, HTML instead of JSON.
    const body = await askJson(houseSearch, deps, {
      url: `${endpoint}?${new URLSearchParams(asked)}`,
      // The credential goes into a header, never into the address.
      headers: { accept: 'application/json', authorization: `Bearer ${deps.key}` },
    });
    const items = list(body.items);
    if (items === null) throw badReply(houseSearch, 'JSON of another shape');
    return {
      hits: readHits(houseSearch, items, readHit),
      source: sourceAddress(endpoint, asked, deps.key),
      ignored: [],
      failures: [],
    };
  },
};

function parameters(query) {
  return {
    q: query.query,
    size: String(query.count),
    page: String(query.page),
    ...(query.recencyDays === undefined ? {} : { days: String(query.recencyDays) }),
  };
}

// As the service wrote it: cleaning, dates, duplicates and refused addresses are the caller's work.
function readHit(item) {
  return {
    title: text(item.headline),
    url: text(item.link),
    snippet: text(item.abstract),
    ...optional('published', item.date),
  };
}
