import { type Decision, SallyportError } from '../core/index.js';
import { judgeTarget, type Target } from './check-url.js';
import type { GuardedRequest, Hop } from './contract.js';
import { authorityOf, parseUrl } from './parse-url.js';

interface Step {
  from: Target;
  status: number;
  /** As the server wrote it, control characters taken out. */
  location: string;
  hops: readonly Hop[];
  exceptions: readonly string[];
  maxRedirects: number;
  /** False for a provider's request, which is never led elsewhere. */
  follow: boolean;
  judgeHop: GuardedRequest['judgeHop'];
  sendsBody: boolean;
}

/**
 * Where a redirect leads, judged as the first address was, and more strictly: an exception of the operator holds only
 * on its own host and port, not for whoever points at it. Throws `redirect_refused` with the target, or
 * `too_many_redirects` with the chain.
 */
export async function nextHop(step: Step): Promise<{ target: Target; hop: Hop; otherOrigin: boolean }> {
  const { from, status, location } = step;
  const url = parseUrl(location, from.url);
  const hop: Hop = { from: from.url.href, status, to: url?.href ?? location.slice(0, 200) };
  const chain = [...step.hops, hop];
  const refuse = (rule: string, reason: string, hint: string): SallyportError =>
    new SallyportError('redirect_refused', `A redirect to ${hop.to.slice(0, 200)} is refused: ${reason}.`, {
      rule,
      hint,
      facts: { target: hop.to, redirects: chain },
    });

  if (!step.follow) throw refuse('endpoint', 'a provider’s request is not led elsewhere', 'Check search.baseUrl.');
  if (!url) throw refuse('parse-error', 'it is not a URL', 'Ask for the target itself.');
  const target = judgeHopTarget(step, url, refuse);
  if (from.url.protocol === 'https:' && url.protocol === 'http:') {
    throw refuse('downgrade', 'it leaves the secure channel', 'Ask for the http address itself if it is wanted.');
  }
  const otherOrigin = target.url.origin !== from.url.origin;
  if (step.sendsBody && otherOrigin && (status === 307 || status === 308)) {
    throw refuse('body-to-another-origin', 'it would send the body to another origin', 'Ask for the target itself.');
  }
  checkChain(chain, step.maxRedirects);
  const decision = await step.judgeHop?.({ ...hop, index: chain.length });
  if (decision && decision.verdict !== 'allow') throw refuse(decision.rule, decision.reason, hintOf(decision));
  return { target, hop, otherOrigin };
}

function judgeHopTarget(
  { from, exceptions }: Step,
  url: URL,
  refuse: (rule: string, reason: string, hint: string) => SallyportError,
): Target {
  const same = from.trust === 'operator' && authorityOf(url) === authorityOf(from.url);
  const verdict = judgeTarget(url.href, same ? exceptions : []);
  if (verdict.allowed) return verdict.target;
  throw refuse(verdict.refusal.rule, verdict.refusal.reason, verdict.refusal.hint);
}

/** Without cookies the same request gets the same answer: an address seen before is a loop. */
function checkChain(chain: readonly Hop[], most: number): void {
  const seen = chain.map((hop) => withoutFragment(hop.from));
  const loop = seen.includes(withoutFragment(chain.at(-1)!.to));
  if (!loop && chain.length <= most) return;
  const what = loop ? 'The redirects lead in a circle' : `More than ${most} redirects`;
  throw new SallyportError('too_many_redirects', `${what}: ${chain.map((hop) => hop.to.slice(0, 100)).join(' -> ')}.`, {
    rule: loop ? 'loop' : 'limit',
    facts: { redirects: chain },
    hint: 'The site may want a cookie, which is never kept; take another source.',
  });
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0]!;
}

function hintOf(decision: Exclude<Decision, { verdict: 'allow' }>): string {
  return decision.hint || 'Ask for the target itself.';
}
