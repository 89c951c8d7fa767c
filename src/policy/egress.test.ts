import { describe, expect, it } from 'vitest';
import type { EgressInput, EgressMode } from './contract.js';
import { judgeEgress } from './egress.js';

const PLAIN = 'https://example.com/docs/install';
const CARRYING = 'https://example.com/c/3f9c2b1d4e5a3f9c2b1d4e5a';

function judge(over: Partial<EgressInput>) {
  return judgeEgress({
    url: PLAIN,
    mode: 'plain',
    allow: [],
    deny: [],
    seen: null,
    seenHost: false,
    tainted: false,
    linkBudget: true,
    canAsk: false,
    approval: 'ask',
    ...over,
  });
}

const short = (over: Partial<EgressInput>): string => {
  const decision = judge(over);
  return `${decision.verdict} ${decision.rule}`;
};

describe('the order of judgement: deny, allow, seen, plain, ask, refuse', () => {
  it.each<[string, Partial<EgressInput>, string]>([
    ['denied', { deny: ['example.com'] }, 'refuse deny-list'],
    ['denied though allowed', { deny: ['example.com'], allow: ['example.com'] }, 'refuse deny-list'],
    ['denied though given by the operator', { deny: ['example.com'], seen: 'operator' }, 'refuse deny-list'],
    ['denied though open', { deny: ['*'], mode: 'open' }, 'refuse deny-list'],
    ['denied by a subdomain pattern', { url: 'https://a.example.com/', deny: ['*.example.com'] }, 'refuse deny-list'],
    ['not denied by the pattern of its subdomains', { deny: ['*.example.com'] }, 'allow plain'],
    ['denied by port', { deny: ['example.com:443'] }, 'refuse deny-list'],
    ['not denied by another port', { deny: ['example.com:8443'] }, 'allow plain'],
    ['nothing passes a deny list that cannot be read', { deny: ['https://evil.example/'] }, 'refuse deny-list'],
    ['allowed', { url: CARRYING, allow: ['example.com'] }, 'allow allow-list'],
    ['an allow list of everything is no pattern', { url: CARRYING, allow: ['*'] }, 'refuse not-plain:id'],
    ['given by the operator', { url: CARRYING, seen: 'operator' }, 'allow seen-operator'],
    ['from a search', { url: CARRYING, seen: 'search' }, 'allow seen-search'],
    ['from a page', { url: CARRYING, seen: 'page' }, 'allow seen-page'],
    ['from a page beyond the budget', { seen: 'page', linkBudget: false }, 'refuse link-budget'],
    ['plain', {}, 'allow plain'],
    ['not plain', { url: CARRYING }, 'refuse not-plain:id'],
    ['not plain, and somebody can be asked', { url: CARRYING, canAsk: true }, 'ask not-plain:id'],
    ['not plain, and nothing may be asked', { url: CARRYING, canAsk: true, approval: 'never' }, 'refuse not-plain:id'],
    ['plain on a host not seen, tainted', { tainted: true }, 'refuse not-plain:tainted'],
    ['plain on a seen host, tainted', { tainted: true, seenHost: true }, 'allow plain'],
    ['... beyond the budget', { tainted: true, seenHost: true, linkBudget: false }, 'refuse link-budget'],
    ['allowed, tainted', { tainted: true, allow: ['example.com'] }, 'allow allow-list'],
    ['another scheme', { url: 'ftp://example.com/' }, 'refuse not-an-address'],
    ['no address', { url: 'example.com' }, 'refuse not-an-address'],
  ])('%s', (_, over, expected) => {
    expect(short(over)).toBe(expected);
  });

  it.each<[EgressMode, Partial<EgressInput>, string]>([
    ['allowlist', { allow: ['example.com'] }, 'allow allow-list'],
    ['allowlist', {}, 'refuse mode-allowlist'],
    ['allowlist', { seen: 'operator' }, 'refuse mode-allowlist'],
    ['allowlist', { canAsk: true }, 'ask mode-allowlist'],
    ['seen', { seen: 'search' }, 'allow seen-search'],
    ['seen', {}, 'refuse mode-seen'],
    ['ask', { seen: 'page' }, 'allow seen-page'],
    ['ask', { canAsk: true }, 'ask mode-ask'],
    ['ask', {}, 'refuse mode-ask'],
    ['open', { url: CARRYING, tainted: true }, 'allow mode-open'],
  ])('mode %s with %o: %s', (mode, over, expected) => {
    expect(short({ mode, ...over })).toBe(expected);
  });

  it('an empty allow list never means everything', () => {
    expect(short({ mode: 'allowlist', allow: [] })).toBe('refuse mode-allowlist');
  });

  it('a refusal has a code and names the setting', () => {
    const decision = judge({ url: CARRYING });
    expect(decision).toMatchObject({
      code: 'egress_refused',
      hint: expect.stringMatching(/egress\.allow.*egress\.mode/),
    });
  });
});
