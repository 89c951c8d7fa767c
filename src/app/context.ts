/** Who makes a call, for whom, and who can be asked about it. */
export interface CallContext {
  /** Quota belongs to the agent. */
  agent: string;
  /** Seen addresses, memo, approvals and taint belong to the session. */
  session: string;
  surface: 'cli' | 'library' | 'mcp' | 'console';
  /** A person typed this very call: it is approved by being typed, and its address is seen. */
  typed: boolean;
  /** Asks a person; null where nobody can be asked. */
  ask: Asker | null;
  /** Answers from evidence only, of this run or session or of the whole store; nothing is dialled, a miss is `not_recorded`. */
  replay: { run?: string; session?: string } | null;
  /** Name of the run that this call is recorded under, or null. */
  run: string | null;
  /** Which evidence the call may look into: what its session has read, or all that its agent ever read. */
  evidence: 'session' | 'agent';
  /** Folder the call is made from: which project's packages the local index may show. */
  project: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface Progress {
  stage: 'index' | 'search' | 'fetch' | 'read';
  message: string;
  done?: number;
  total?: number;
}

export type Asker = (question: Question) => Promise<Answer>;

export interface Question {
  about: 'tool' | 'address' | 'secret';
  tool: string;
  /** The address or the query, verbatim but with secrets masked. */
  what: string;
  host: string | null;
  rule: string;
  reason: string;
}

/** `tool` and `host` are remembered for the session; they never cover a secret. */
export type Answer = 'once' | 'tool' | 'host' | 'deny';

/**
 * Thrown by an asker that cannot wait: the surface carries the question to a person and makes the call again with the
 * answer. The one thing that `call` lets through.
 */
export class QuestionPending extends Error {
  override readonly name = 'QuestionPending';
  readonly question: Question;

  constructor(question: Question) {
    super('a person has to be asked');
    this.question = question;
  }
}
