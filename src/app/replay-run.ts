import type { EvidenceRecord } from '../store/contract.js';
import type { App } from './app.js';
import { sha256 } from './canonical.js';
import type { CallContext } from './context.js';
import { call } from './path.js';

export interface Replayed {
  evidence: string;
  tool: string;
  args: unknown;
  /** `same`: byte for byte what was shown then; `different`; `failed`: with the code; `unknown`: the event was erased. */
  verdict: 'same' | 'different' | 'failed' | 'unknown';
  code?: string;
}

/** Makes every call of a recorded run again, from evidence only, and compares what is shown with what was shown then. */
export async function replayRun(app: App, run: string, context: CallContext): Promise<Replayed[]> {
  const store = await app.store();
  const records = (await store.evidence.list({ run, limit: 100_000 })).reverse();
  const shown = new Map<unknown, unknown>();
  for (const event of await store.events.list({ kinds: ['search_done', 'fetch_done'], limit: 1_000_000 })) {
    shown.set(event.payload['evidence'], event.payload['shown']);
  }
  const results: Replayed[] = [];
  // The last record of equal calls is what a replay finds; the ones before it were shown once and are superseded.
  const last = new Map(records.map((record) => [record.requestKey, record.id]));
  for (const record of records) {
    if (last.get(record.requestKey) === record.id)
      results.push(await again(app, record, run, context, shown.get(record.id)));
  }
  return results;
}

async function again(
  app: App,
  record: EvidenceRecord,
  run: string,
  context: CallContext,
  shown: unknown,
): Promise<Replayed> {
  const made = record.meta['call'] as { tool: string; args: unknown } | undefined;
  const about = { evidence: record.id, tool: made?.tool ?? '', args: made?.args ?? null };
  if (made === undefined || typeof shown !== 'string') return { ...about, verdict: 'unknown' };
  const result = await call(app, made.tool, made.args, { ...context, replay: { run } });
  if (!result.ok) return { ...about, verdict: 'failed', code: result.error.code };
  return { ...about, verdict: sha256(result.text) === shown ? 'same' : 'different' };
}
