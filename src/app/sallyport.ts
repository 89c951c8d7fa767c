import type { Failure } from '../core/index.js';
import { type AppOptions, createApp } from './app.js';
import type { Asker, CallContext, Progress } from './context.js';
import type { HostedDoor, HostedSearch } from './hosted/contract.js';
import { inputSchema } from './input-schema.js';
import { call } from './path.js';
import { projectRoot } from './project-root.js';
import { systemPrompt } from './system-prompt.js';
import type { Annotations, ToolName } from './tool.js';
import { availableTools } from './tools/index.js';

export interface SallyportOptions extends AppOptions {
  /** Whose quota is used. Default `library`. */
  agent?: string;
  /** Folder the calls are made from; decides which project's packages the local index shows. Default: working folder. */
  project?: string;
  /** Asks a person about what is not allowed by itself. Without it such calls are refused. */
  ask?: Asker;
}

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Name of the session that holds what was seen and approved. Default: one of this object's own. */
  session?: string;
  /** Answer from evidence only; `{ run }` of that recorded run. */
  replay?: boolean | { run: string };
  /** Record the call under this run. */
  record?: string;
}

export interface ToolEntry {
  name: ToolName;
  title: string;
  description: string;
  /** JSON Schema 2020-12. */
  inputSchema: Readonly<Record<string, unknown>>;
  outputSchema: Readonly<Record<string, unknown>>;
  annotations: Annotations;
}

/** `text` is for a model (fenced), `data` for programs (cleaned, unfenced). */
export type Answer =
  | { ok: true; text: string; data: Readonly<Record<string, unknown>> }
  | { ok: false; error: Failure; text: string };

export interface Sallyport {
  /** The tools that are there as things are set up now: without a provider there is no search tool. */
  readonly tools: readonly ToolEntry[];
  /** Never throws: a failure is an answer with a closed code. */
  call(name: string, args: unknown, options?: CallOptions): Promise<Answer>;
  /**
   * When this session first read untrusted text (ISO 8601), or null: what a host asks before it lets a tool act.
   * Default session: this object's own.
   */
  tainted(session?: string): Promise<string | null>;
  /** What to put into an agent's system prompt; empty where there are no tools, with not a word on what is not there. */
  systemPrompt(): string;
  /**
   * Reads the searches that the model's provider made out of a reply to a request that carried `hostedTool`, and puts them on
   * record: afterwards, since nobody could before. Throws `store_failed`.
   */
  recordHosted(door: HostedDoor, reply: unknown, options?: Pick<CallOptions, 'session'>): Promise<HostedSearch[]>;
  close(): Promise<void>;
}

/**
 * Opens the door for one program. Reads the operator's configuration as the command line does; options win over it.
 * Throws `SallyportError('invalid_input')` for a configuration that is not valid.
 */
export async function createSallyport(options: SallyportOptions = {}): Promise<Sallyport> {
  const app = createApp(options);
  await app.prepare();
  const own = `library-${app.ids(6)}`;
  const contextOf = (about: CallOptions): CallContext => ({
    agent: options.agent ?? 'library',
    session: about.session ?? own,
    surface: 'library',
    typed: false,
    ask: options.ask ?? null,
    evidence: 'session',
    replay: about.replay === undefined || about.replay === false ? null : about.replay === true ? {} : about.replay,
    run: about.record ?? null,
    project: projectRoot(options.project ?? app.cwd),
    ...(about.signal === undefined ? {} : { signal: about.signal }),
    ...(about.onProgress === undefined ? {} : { onProgress: about.onProgress }),
  });
  return {
    get tools() {
      return availableTools(app).map((row) => ({
        name: row.name,
        title: row.title,
        description: row.description,
        inputSchema: inputSchema(row.input),
        outputSchema: row.output,
        annotations: row.annotations,
      }));
    },
    async call(name, args, about = {}) {
      const result = await call(app, name, args, contextOf(about));
      if (!result.ok) return result;
      return { ok: true, text: result.text, data: result.data as Readonly<Record<string, unknown>> };
    },
    tainted: async (session = own) => (await app.store()).sessions.tainted(session),
    systemPrompt: () => systemPrompt(availableTools(app)),
    recordHosted: async (door, reply, about = {}) => {
      // Loaded on first use: most programs have no such door.
      const { recordHosted } = await import('./hosted/record.js');
      return recordHosted(app, door, reply, contextOf(about));
    },
    close: () => app.close(),
  };
}
