import type { Decision } from '../core/index.js';
import { LIMITS, SallyportError } from '../core/index.js';
import { judgeApproval, judgeEgress, type SecretFinding, scanCall } from '../policy/index.js';
import type { Store } from '../store/contract.js';
import type { App } from './app.js';
import { seenKey } from './canonical.js';
import type { CallContext } from './context.js';
import type { Recorder } from './recorder.js';
import { siteOf } from './site.js';
import type { Target, ToolName } from './tool.js';

/** May this call go out? Collects what the pure decisions of `policy/` need, and carries out what they say. */
export class Gate {
  readonly #app: App;
  readonly #store: Store;
  readonly #context: CallContext;
  readonly #tool: ToolName;
  readonly #log: Recorder;

  constructor(app: App, store: Store, context: CallContext, tool: ToolName, log: Recorder) {
    this.#app = app;
    this.#store = store;
    this.#context = context;
    this.#tool = tool;
    this.#log = log;
  }

  /** The verdict on an address; `ask` is carried out later, once secrets have been looked for. */
  async egress(target: Target): Promise<Decision> {
    if (target.kind !== 'address')
      return { verdict: 'allow', rule: target.kind, reason: 'nothing but the provider or the index is asked' };
    const key = seenKey(target.url) ?? target.url;
    if (this.#context.typed) await this.#store.sessions.addSeen(this.#context.session, [key], 'operator');
    const decision = await this.#judge(target.url, this.#context.ask !== null);
    await this.#log.write('decision', { url: this.masked(target.url), verdict: decision.verdict, rule: decision.rule });
    if (decision.verdict === 'refuse') throw refusal(decision);
    return decision;
  }

  /** The same rule on the next hop; nobody is asked half way. */
  async hop(from: string, to: string): Promise<Decision> {
    const decision = await this.#judge(to, false);
    const stays =
      sameSite(from, to) &&
      decision.verdict === 'refuse' &&
      decision.rule !== 'deny-list' &&
      this.#app.settings.egress.mode !== 'allowlist';
    const final: Decision = stays
      ? { verdict: 'allow', rule: 'same-site', reason: 'the site that was asked for sent it on' }
      : decision;
    await this.#log.write('decision', { url: this.masked(to), hop: true, verdict: final.verdict, rule: final.rule });
    return final;
  }

  async #judge(url: string, canAsk: boolean): Promise<Decision> {
    const { sessions } = this.#store;
    const { session } = this.#context;
    const parsed = new URL(url);
    const key = seenKey(url) ?? url;
    const { mode, allow, deny } = this.#app.settings.egress;
    // What the operator named as an exception is meant to be read; only a pure allow list wants it named there too.
    const exceptions = mode === 'allowlist' ? [] : this.#app.settings.network.allowPrivate;
    const known = {
      url,
      mode,
      allow: [...allow, ...exceptions],
      deny,
      approval: this.#app.settings.approval,
      canAsk,
      seen: await sessions.seen(session, key),
      seenHost: await sessions.seenHost(session, parsed.host),
      tainted: (await sessions.tainted(session)) !== null,
    };
    const decision = judgeEgress({ ...known, linkBudget: true });
    // A link that is really followed spends of the site's budget, and so does an address that a tainted session makes up on
    // a host it was shown: either can spell a message.
    if (decision.rule !== 'seen-page' && !(decision.rule === 'plain' && known.tainted)) return decision;
    return judgeEgress({
      ...known,
      linkBudget: await sessions.spendLink(session, siteOf(parsed.hostname), LIMITS.linksPerSite),
    });
  }

