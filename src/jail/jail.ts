import { readFileSync } from 'node:fs';
import { asSallyportError, type Clock, LIMITS, SallyportError, systemClock } from '../core/index.js';
import { judgeTarget, type Target } from './check-url.js';
import type { GuardedRequest, GuardedResponse, Jail, NetworkPolicy, UrlVerdict } from './contract.js';
import { Deadline } from './deadline.js';
import { type Dial, dialTcp } from './dial.js';
import { Follow, type Walk } from './follow.js';
import { defaultUserAgent, validatePolicy } from './network-policy.js';
import { Politeness } from './politeness.js';
import { checkCallerHeaders } from './request-headers.js';
import { createResolve, type Resolve } from './resolve.js';
import { ROBOTS_BYTES, Robots } from './robots.js';
import { WireSource } from './wire-source.js';

/** What can be handed in instead of the machine's own. */
export interface JailSeams {
  clock?: Clock;
  /** Shared politeness; default: one for the process, since a site counts requests of the machine, not of an object. */
  politeness?: Politeness;
  /** Resolver instead of `policy.dns` or the system's. Its answers are judged like any. */
  resolve?: Resolve;
  /**
   * Opens connections. Named unsafe because whoever gives it decides what an address means: for a laboratory that plays
   * public addresses on loopback, never for a product.
   */
  unsafeDial?: Dial;
}

const processPoliteness = new Politeness(systemClock);

/**
 * The only door to the web. One jail is one policy: its sockets, its robots.txt memory and its verdicts are shared with
 * no other. Throws `invalid_input` for a policy that cannot be understood, `not_configured` for a CA file that cannot
 * be read.
 */
export function createJail(given: NetworkPolicy, seams: JailSeams = {}): Jail & { openSockets(): number } {
  const policy = validatePolicy(given);
  const clock = seams.clock ?? systemClock;
  const politeness = seams.politeness ?? processPoliteness;
  const userAgent = policy.userAgent ?? defaultUserAgent();
  const robots = new Robots(userAgent, clock);
  const source = new WireSource(policy, {
    resolve: seams.resolve ?? createResolve(policy.dns),
    dial: seams.unsafeDial ?? dialTcp,
    extraCa: policy.caFile === null ? null : readCa(policy.caFile),
  });

  async function request(asked: GuardedRequest, exceptions = policy.allowPrivate): Promise<GuardedResponse> {
    const walk = fill(asked);
    const deadline = new Deadline(asked.timeoutMs, clock, asked.signal);
    const leave = new Map<string, () => void>();
    try {
      const follow = new Follow(
        {
          source,
          userAgent,
          now: clock,
          exceptions,
          beforeHop: async (target, running) => {
            if (asked.purpose !== 'page') return null;
            const note = asked.robots === 'obey' ? await askRobots(asked, target, running) : null;
            const host = target.host;
            if (target.trust === 'public' && !leave.has(host)) {
              leave.set(host, await politeness.enter(host, policy.perHost, running));
            }
            return note;
          },
        },
        walk,
        deadline,
      );
      return await follow.run();
    } catch (error) {
      throw asSallyportError(error);
    } finally {
      deadline.clear();
      for (const done of leave.values()) done();
    }
  }

  /**
   * The same guard, a short deadline of its own, the page's egress rule on every hop, and no more trust than the page
   * has: robots.txt of a host that a redirect may not reach is not asked for either.
   */
  function askRobots(page: GuardedRequest, target: Target, running: Deadline): Promise<string | null> {
    return robots.check(target.url, (url, timeoutMs) => {
      const file: GuardedRequest = {
        url,
        purpose: 'robots',
        accept: 'any',
        maxBytes: ROBOTS_BYTES,
        timeoutMs: Math.max(1, Math.min(timeoutMs, running.remainingMs)),
        retry: false,
        ...(page.judgeHop ? { judgeHop: page.judgeHop } : {}),
        ...(page.signal ? { signal: page.signal } : {}),
      };
      return request(file, target.trust === 'operator' ? policy.allowPrivate : []);
    });
  }

  async function check(
    url: string,
    options: { resolve?: boolean; signal?: AbortSignal } = {},
  ): Promise<UrlVerdict & { addresses?: string[] }> {
    const verdict = judgeTarget(url, policy.allowPrivate);
    if (!verdict.allowed) return verdict.refusal;
    const { target, rule } = verdict;
    const allowed: UrlVerdict = { verdict: 'allow', rule, url: target.url.href, host: target.host, port: target.port };
    if (!options.resolve) return allowed;
    const deadline = new Deadline(LIMITS.connectMs, clock, options.signal);
    try {
      return { ...allowed, addresses: await source.addresses(target, deadline) };
    } catch (error) {
      if (!(error instanceof SallyportError) || error.code !== 'address_refused') throw error;
      const { message, hint } = error;
      return {
        verdict: 'refuse',
        rule: error.rule ?? 'dns',
        reason: message,
        hint,
        code: error.code,
        url: target.url.href,
      };
    } finally {
      deadline.clear();
    }
  }

  return {
    request: (asked) => request(asked),
    check,
    openSockets: () => source.openSockets,
    close: async () => source.close(),
  };
}

function fill(asked: GuardedRequest): Walk {
  const method = asked.method ?? 'GET';
  if (!(asked.maxBytes > 0) || !(asked.timeoutMs > 0)) {
    throw new SallyportError('invalid_input', 'A request needs a positive byte cap and deadline.');
  }
  return {
    asked,
    method,
    headers: checkCallerHeaders(asked.headers ?? {}),
    maxRedirects: asked.maxRedirects ?? LIMITS.hops,
    accept: asked.accept ?? (asked.purpose === 'page' ? 'text' : 'any'),
    retry: asked.retry ?? (method === 'GET' && asked.purpose === 'page'),
  };
}

function readCa(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  } catch (cause) {
    throw new SallyportError('not_configured', `The file in network.caFile cannot be read: ${file}.`, {
      hint: 'Give the path of a PEM file.',
      cause,
    });
  }
  throw new SallyportError('not_configured', `The file in network.caFile holds no PEM certificate: ${file}.`, {
    hint: 'Give the path of a PEM file.',
  });
}
