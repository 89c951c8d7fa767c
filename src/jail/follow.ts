import { SallyportError } from '../core/index.js';
import { checkCut, DEFAULT_BACKOFF_MS, isPassing, planAnswer, redirectTarget } from './answer-rules.js';
import { readChallenge } from './challenge.js';
import { judgeTarget, type Target } from './check-url.js';
import type { GuardedRequest, GuardedResponse, Hop } from './contract.js';
import type { Deadline } from './deadline.js';
import { TRANSPORT_RULES } from './failures.js';
import type { TypeVerdict } from './judge-type.js';
import { nextHop } from './next-hop.js';
import { authorityOf } from './parse-url.js';
import { requestHeaders } from './request-headers.js';
import { readRetryAfter } from './retry-after.js';
import { type Exchange, STALE } from './wire.js';
import type { WireSource } from './wire-source.js';

/** What one call needs of its jail. */
export interface Surroundings {
  source: WireSource;
  exceptions: readonly string[];
  userAgent: string;
  now: () => number;
  /** Asked before each hop is resolved; returns a note, throws to refuse. */
  beforeHop: (target: Target, deadline: Deadline) => Promise<string | null>;
}

/** A request whose parts were checked, with every default filled in. */
export interface Walk {
  asked: GuardedRequest;
  headers: Record<string, string>;
  method: 'GET' | 'POST';
  maxRedirects: number;
  accept: 'text' | 'document' | 'any';
  retry: boolean;
}

interface Answer extends Exchange {
  peer: string;
  type: TypeVerdict | null;
}

/** One call from its first address to its last: every hop is judged, dialled and read under the same rules. */
export class Follow {
  readonly #around: Surroundings;
  readonly #walk: Walk;
  readonly #deadline: Deadline;
  readonly #hops: Hop[] = [];
  readonly #notes = new Set<string>();
  #retried = false;
  #headers: Record<string, string>;
  #method: 'GET' | 'POST';
  #body: string | Buffer | null;

  constructor(around: Surroundings, walk: Walk, deadline: Deadline) {
    this.#around = around;
    this.#walk = walk;
    this.#deadline = deadline;
    this.#headers = walk.headers;
    this.#method = walk.method;
    const body = walk.asked.body ?? null;
    this.#body = body === null || typeof body === 'string' ? body : Buffer.from(body);
  }

  async run(): Promise<GuardedResponse> {
    let target = this.#firstTarget();
    for (;;) {
      const note = await this.#around.beforeHop(target, this.#deadline);
      if (note) this.#notes.add(note);
      const answer = await this.#askPatiently(target);
      const location = redirectTarget(answer.head);
      if (location === null) return this.#respond(target, answer);
      target = await this.#hop(target, answer.head.status, location);
    }
  }