  /** Refuses or asks where a secret would leave; no memory covers it. */
  async secrets(target: Target, args: unknown): Promise<void> {
    const findings = this.#scan(target, args);
    const first = findings[0];
    if (first === undefined) return;
    const kinds = [...new Set(findings.map((finding) => finding.kind))];
    const masked = findings.map((finding) => `${finding.kind} ${finding.masked}`).join(', ');
    if (this.#context.ask !== null) {
      const answer = await this.#context.ask({
        about: 'secret',
        tool: this.#tool,
        what: masked,
        host: target.kind === 'address' ? target.host : null,
        rule: first.kind,
        reason: 'what would be sent looks like it holds a secret',
      });
      await this.#log.write('approval', { about: 'secret', kinds, answer });
      if (answer !== 'deny') return;
    }
    throw new SallyportError('secret_refused', `This would send what looks like a secret: ${masked}.`, {
      hint: 'Take it out of the query or address. Where a person can be asked, they may let it pass once.',
      rule: first.kind,
    });
  }

  #scan(target: Target, args: unknown): SecretFinding[] {
    if (!leaves(target)) return [];
    const options = { ownKeys: this.#app.ownKeys(), marked: markedValues(this.#app) };
    if (target.kind === 'address') return scanCall({ url: target.url, args: args as Record<string, unknown> }, options);
    return scanCall({ query: target.text, args: { also: target.also } }, options);
  }

  /** Asks for what approval or egress leave open, and remembers the answer for the session. */
  async approval(target: Target, egress: Decision): Promise<void> {
    if (this.#context.typed && egress.verdict === 'allow') return;
    if (!leaves(target)) return;
    const { session, ask } = this.#context;
    const host = target.kind === 'address' ? target.host : null;
    const tool = `tool:${this.#tool}`;
    const remembered =
      (await this.#store.sessions.remembered(session, tool)) ??
      (host === null ? null : await this.#store.sessions.remembered(session, `host:${host}`));
    const decision = judgeApproval({
      tool: this.#tool,
      kind: target.kind === 'query' ? 'query' : 'address',
      mode: this.#app.settings.approval,
      remembered,
      canAsk: ask !== null,
      egress,
    });
    if (decision.verdict === 'allow') return;
    if (decision.verdict === 'refuse' || ask === null) throw refusal(decision);
    const answer = await ask({
      about: target.kind === 'query' ? 'tool' : 'address',
      tool: this.#tool,
      what: target.kind === 'query' ? target.text : target.url,
      host,
      rule: decision.rule,
      reason: decision.reason,
    });
    await this.#log.write('approval', { about: target.kind, rule: decision.rule, answer });
    if (answer === 'tool') await this.#store.sessions.remember(session, tool, 'allow');
    if (answer === 'host' && host !== null) await this.#store.sessions.remember(session, `host:${host}`, 'allow');
    if (answer === 'deny') {
      throw new SallyportError('approval_denied', 'The person who was asked said no.', { rule: decision.rule });
    }
  }

  /** The value with every secret in its strings masked: what may stand in the log. */
  masked<T>(value: T): T {
    const options = { ownKeys: this.#app.ownKeys(), marked: markedValues(this.#app) };
    const mask = (inner: unknown): unknown => {
      if (typeof inner === 'string') return maskAll(inner, scanCall({ query: inner }, options));
      if (Array.isArray(inner)) return inner.map(mask);
      if (typeof inner === 'object' && inner !== null) {
        return Object.fromEntries(Object.entries(inner).map(([key, part]) => [key, mask(part)]));
      }
      return inner;
    };
    return mask(value) as T;
  }
}

/** Whether anything is sent for this target at all. */
function leaves(target: Target): target is Extract<Target, { kind: 'address' | 'query' }> {
  return target.kind === 'address' || target.kind === 'query';
}

function maskAll(text: string, findings: readonly SecretFinding[]): string {
  let out = text;
  for (const finding of [...findings].sort((a, b) => b.start - a.start)) {
    out = out.slice(0, finding.start) + finding.masked + out.slice(finding.end);
  }
  return out;
}

/** Values of the variables that the operator marked secret (`secrets.environment`). */
function markedValues(app: App): string[] {
  return app.settings.secrets.environment.flatMap((name) => app.env[name] ?? []).filter((value) => value.length >= 4);
}

export function refusal(decision: Decision): SallyportError {
  const code = decision.verdict === 'refuse' ? decision.code : 'egress_refused';
  return new SallyportError(code, decision.reason, {
    rule: decision.rule,
    ...('hint' in decision ? { hint: decision.hint } : {}),
  });
}

/**
 * Whether a hop stays with the site that was asked for: the same host, or one a subdomain of the other. Going up is
 * bounded to names of two labels and more, so that a suffix like `com` never counts as a site.
 */
export function sameSite(a: string, b: string): boolean {
  const [first, second] = [new URL(a).hostname, new URL(b).hostname].map((host) =>
    host.replace(/\.$/, '').replace(/^www\./, ''),
  );
  if (first === undefined || second === undefined) return false;
  if (first === second) return true;
  const [long, short] = first.length > second.length ? [first, second] : [second, first];
  return short.split('.').length >= 2 && !/^[\d.]+$|:/.test(short) && long.endsWith(`.${short}`);
}
