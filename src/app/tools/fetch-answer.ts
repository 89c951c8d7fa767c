import * as z from 'zod';
import { LIMITS, type Page, type Quality } from '../../core/index.js';
import type { Hop } from '../../jail/contract.js';
import type { PageView } from './page-view.js';

/** Arguments of `web_fetch`; exactly one of url, urls and cursor (a url may stand beside its own cursor). */
export const fetchInput = z
  .strictObject({
    url: z.string().min(1).max(LIMITS.urlChars).optional().describe('Address to read (http or https)'),
    urls: z
      .array(z.string().min(1).max(LIMITS.urlChars))
      .min(1)
      .max(LIMITS.urlsPerFetch)
      .optional()
      .describe('Several addresses, one result each'),
    format: z.enum(['markdown', 'text', 'html']).default('markdown'),
    focus: z.string().min(1).max(1_000).optional().describe('A question: only the passages that answer it'),
    section: z.string().min(1).max(500).optional().describe('A heading of the outline: only that section'),
    cursor: z.string().max(200).optional().describe('Go on where an earlier answer was cut'),
    max_tokens: z.number().int().min(50).max(1_000_000).optional().describe('Longest text wanted'),
    max_bytes: z.number().int().min(1).optional(),
    timeout_s: z.number().int().min(1).max(3_600).optional(),
  })
  .refine((args) => [args.url, args.urls, args.cursor].some((given) => given !== undefined), {
    message: 'url is missing',
    path: ['url'],
  })
  .refine((args) => args.urls === undefined || (args.url === undefined && args.cursor === undefined), {
    message: 'give url or urls or cursor, not two of them',
    path: ['urls'],
  });

export type FetchArgs = z.output<typeof fetchInput>;

/** What is recorded of one fetch: the whole page, of which an answer shows the part that was asked for. */
export interface FetchAnswer {
  url: string;
  finalUrl: string;
  redirects: Hop[];
  /** Null for a document of the local index, which no server answered with. */
  status: number | null;
  fetchedAt: string;
  bytes: number;
  contentSha256: string;
  origin: 'web' | 'local';
  page: Page;
  notes: string[];
  /** Whether a cap ended the read of the body. */
  bodyTruncated: boolean;
}

export interface FetchData extends Omit<FetchAnswer, 'page' | 'bodyTruncated'>, PageView {
  contentType: string;
  charset: string;
  charsetSource: string;
  title: string | null;
  byline: string | null;
  site: string | null;
  lang: string | null;
  published: string | null;
  modified: string | null;
  dataAsOf: string | null;
  evidence: string;
  extractor: string;
  quality: Quality;
}
