import { setMaxListeners } from 'node:events';
import type { Decision, Failure } from '../core/index.js';
import { asSallyportError, isoTime, SallyportError } from '../core/index.js';
import { isUnbilled } from '../providers/index.js';
import type { EvidenceRecord, Store } from '../store/contract.js';
import type { App } from './app.js';
import { canonicalJson, seenKey, sha256 } from './canonical.js';
import { type CallContext, QuestionPending } from './context.js';
import { dialTarget } from './dial.js';
import { inTurn } from './fallback.js';
import { Gate } from './gate.js';
import { settle } from './quota.js';
import { Recorder } from './recorder.js';
import type { Quota, Ran, RunDeps, Target, ToolRow } from './tool.js';
import { TOOLS } from './tools/index.js';

export type CallResult =
  | { ok: true; data: object; text: string; empty: boolean; evidence: string | null }
  | { ok: false; error: Failure; text: string };

/**
 * The only way in, for every surface:
 *
 * validate -> describe the target -> the jail's verdict on the text of the address -> egress -> memo or replay ->
 * secrets -> approval -> quota -> run -> record -> present.
 *
 * Nothing leaves the process (no look-up, no robots.txt) before egress, secrets and approval have passed. Never throws:
 * a failure is an answer with a closed code. (An asker that cannot wait passes its `QuestionPending` through.)
 */
export async function call(app: App, name: string, args: unknown, context: CallContext): Promise<CallResult> {
  const row = TOOLS.find((candidate) => candidate.name === name);
  let log: Recorder | null = null;
  try {
    if (!app.settings.web) {
      throw new SallyportError('not_configured', 'The web is switched off.', {
        hint: `'web' is false (${app.config.origins['web'] ?? 'default'}); leave out --no-web or change the setting.`,
        rule: 'web-off',
      });
    }
    if (row === undefined) throw new SallyportError('invalid_input', `There is no tool '${name}'.`);
    const valid = validate(row, args);
    const several = row.expand?.(valid) ?? null;
    if (several !== null) return await callEach(app, name, several, context);
    const store = await app.store();
    log = new Recorder(app, store, row.name, context);
    return await walk(row, valid, { app, context, store, log });
  } catch (thrown) {
    if (thrown instanceof QuestionPending) throw thrown;
    const error = asSallyportError(thrown);
    // The refusal stands even where the log cannot be written; what the log could not take is said by the next call.
    await log?.failed(error).catch(() => undefined);
    return { ok: false, error: error.toFailure(), text: failureText(error) };
  }
}

/** One result each: a page that fails takes nothing from its siblings. */
async function callEach(app: App, name: string, calls: readonly unknown[], context: CallContext): Promise<CallResult> {
  // Each of the calls listens to the one signal of them all.
  if (context.signal !== undefined) setMaxListeners(0, context.signal);
  const results = await Promise.all(calls.map((args) => call(app, name, args, context)));
  return {
    ok: true,
    data: {
      results: results.map((result) => (result.ok ? { ok: true, ...result.data } : { ok: false, error: result.error })),
    },
    text: results.map((result) => result.text).join('\n\n'),
    empty: results.every((result) => result.ok && result.empty),
    evidence: null,
  };
}

interface Walk {
  app: App;
  context: CallContext;
  store: Store;
  log: Recorder;
}

async function walk(row: ToolRow, args: unknown, { app, context, store, log }: Walk): Promise<CallResult> {
  const gate = new Gate(app, store, context, row.name, log);
  await app.prepare();
  const target = await row.target(args, app, context);
  await log.asked(gate.masked(args), target);

  const identity = { tool: row.name, ...row.identity(args, target) };
  const requestKey = sha256(canonicalJson(identity));

  if (target.kind === 'stored') return shown(row, args, target.record, { app, store, context });

  const egress = await gate.egress(target);
  if (context.replay !== null && row.recorded) {
    const [record] = await store.evidence.list({ requestKey, limit: 1, ...context.replay });
    if (record === undefined) {
      throw new SallyportError('not_recorded', 'This call was not recorded.', {
        hint:
          context.replay.run === undefined
            ? 'Run it once without --replay.'
            : `The run '${context.replay.run}' does not hold it.`,
      });
    }
    return shown(row, args, record, { app, store, context });
  }
  if (target.kind === 'evidence') return fromEvidence(row, args, { app, context, store, log, gate });
  // Providers differ in what they find: an answer of one is not what another would have said.
  const memoKey = target.kind === 'query' ? `${target.provider.id} ${requestKey}` : null;
  const remembered = memoKey === null ? null : await store.memo.get(context.session, memoKey);
  const record = remembered === null ? null : await store.evidence.get(remembered);
  if (record !== null) {
    await log.write('memo', { evidence: record.id });
    const quota = await settle(app, store, context.agent).read();
    return shown(row, args, record, { app, store, context, cached: true, quota });
  }

  const { target: asked, result: ran } = await inTurn(target, log, (turn) =>
    attempt(row, args, turn, egress, { app, context, store, log, gate }),
  );
  const kept = await keep(app, store, context, requestKey, { ran, tool: row.name, args: gate.masked(args) });
  const presented = present(row, args, ran.answer, { app, evidence: kept.id, nonce: nonceOf(kept) });
  const text = await presented.then(
    (result) => result.text,
    () => null,
  );
  // Asked for together, so that the store may write them in one step. The text was read even where it cannot be shown as
  // it was asked for (a section that is not there): the session is tainted and the log says so all the same.
  await Promise.all([
    admit(row, ran.answer, context, store, kept.at),
    ran.memorable && memoKey !== null ? store.memo.set(context.session, memoKey, kept.id) : null,
    log.done(asked, kept, text === null ? null : sha256(text)),
  ]);
  return presented;
}

