/**
 * The store: everything that outlives a call. One contract, one conformance suite, several drivers. All of it is
 * asynchronous, since a driver may be a database on another machine. Failures are `SallyportError('store_failed')`.
 */
export interface Store {
  /** Where it is, for people: a path, or an address without credentials. */
  readonly location: string;
  readonly evidence: EvidenceStore;
  readonly events: EventLog;
  readonly counters: Counters;
  readonly memo: Memo;
  readonly sessions: Sessions;
  readonly index: LocalIndex;
  close(): Promise<void>;
}

export interface EvidenceInput {
  kind: 'fetch' | 'search';
  /** `local`: from the local index; never stands in for another address. */
  origin: 'web' | 'local';
  agent: string;
  session: string;
  /** Name of the recorded run, or null. */
  run: string | null;
  /** Project folder that a local record belongs to, or null. */
  project: string | null;
  /** Address asked for; for searches the provider's endpoint with its query. */
  url: string;
  finalUrl: string;
  /** ISO 8601. */
  at: string;
  /** SHA-256 of tool and canonical arguments: what a replay is looked up by. */
  requestKey: string;
  /** Lineage that is ours: status, headers kept, hops, quality, decisions, nonce. JSON. */
  meta: Readonly<Record<string, unknown>>;
  /** Body as read (content encoding undone). */
  body?: Uint8Array;
  /** The recorded answer, JSON text: what a replay returns. */
  answer: string;
}

export interface EvidenceRecord extends Omit<EvidenceInput, 'body' | 'answer'> {
  /** `ev_` and 24 hex digits. */
  id: string;
  bodySha256: string | null;
  bytes: number;
  answerSha256: string;
}

export interface EvidenceFilter {
  agent?: string;
  session?: string;
  run?: string;
  url?: string;
  kind?: 'fetch' | 'search';
  requestKey?: string;
  /** Only records older than this one: how a long list is read in parts. */
  before?: string;
  /** Newest first; default 100. */
  limit?: number;
}

/** What may go: records before a time, and the oldest ones while the store is larger than allowed. */
export interface RetentionPolicy {
  /** ISO 8601: records and session state from before are removed. */
  before?: string;
  /** Bytes that all blobs together may take up. */
  maxBytes?: number;
}

export interface EvidenceStore {
  /** Writes blobs and record in one step: a crash leaves the whole record or none. Equal bodies share one blob. */
  put(input: EvidenceInput): Promise<EvidenceRecord>;
  get(id: string): Promise<EvidenceRecord | null>;
  /** Newest first. */
  list(filter: EvidenceFilter): Promise<EvidenceRecord[]>;
  answer(record: EvidenceRecord): Promise<string>;
  body(record: EvidenceRecord): Promise<Uint8Array | null>;
  /** Removes a record even where it is cited, and what no other record shares of its blobs. */
  remove(id: string): Promise<boolean>;
  /** Marks records as cited by a report, so that `prune` never takes them. Unknown ids are passed over. */
  cite(ids: readonly string[], by: string): Promise<void>;
  /** Removes what the policy lets go, oldest first, never what is cited; sweeps files that a killed process left. */
  prune(policy: RetentionPolicy): Promise<{ removed: number; bytes: number }>;
  /** Records, and the bytes that their blobs take up. */
  size(): Promise<{ records: number; bytes: number }>;
  /** Every record whose blobs are missing or do not hash to their name. */
  verify(): Promise<{ records: number; faults: { id: string; fault: string }[] }>;
}

export interface EventInput {
  /** ISO 8601. */
  at: string;
  kind: string;
  agent: string;
  session: string;
  payload: Readonly<Record<string, unknown>>;
}

export interface EventRecord extends EventInput {
  /** 1-based, without gaps. */
  seq: number;
  /** SHA-256 of the payload's canonical JSON. */
  payloadHash: string;
  /** Hash of the event before this one; 64 zeros for the first. */
  previous: string;
  /** SHA-256 over seq, at, kind, agent, session, payloadHash, previous. */
  hash: string;
  /** True where the payload was erased on request; the chain still holds. */
  erased?: boolean;
}

export interface EventLog {
  /** Serialised across processes: one chain whoever writes. */
  append(event: EventInput): Promise<EventRecord>;
  /** Oldest first, also with `newest`, which takes the last `limit` instead of the first. Default limit 10,000. */
  list(filter: {
    session?: string;
    agent?: string;
    kinds?: readonly string[];
    after?: number;
    limit?: number;
    newest?: boolean;
  }): Promise<EventRecord[]>;
  /** Checks every link; with a head that was kept apart (`sealHead`), also a cut tail and a rewritten whole. */
  verify(expected?: {
    events: number;
    head: string;
  }): Promise<{ ok: boolean; events: number; head: string; faults: { seq: number; fault: string }[] }>;
  /** Erases a payload for good and puts the erasure itself on record (`payload_erased`). False where none stands. */
  erase(seq: number): Promise<boolean>;
}

