import * as z from 'zod';
import { cleanLine } from '../../core/index.js';
import { fence, safeLine } from '../present/index.js';
import type { QuoteAnswer } from '../quotes/index.js';
import type { ToolRow } from '../tool.js';

const input = z.strictObject({
  quotes: z
    .array(z.strictObject({ text: z.string().min(1).max(5_000), url: z.string().max(4_096).optional() }))
    .min(1)
    .max(200)
    .describe('Quotes to check, each with the address it is said to come from if known'),
});

type QuoteArgs = z.output<typeof input>;

export interface CheckedQuote {
  text: string;
  verdict: QuoteAnswer['verdict'];
  /** Evidence record, address, nearest heading and offsets of the passage, or of the nearest one. */
  evidence: string | null;
  url: string | null;
  heading: string | null;
  start: number | null;
  end: number | null;
  passage: string | null;
  /** For an altered quote: how it differs. */
  differences: { quote: string; source: string }[];
}

export interface QuoteData {
  quotes: CheckedQuote[];
  verbatim: number;
  /** Pages that were looked into. */
  pages: number;
  notes: string[];
}

const output = {
  type: 'object',
  properties: { content: { type: 'string' }, verbatim: { type: 'integer' }, pages: { type: 'integer' } },
  required: ['content'],
};

/** Is each quote word for word in what was read? White space, quotation marks, dashes and Unicode form do not count. */
export const webQuote: ToolRow<QuoteArgs, QuoteData, QuoteData> = {
  name: 'web_quote',
  title: 'Check quotes',
  description:
    'Check that quotes stand word for word in the pages read in this session, and where. Nothing is fetched. Use it before you quote a page in an answer.',
  input,
  output,
  recorded: false,
  strangers: ['quotes'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  capability: { tier: 'T2', needs: [], networkTarget: null },
  target: async () => ({ kind: 'evidence' }),
  identity: (args) => args,
  async run(args, _target, { app, context }) {
    const { checkQuotes } = await import('../check-quotes.js');
    const answer = await checkQuotes(await app.store(), args.quotes, context);
    const { verbatim, pages } = answer;
    return {
      answer,
      url: '',
      finalUrl: '',
      origin: 'local',
      meta: { quotes: args.quotes.length, verbatim, pages },
      memorable: false,
    };
  },
  shows: () => null,
  view: async (data, _args, { nonce }) => ({
    data,
    text: quoteText(data, nonce),
    empty: data.verbatim < data.quotes.length,
  }),
};

function quoteText(data: QuoteData, nonce: string): string {
  const lines = [
    `${data.verbatim} of ${data.quotes.length} quotes stand word for word in the ${data.pages} pages that were looked into.`,
  ];
  for (const note of data.notes) lines.push(`Note: ${note}.`);
  const body = data.quotes.map((quote, i) => {
    const place =
      quote.url === null
        ? ''
        : `\n   ${quote.url} (${quote.evidence}, characters ${quote.start}-${quote.end})${quote.heading === null ? '' : `, under "${safeLine(quote.heading)}"`}`;
    const nearest = quote.verdict === 'altered' ? `\n   nearest: ${safeLine(cleanLine(quote.passage ?? '', 600))}` : '';
    return `${i + 1}. ${quote.verdict}: ${safeLine(cleanLine(quote.text, 300))}${place}${nearest}`;
  });
  return `${lines.join('\n')}\n\n${fence({ nonce, label: 'checked quotes', about: 'evidence', body: body.join('\n\n') })}`;
}