/** A tool that reads what was recorded: it gets no way out, and its answer is not evidence of anything new. */
async function fromEvidence(
  row: ToolRow,
  args: unknown,
  { app, context, log }: Walk & { gate: Gate },
): Promise<CallResult> {
  const nothing = (): never => {
    throw new SallyportError('internal', `${row.name} has no way to the network.`);
  };
  const signal = context.signal ?? new AbortController().signal;
  const ran = await row.run(
    args,
    { kind: 'evidence' },
    { app, context, signal, quota: null, dial: nothing, ask: nothing },
  );
  await log.write('evidence_read', ran.meta);
  return present(row, args, ran.answer, { app, evidence: '', nonce: app.ids(4) });
}

/** One pass to the outside: secrets, approval, quota, run. A provider of `search.fallback` gets a pass of its own. */
async function attempt(
  row: ToolRow,
  args: unknown,
  target: Target,
  egress: Decision,
  { app, context, store, log, gate }: Walk & { gate: Gate },
): Promise<Ran<unknown>> {
  await gate.secrets(target, args);
  await gate.approval(target, egress);

  const signal = context.signal ?? new AbortController().signal;
  const provider = target.kind === 'query' ? target.provider : null;
  const counted =
    provider === null || provider.needs === 'index'
      ? null
      : await settle(app, store, context.agent).reserve(log, provider);
  const deps: RunDeps = {
    app,
    context,
    signal,
    quota: counted?.quota ?? null,
    dial: (options) => dialTarget(app, gate, target, context, { ...options, signal }),
    ask: (toSignal) => {
      if (provider === null || !row.capability.needs.includes('NETWORK_ACCESS')) {
        throw new SallyportError('internal', `${row.name} asked for a provider that its call does not have.`);
      }
      return app.providerDeps(provider, { agent: context.agent, project: context.project })(toSignal);
    },
  };
  try {
    return await row.run(args, target, deps);
  } catch (thrown) {
    const error = asSallyportError(thrown);
    // What the provider did not serve it does not bill; a call cut off half way may have been billed and stays counted.
    if (costNothing(error)) await counted?.refund();
    throw error;
  }
}

const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'url_refused',
  'address_refused',
  'not_configured',
]);

/** Whether a search is sure to have cost nothing: the provider was never reached, or it answered with a refusal. */
function costNothing(error: SallyportError): boolean {
  return isUnbilled(error) || NEVER_SENT.has(error.code) || NEVER_SENT.has(error.facts?.['code']);
}

function validate(row: ToolRow, args: unknown): unknown {
  const parsed = row.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.');
  throw new SallyportError('invalid_input', `${where ? `${where}: ` : ''}${issue?.message ?? 'wrong arguments'}`, {
    hint: `See the arguments of ${row.name}.`,
  });
}

/** Writes the record; a document of the local index belongs to its project and never stands for a fetch of the web. */
function keep(
  app: App,
  store: Store,
  context: CallContext,
  requestKey: string,
  { ran, tool, args }: { ran: Ran<unknown>; tool: string; args: unknown },
): Promise<EvidenceRecord> {
  return store.evidence.put({
    kind: ran.body === undefined ? 'search' : 'fetch',
    origin: ran.origin,
    agent: context.agent,
    session: context.session,
    run: context.run,
    project: ran.origin === 'local' ? context.project : null,
    url: ran.url,
    finalUrl: ran.finalUrl,
    at: isoTime(app.clock),
    requestKey,
    meta: { ...ran.meta, nonce: app.ids(4), call: { tool, args } },
    ...(ran.body === undefined ? {} : { body: ran.body }),
    answer: JSON.stringify(ran.answer),
  });
}

/** The session has now been shown these addresses, and has read a stranger's text. */
async function admit(row: ToolRow, answer: unknown, context: CallContext, store: Store, at: string): Promise<void> {
  const shows = row.shows(answer);
  if (shows !== null) {
    const urls = shows.urls.map(seenKey).filter((url) => url !== null);
    await store.sessions.addSeen(context.session, urls, shows.from);
  }
  await store.sessions.taint(context.session, at);
}

const nonceOf = (record: EvidenceRecord): string => String(record.meta['nonce'] ?? '');

/** A recorded answer, shown as it was shown the first time: nothing is dialled and nothing extracted again. */
async function shown(
  row: ToolRow,
  args: unknown,
  record: EvidenceRecord,
  { app, store, context, ...about }: Omit<Walk, 'log'> & { cached?: boolean; quota?: Quota },
): Promise<CallResult> {
  const answer: unknown = JSON.parse(await store.evidence.answer(record));
  await admit(row, answer, context, store, isoTime(app.clock));
  return present(row, args, answer, { app, evidence: record.id, nonce: nonceOf(record), ...about });
}

async function present(
  row: ToolRow,
  args: unknown,
  answer: unknown,
  {
    app,
    cached = false,
    quota = null,
    ...about
  }: { app: App; evidence: string; nonce: string; cached?: boolean; quota?: Quota | null },
): Promise<CallResult & { ok: true }> {
  const viewed = await row.view(answer, args, { ...about, cached, quota, settings: app.settings });
  return { ok: true, ...viewed, evidence: about.evidence === '' ? null : about.evidence };
}

/** What a model reads of a failure: our own words only; what a stranger said stays in the facts. */
export function failureText(error: SallyportError): string {
  const wait = error.retryAfterSeconds === undefined ? '' : ` Retry after ${error.retryAfterSeconds} s.`;
  return `${error.code}: ${error.message}${error.hint ? ` ${error.hint}` : ''}${wait}`;
}