export interface Counters {
  /** Adds `amount` if the sum stays within `limit`, in one atomic step across processes. */
  reserve(key: string, amount: number, limit: number): Promise<{ granted: boolean; used: number }>;
  refund(key: string, amount: number): Promise<void>;
  read(key: string): Promise<number>;
}

export interface Memo {
  get(session: string, key: string): Promise<string | null>;
  set(session: string, key: string, value: string): Promise<void>;
}

export interface Sessions {
  /** Addresses (canonical text) this session may fetch since they were shown to it; `from` says where they came from. */
  addSeen(session: string, urls: readonly string[], from: 'operator' | 'search' | 'page'): Promise<void>;
  seen(session: string, url: string): Promise<'operator' | 'search' | 'page' | null>;
  /** Whether any address of this host was seen. */
  seenHost(session: string, host: string): Promise<boolean>;
  /** Counts one followed link of a fetched page on this site; false once `limit` was used up. */
  spendLink(session: string, site: string, limit: number): Promise<boolean>;
  taint(session: string, at: string): Promise<void>;
  tainted(session: string): Promise<string | null>;
  /** What was approved or denied for the session: `tool:web_fetch`, `host:example.com`. */
  remember(session: string, what: string, verdict: 'allow' | 'deny'): Promise<void>;
  remembered(session: string, what: string): Promise<'allow' | 'deny' | null>;
}

/** One document handed to the index by whoever read it. */
export interface IndexedDocument {
  url: string;
  title: string;
  /** Markdown. */
  text: string;
  contentType: string;
  lang?: string | null;
}

/** Reads bytes of a file into a document: the extractor, handed in (the store imports no reader). */
export type DocumentReader = (
  bytes: Uint8Array,
  about: { url: string; contentType: string; path: string },
) => { title: string; text: string; lang?: string | null } | null;

export interface IndexCollection {
  name: string;
  kind: 'folder' | 'packages';
  /** Absolute path of the folder, or of the project whose packages are indexed. */
  root: string;
  /** For packages: the project they belong to; null for folders, which every project may search. */
  project: string | null;
  documents: number;
  /** ISO 8601 of the last run. */
  updatedAt: string;
}

export interface IndexRun {
  collection: IndexCollection;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** `{ path, reason }`, at most 100. */
  skipped: { path: string; reason: string }[];
}

export interface IndexProgress {
  done: number;
  total: number;
  current: string;
}

export interface LocalHit {
  url: string;
  title: string;
  /** The passage that matched, plain text, with its heading in front where it has one. */
  snippet: string;
  score: number;
  collection: string;
}

export interface LocalDocument {
  url: string;
  title: string;
  text: string;
  contentType: string;
  /** The file's bytes as indexed. */
  body: Uint8Array;
  sha256: string;
  /** ISO 8601 of indexing. */
  indexedAt: string;
  collection: string;
  project: string | null;
  /** True where the file has changed or gone since: `body` is then the text as indexed, `sha256` over that. */
  stale?: boolean;
}

export interface LocalIndex {
  /** Incremental: a file whose size and mtime are unchanged is not read again. Links out of the tree are not followed. */
  addFolder(
    root: string,
    name: string,
    options: { read: DocumentReader; onProgress?: (p: IndexProgress) => void; signal?: AbortSignal },
  ): Promise<IndexRun>;
  /** Documentation of the npm packages installed under `project`; names and versions from lockfile and folder. */
  addPackages(
    project: string,
    options: { read: DocumentReader; onProgress?: (p: IndexProgress) => void; signal?: AbortSignal },
  ): Promise<IndexRun>;
  /** A page that was fetched; found only by the same agent. */
  addPage(page: IndexedDocument & { evidence: string; agent: string }): Promise<void>;
  list(): Promise<IndexCollection[]>;
  remove(name: string): Promise<boolean>;
  /** Free text: nothing in it is query syntax. `project` is the folder the call is made from. */
  search(
    query: string,
    options: {
      project: string;
      agent: string;
      count: number;
      page: number;
      domains?: readonly string[];
      excludeDomains?: readonly string[];
    },
  ): Promise<LocalHit[]>;
  /** The document under exactly this address, if it is in this project's reach. */
  read(url: string, options: { project: string }): Promise<LocalDocument | null>;
}
