import type { App } from '../../src/app/app.js';
import type { ViewAbout } from '../../src/app/tool.js';
import { viewPage } from '../../src/app/tools/page-view.js';
import { type SearchData, webSearch } from '../../src/app/tools/search.js';
import type { RawHit } from '../../src/core/index.js';
import { extract } from '../../src/extract/index.js';
import { checkUrl } from '../../src/jail/index.js';
import { tidyHits } from '../../src/providers/index.js';

export const NONCE = '6f1c9a2e';
export const PAGE_URL = 'https://example.org/ferry';

/** What a model is given for a body that was fetched: the reader and the real path's view of its page. */
export function fetchedText(body: string, contentType: string): { text: string; notes: string[] } {
  const page = extract(Buffer.from(body, 'utf8'), { url: PAGE_URL, contentType });
  const { view, fenced } = viewPage(page, { format: 'markdown' }, { ...about(), url: PAGE_URL, bytes: body.length });
  return { text: fenced, notes: view.notes };
}

/** What a model is given for one hit as a provider sent it. */
export async function searchText(hit: RawHit): Promise<string> {
  const { results, dropped } = tidyHits([hit], {
    count: 5,
    topic: 'web',
    now: 0,
    blockedDomains: [],
    judge: (url) => (checkUrl(url).verdict === 'allow' ? 'ok' : 'refused'),
  });
  const answer: SearchData = {
    query: 'ferry',
    provider: 'test',
    fetchedAt: '2026-12-01T00:00:00.000Z',
    dataAsOf: null,
    source: 'https://search.example/',
    results,
    ignored: [],
    dropped,
    failures: [],
    cached: false,
    quota: null,
    notes: [],
  };
  const args = { query: 'ferry', count: 5, page: 1 };
  return (await webSearch.view(answer, args, about())).text;
}

function about(): ViewAbout {
  const settings = { fetch: { maxTokens: 6_000 } } as unknown as App['settings'];
  return { evidence: 'ev_000000000000000000000000', nonce: NONCE, cached: false, quota: null, settings };
}

/** The part between the markers, the markers themselves left out. */
export function insideTheFence(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('--- begin '));
  const last = lines.lastIndexOf(`--- end ${/begin (.*?) [0-9a-f]{8}:/.exec(lines[first] ?? '')?.[1]} ${NONCE} ---`);
  if (first === -1 || last === -1) throw new Error('The text has no fence.');
  return lines.slice(first + 1, last).join('\n');
}
