import type { EvidenceRecord, Store } from '../store/contract.js';
import { seenKey } from './canonical.js';
import type { CallContext } from './context.js';
import { QuoteIndex, type QuoteSource } from './quotes/index.js';
import type { FetchAnswer } from './tools/fetch-answer.js';
import type { CheckedQuote, QuoteData } from './tools/quote.js';

/** Pages that one check looks into at most, the newest first. */
const MOST_PAGES = 2_000;

/** Checks quotes against the pages that the call may look into; nothing is fetched. */
export async function checkQuotes(
  store: Store,
  quotes: readonly { text: string; url?: string | undefined }[],
  scope: Pick<CallContext, 'agent' | 'session' | 'evidence'>,
): Promise<QuoteData> {
  const sources = await readSources(store, scope);
  const index = new QuoteIndex(sources);
  const known = new Set(sources.map((source) => source.url));
  const notes: string[] = [];
  const checked = quotes.map(({ text, url }): CheckedQuote => {
    const key = url === undefined ? undefined : (seenKey(url) ?? url);
    if (key !== undefined && !known.has(key)) notes.push(`${key} was not read`);
    const found = index.find(text, key === undefined ? {} : { url: key });
    const place = found.verdict === 'absent' ? null : found.place;
    return {
      text,
      verdict: found.verdict,
      evidence: place?.evidence ?? null,
      url: place?.url ?? null,
      heading: place?.heading ?? null,
      start: place?.start ?? null,
      end: place?.end ?? null,
      passage: place?.passage ?? null,
      differences: found.verdict === 'altered' ? found.differences : [],
    };
  });
  const verbatim = checked.filter((quote) => quote.verdict === 'verbatim').length;
  return { quotes: checked, verbatim, pages: sources.length, notes: [...new Set(notes)] };
}

/** The newest recorded text of each address, under the address asked for and under the one that answered. */
async function readSources(
  store: Store,
  scope: Pick<CallContext, 'agent' | 'session' | 'evidence'>,
): Promise<QuoteSource[]> {
  const records = await store.evidence.list({
    kind: 'fetch',
    agent: scope.agent,
    limit: MOST_PAGES,
    ...(scope.evidence === 'session' ? { session: scope.session } : {}),
  });
  const sources = new Map<string, QuoteSource>();
  for (const record of records) {
    const { page } = JSON.parse(await store.evidence.answer(record)) as FetchAnswer;
    for (const url of addressesOf(record)) {
      if (!sources.has(url)) sources.set(url, { evidence: record.id, url, text: page.text });
    }
  }
  return [...sources.values()];
}

const addressesOf = (record: EvidenceRecord): Set<string> =>
  new Set([record.url, record.finalUrl].map((url) => seenKey(url) ?? url));
