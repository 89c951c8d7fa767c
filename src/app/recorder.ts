import { isoTime, type SallyportError } from '../core/index.js';
import type { EvidenceRecord, Store } from '../store/contract.js';
import type { App } from './app.js';
import type { CallContext } from './context.js';
import type { Target, ToolName } from './tool.js';

/** Writes a call's events; each is verbatim but for secrets, which the gate has masked before. */
export class Recorder {
  readonly #app: App;
  readonly #store: Store;
  readonly #tool: ToolName;
  readonly #context: CallContext;

  constructor(app: App, store: Store, tool: ToolName, context: CallContext) {
    this.#app = app;
    this.#store = store;
    this.#tool = tool;
    this.#context = context;
  }

  async write(kind: string, payload: Readonly<Record<string, unknown>>): Promise<void> {
    const { agent, session, surface } = this.#context;
    await this.#store.events.append({
      at: isoTime(this.#app.clock),
      kind,
      agent,
      session,
      payload: { tool: this.#tool, surface, ...payload },
    });
  }

  asked(args: unknown, target: Target): Promise<void> {
    return this.write('call', { args, ...(target.kind === 'query' ? { provider: target.provider.id } : {}) });
  }

  /** `shown` is the SHA-256 of the text that was shown: what a replay is compared with. */
  async done(target: Target, record: EvidenceRecord, shown: string | null): Promise<void> {
    const { nonce: _nonce, call: _call, ...meta } = record.meta;
    await this.write(target.kind === 'query' ? 'search_done' : 'fetch_done', {
      evidence: record.id,
      bodySha256: record.bodySha256,
      shown,
      ...meta,
    });
    const quality = meta['quality'] as { verdict?: string; reasons?: unknown } | undefined;
    if (quality?.verdict === 'low') await this.write('low_quality', { evidence: record.id, reasons: quality.reasons });
  }

  failed(error: SallyportError): Promise<void> {
    return this.write(FAILURE_EVENTS[error.code] ?? 'failed', { code: error.code, rule: error.rule ?? null });
  }
}

const FAILURE_EVENTS: Readonly<Record<string, string>> = {
  egress_refused: 'egress_refused',
  redirect_refused: 'egress_refused',
  url_refused: 'egress_refused',
  address_refused: 'egress_refused',
  secret_refused: 'secret_refused',
  approval_denied: 'approval',
  quota_exhausted: 'quota_reached',
};