  #firstTarget(): Target {
    const { url, purpose, lockedTo, operatorEndpoint } = this.#walk.asked;
    // Exceptions are for pages (and their robots.txt): a provider's request reaches what its operator configured.
    const exceptions = purpose === 'endpoint' ? [] : this.#around.exceptions;
    const verdict = judgeTarget(url, exceptions, operatorEndpoint ? 'operator' : 'public');
    if (!verdict.allowed) {
      const { code, reason, rule, hint } = verdict.refusal;
      throw new SallyportError(code, `The address is refused: ${reason}.`, { rule, hint });
    }
    const { target } = verdict;
    const locks = [authorityOf(target.url), ...(target.url.port === '' ? [target.url.hostname, target.host] : [])];
    if (purpose === 'endpoint' && !(lockedTo ?? []).some((lock) => locks.includes(lock.toLowerCase()))) {
      throw new SallyportError('url_refused', `${target.host} is not one of the hosts that this provider may reach.`, {
        rule: 'locked',
        hint: 'A provider reaches its own hosts only; check search.baseUrl.',
      });
    }
    return target;
  }

  async #hop(from: Target, status: number, location: string): Promise<Target> {
    const step = await nextHop({
      from,
      status,
      location,
      hops: this.#hops,
      exceptions: this.#around.exceptions,
      maxRedirects: this.#walk.maxRedirects,
      follow: this.#walk.asked.purpose !== 'endpoint',
      judgeHop: this.#walk.asked.judgeHop,
      sendsBody: this.#method === 'POST',
    });
    this.#hops.push(step.hop);
    if (step.otherOrigin) this.#headers = {};
    if (this.#method === 'POST' && status !== 307 && status !== 308) {
      this.#method = 'GET';
      this.#body = null;
    }
    return step.target;
  }

  /** One try, and in the whole call one more: after a broken connection, or after a status that says "later". */
  async #askPatiently(target: Target): Promise<Answer> {
    const how = { fresh: false, anyType: false };
    for (;;) {
      const last = this.#retried || !this.#walk.retry;
      try {
        const answer = await this.#ask(target, how);
        if (last) return answer;
        if (answer.head.status === 406 && this.#walk.headers['accept'] === undefined) how.anyType = true;
        else if (!(await this.#waitFor(answer))) return answer;
        this.#notes.add(`retried after ${answer.head.status}`);
      } catch (error) {
        const broken = error instanceof SallyportError && TRANSPORT_RULES.has(error.rule ?? '');
        if (last || !broken || this.#method !== 'GET') throw error;
        this.#notes.add(`retried after ${error.rule}`);
      }
      how.fresh = true;
      this.#retried = true;
    }
  }

  /** Waits as the server asked, where that leaves the second try at least half of the time; else false. */
  async #waitFor({ head }: Answer): Promise<boolean> {
    if (!isPassing(head.status) || readChallenge(head) !== null) return false;
    const seconds = readRetryAfter(head.headers['retry-after'], this.#around.now());
    const ms = seconds === null ? DEFAULT_BACKOFF_MS : seconds * 1000;
    if (ms > this.#deadline.remainingMs / 2) return false;
    await this.#deadline.sleep('waiting as the server asked', ms);
    return true;
  }

  async #ask(target: Target, how: { fresh: boolean; anyType: boolean }): Promise<Answer> {
    const { source, userAgent } = this.#around;
    const { accept } = this.#walk;
    const { maxBytes, purpose } = this.#walk.asked;
    const headers = requestHeaders(this.#headers, { userAgent, anyType: how.anyType });
    source.addProxyHeaders(headers, target.url);
    const request = { method: this.#method, path: source.requestTarget(target.url), headers, body: this.#body };
    for (let fresh = how.fresh || this.#method !== 'GET'; ; fresh = true) {
      // A request that must not be sent twice takes no socket that may be dying.
      const { wire, park, reused } = await source.open(target, this.#deadline, fresh);
      let answered = false;
      let type = (): TypeVerdict | null => null;
      try {
        const exchange = await wire.exchange(
          request,
          (head) => {
            answered = true;
            if (redirectTarget(head) !== null) return null;
            const plan = planAnswer(head, target.url.href, { maxBytes, accept, partialIsFine: purpose === 'robots' });
            type = plan.type;
            return plan.rules;
          },
          this.#deadline,
          park,
        );
        return { ...exchange, peer: wire.peer, type: type() };
      } catch (error) {
        // What breaks a used socket before any answer is the socket's past, not this request: not even a retry.
        const past = reused && !answered && error instanceof SallyportError && error.code === 'bad_response';
        if (error !== STALE && !past) throw error;
      }
    }
  }

  #respond(target: Target, { head, body, peer, type }: Answer): GuardedResponse {
    const good = head.status >= 200 && head.status < 300;
    if (body.truncated && good) {
      checkCut(type, this.#walk.asked.maxBytes);
      this.#notes.add(`cut after ${body.bytes.length} bytes: the answer is larger than the limit`);
    }
    if (head.status === 206) this.#notes.add('the server sent only a part of the page (206)');
    return {
      url: this.#walk.asked.url,
      finalUrl: target.url.href,
      redirects: this.#hops,
      status: head.status,
      headers: head.headers,
      body: body.bytes,
      truncated: body.truncated,
      wireBytes: body.wireBytes,
      peer,
      guard: this.#around.source.guard,
      attempts: this.#retried ? 2 : 1,
      elapsedMs: this.#deadline.elapsedMs,
      notes: [...this.#notes],
      contentType: type?.contentType ?? null,
      challenge: readChallenge(head),
      retryAfterSeconds: readRetryAfter(head.headers['retry-after'], this.#around.now()),
    };
  }
}
