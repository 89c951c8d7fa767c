import type { App } from './app.js';
import { seenKey } from './canonical.js';
import { checkQuotes } from './check-quotes.js';
import type { CallContext } from './context.js';
import { type Claim, readClaims } from './report-claims.js';

export interface CheckedClaim extends Claim {
  /** Quotes: `verbatim`, `altered`, `absent`. Links: `read`, `seen` (shown to the session, not read) or `unknown`. */
  verdict: 'verbatim' | 'altered' | 'absent' | 'read' | 'seen' | 'unknown';
  evidence: string | null;
  /** For an altered quote: the nearest passage. */
  passage: string | null;
}

export interface CheckedReport {
  claims: CheckedClaim[];
  /** Claims that hold: verbatim quotes and addresses that were read. */
  held: number;
  pages: number;
}

/**
 * Checks every quoted sentence and link of a report. Evidence that a report stands on is marked as cited, so that
 * retention never removes it.
 */
export async function checkReport(
  app: App,
  markdown: string,
  { name, context }: { name: string; context: CallContext },
): Promise<CheckedReport> {
  const store = await app.store();
  const claims = readClaims(markdown);
  const quotes = claims.filter((claim) => claim.kind === 'quote');
  // A quote is first sought where it is said to stand; one that stands elsewhere is verbatim all the same, and named so.
  const { quotes: checked, pages } = await checkQuotes(
    store,
    quotes.map(({ text }) => ({ text })),
    context,
  );
  const byQuote = new Map(quotes.map((claim, i) => [claim, checked[i]]));
  const results: CheckedClaim[] = [];
  for (const claim of claims) {
    const quote = byQuote.get(claim);
    if (quote !== undefined) {
      results.push({
        ...claim,
        verdict: quote.verdict,
        url: quote.url ?? claim.url,
        evidence: quote.evidence,
        passage: quote.verdict === 'altered' ? quote.passage : null,
      });
      continue;
    }
    const key = seenKey(claim.text) ?? claim.text;
    const [record] = await store.evidence.list({ url: key, kind: 'fetch', agent: context.agent, limit: 1 });
    const seen = record === undefined ? await store.sessions.seen(context.session, key) : null;
    results.push({
      ...claim,
      verdict: record !== undefined ? 'read' : seen === null ? 'unknown' : 'seen',
      evidence: record?.id ?? null,
      passage: null,
    });
  }
  const held = results.filter(({ verdict }) => verdict === 'verbatim' || verdict === 'read');
  await store.evidence.cite(
    held.flatMap(({ evidence }) => evidence ?? []),
    name,
  );
  return { claims: results, held: held.length, pages };
}
