import type * as z from 'zod';
import type { GuardedResponse } from '../jail/contract.js';
import type { Provider } from '../providers/index.js';
import type { EvidenceRecord, LocalDocument } from '../store/contract.js';
import type { App } from './app.js';
import type { CallContext } from './context.js';
import type { Failed } from './fallback.js';
import type { Skipped } from './selection.js';

/** What a call is aimed at, known before anything leaves. */
export type Target =
  /** An address of the web. */
  | { kind: 'address'; url: string; host: string }
  /** A document of the local index: nothing is dialled for it. */
  | { kind: 'local'; url: string; document: LocalDocument }
  /** A recorded answer that is read on: nothing is dialled for it. */
  | { kind: 'stored'; record: EvidenceRecord }
  /** What was recorded: nothing is dialled, and nothing can be. */
  | { kind: 'evidence' }
  /** A query to a provider, with those of `search.fallback` that may stand in and those that could not answer. */
  | {
      kind: 'query';
      provider: Provider;
      text: string;
      also: readonly string[];
      next: readonly Provider[];
      skipped: readonly Skipped[];
      failed: readonly Failed[];
    };

export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Declared by the row, enforced by the path: a row without it gets no way to the network. */
export interface Capability {
  tier: 'T2';
  needs: readonly 'NETWORK_ACCESS'[];
  /** The argument that is the NETWORK_TARGET. */
  networkTarget: string | null;
}

/** What the path hands to a tool once everything before it has passed. */
export interface RunDeps {
  app: App;
  context: CallContext;
  signal: AbortSignal;
  /** Where the agent's day stands after this call was counted; null where it is not counted. */
  quota: Quota | null;
  /** Dials the target of this call and nothing else; every hop is judged. */
  dial(options: { maxBytes: number; timeoutMs: number }): Promise<GuardedResponse>;
  /** Asks the provider of this call and nothing else. */
  ask: ReturnType<App['providerDeps']>;
}

/** What a tool made, before it is recorded. `answer` is recorded whole and is all that a replay reads. */
export interface Ran<R> {
  answer: R;
  url: string;
  finalUrl: string;
  origin: 'web' | 'local';
  body?: Uint8Array;
  meta: Readonly<Record<string, unknown>>;
  /** Worth keeping for an identical call in this session: never an empty or failed answer. */
  memorable: boolean;
}

export interface Viewed<D> {
  data: D;
  /** The same for a model: lineage in our words, everything that a stranger wrote inside the fence. */
  text: string;
  /** Nothing was found, though nothing failed. */
  empty: boolean;
}

/** One row of the table of tools. */
export interface ToolRow<A = unknown, R = unknown, D extends object = object> {
  name: ToolName;
  title: string;
  description: string;
  input: z.ZodType<A>;
  /** JSON Schema of the structured answer, shallow: full ones cost a model more than the tool itself. */
  output: Readonly<Record<string, unknown>>;
  /** Whether its answers are evidence, so that a replay finds them there. */
  recorded: boolean;
  /** Fields of the data that a stranger wrote: a model gets them inside the fence only. */
  strangers: readonly string[];
  annotations: Annotations;
  capability: Capability;
  /** For a call that stands for several: the arguments of each, answered one by one. */
  expand?(args: A): unknown[] | null;
  target(args: A, app: App, context: CallContext): Promise<Target>;
  /** Arguments that decide what is recorded: equal ones replay each other. */
  identity(args: A, target: Target): Readonly<Record<string, unknown>>;
  run(args: A, target: Target, deps: RunDeps): Promise<Ran<R>>;
  /** Addresses that a session is shown by this answer, and may fetch from then on. */
  shows(answer: R): { urls: readonly string[]; from: 'search' | 'page' } | null;
  /** The part of a recorded answer that was asked for; pure, so that a replay repeats it byte for byte. */
  view(answer: R, args: A, about: ViewAbout): Promise<Viewed<D>>;
}

/** Queries of the UTC day so far. */
export interface Quota {
  used: number;
  limit: number;
  /** ISO 8601. */
  resetsAt: string;
  /** US dollars of the UTC month, over all agents; only where the operator set a limit. */
  cost?: { spent: number; limit: number; resetsAt: string };
}

export interface ViewAbout {
  /** Id of the record that is shown; empty for an answer about several. */
  evidence: string;
  nonce: string;
  /** Answered from the memory of this session. */
  cached: boolean;
  /** For an answer from memory: where the agent's day stands now. */
  quota: Quota | null;
  settings: App['settings'];
}

export type ToolName = 'web_search' | 'web_news' | 'web_fetch' | 'web_quote';
