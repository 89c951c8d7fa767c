/** The neutral search request and answer that every provider is translated to and from. */

export type SearchTopic = 'web' | 'news';

export interface SearchQuery {
  /** 1 to 400 characters, already trimmed and cleaned of control characters. */
  query: string;
  topic: SearchTopic;
  /** Hits wanted, 1 to 20. */
  count: number;
  /** 1-based. */
  page: number;
  /** Restrict to one site (`docs.example.com`); also folded into `domains`. */
  site?: string;
  domains?: readonly string[];
  excludeDomains?: readonly string[];
  /** Whole days back from now. */
  recencyDays?: number;
}

/** The arguments of a search that a provider may or may not be able to honour. */
export type SearchFeature = 'page' | 'domains' | 'excludeDomains' | 'recencyDays' | 'news';

/** A hit as the provider gave it: read, not yet judged, cleaned or capped. */
export interface RawHit {
  title: string;
  url: string;
  snippet: string;
  /** Date as the provider wrote it, any form; normalised or dropped later. */
  published?: string;
  /** Publisher's name where the provider gives one (news). */
  source?: string;
}

export interface ProviderReply {
  hits: RawHit[];
  /** The endpoint with its query as it was asked, without any credential. */
  source: string;
  /** Arguments that had no effect: `{ argument: 'page', reason: 'tavily has no paging' }`. */
  ignored: Ignored[];
  /** Parts of the provider that failed while others answered: `{ engine: 'bing', reason: 'timeout' }`. */
  failures: EngineFailure[];
  /** Only where the provider itself states how fresh its data is; never guessed. ISO 8601. */
  dataAsOf?: string;
  /** Whether this call is billed. Default true. */
  billed?: boolean;
}

export interface Ignored {
  argument: string;
  reason: string;
}

export interface EngineFailure {
  engine: string;
  reason: string;
}

/** A hit as it is handed on: cleaned, capped, deduplicated, its address judged. */
export interface SearchHit {
  rank: number;
  title: string;
  url: string;
  /** Host without `www.`, or the publisher's name for news. */
  site: string;
  snippet: string;
  /** ISO 8601, only where the provider gave a date that could be read. */
  published?: string;
  /** For news: the publisher's name, or the host. */
  source?: string;
}
