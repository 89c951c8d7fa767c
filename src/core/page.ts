/** What the reader makes of one body of bytes. Everything in it that a stranger wrote is untrusted text. */
export interface Page {
  /** Name and version of the reader that made this: `html-md-1`, `text-1`, ... Changes when its output may. */
  extractor: string;
  kind: PageKind;
  /** Media type as judged (magic bytes > declared > extension), lower case, without parameters. */
  contentType: string;
  /** WHATWG name of the encoding that was used, lower case. */
  charset: string;
  charsetSource: CharsetSource;
  title: string | null;
  byline: string | null;
  site: string | null;
  /** BCP 47, as declared by the page. */
  lang: string | null;
  /** ISO 8601 date or date-time, only as declared; never estimated. */
  published: string | null;
  modified: string | null;
  /** Absolute http(s) address that the page calls its own, or null. */
  canonical: string | null;
  quality: Quality;
  outline: Heading[];
  /** The content in the format asked for. Faithful: images stay, code stands character for character. */
  text: string;
  format: PageFormat;
  /** Absolute http(s) links of the chosen content, in order, without duplicates. */
  links: string[];
  /** Plain sentences about what was odd or left out: `hidden text removed: 2 blocks, 311 characters`. */
  notes: string[];
  /** Every removal with its reason; only with `trace: true`. */
  trace?: Removal[];
}

export type PageKind = 'html' | 'markdown' | 'text' | 'json' | 'xml' | 'csv' | 'feed' | 'pdf' | 'svg' | 'code';
export type PageFormat = 'markdown' | 'text' | 'html';
export type CharsetSource = 'bom' | 'header' | 'meta' | 'xml' | 'guess' | 'default' | 'given';

export interface Quality {
  verdict: 'ok' | 'low';
  /** 0 (nothing readable) to 1. */
  score: number;
  reasons: QualityReason[];
}

export type QualityReason =
  | 'empty'
  | 'short'
  | 'shell'
  | 'paywall'
  | 'challenge'
  | 'login'
  | 'consent'
  | 'soft-404'
  | 'parked'
  | 'link-farm'
  | 'replacement-characters'
  | 'image-only';

export interface Heading {
  /** 1 to 6. */
  level: number;
  text: string;
}

export interface Removal {
  step: string;
  reason: string;
  selector: string;
  text: string;
}
