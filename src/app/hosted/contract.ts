import type { Ignored } from '../../core/index.js';
import type { SearchData } from '../tools/search.js';

/** Whose own search tool the model's request carries. */
export type HostedDoor = 'anthropic' | 'openai';

/** What both doors say of themselves, in `doctor`, in each answer and in the documentation. */
export const HOSTED_WORDS =
  "a search through the hosted door is made by the model's provider: it cannot be refused, checked for secrets, counted or seen before it happens, and its hits do not become seen";

export interface HostedOptions {
  /** Type of the tool entry, where another than the default is wanted: `web_search_20260318`, `web_search_preview`. */
  version?: string;
  /** Searches in one answer at most. */
  maxUses?: number;
  /** Hosts, subdomains included; `*.` and a scheme in front are taken off. */
  allowedDomains?: readonly string[];
  blockedDomains?: readonly string[];
  location?: { city?: string; region?: string; country?: string; timezone?: string };
  contextSize?: 'low' | 'medium' | 'high';
  /** Only what the provider has already read: nothing is fetched for the search. */
  cachedOnly?: boolean;
}

export interface HostedEntry {
  /** Goes into the request's `tools`. */
  tool: Readonly<Record<string, unknown>>;
  /** Further fields that the request needs for the reply to be readable. */
  request: Readonly<Record<string, unknown>>;
  /** Options that this tool does not have. */
  ignored: Ignored[];
}

/** One search that the model's provider made, read out of its reply. */
export interface HostedSearch {
  data: SearchData;
  /** Pages that the model's provider read on its own. */
  opened: string[];
}

export interface ReadOptions {
  /** Milliseconds since the epoch: when the reply came. */
  now: number;
  /** Host patterns whose hits are left out. */
  blockedDomains?: readonly string[];
}
