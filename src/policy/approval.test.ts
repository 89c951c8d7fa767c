import { describe, expect, it } from 'vitest';
import type { Decision } from '../core/index.js';
import { type ApprovalInput, judgeApproval } from './approval.js';

const ALLOWED: Decision = { verdict: 'allow', rule: 'plain', reason: 'plain' };
const ASKED: Decision = { verdict: 'ask', rule: 'not-plain:id', reason: 'It could carry data.', hint: 'h' };
const REFUSED: Decision = { verdict: 'refuse', rule: 'deny-list', reason: 'denied', code: 'egress_refused', hint: 'h' };

const short = (over: Partial<ApprovalInput>): string => {
  const decision = judgeApproval({
    tool: 'web_fetch',
    kind: 'address',
    mode: 'ask',
    remembered: null,
    canAsk: true,
    egress: ALLOWED,
    ...over,
  });
  return `${decision.verdict} ${decision.rule}`;
};

describe('approval', () => {
  it.each<[string, Partial<ApprovalInput>, string]>([
    ['a fetch that egress allows', {}, 'allow plain'],
    ['a fetch that egress asks for', { egress: ASKED }, 'ask not-plain:id'],
    ['... where nobody can be asked', { egress: ASKED, canAsk: false }, 'refuse nobody-to-ask'],
    ['... that was allowed for the session', { egress: ASKED, remembered: 'allow' }, 'allow remembered-allow'],
    ['... that was denied for the session', { egress: ASKED, remembered: 'deny' }, 'refuse remembered-deny'],
    ['a denial counts for what egress allows too', { remembered: 'deny' }, 'refuse remembered-deny'],
    ['a refusal of egress stands, whatever was answered', { egress: REFUSED, remembered: 'allow' }, 'refuse deny-list'],
    ['a search, the first time', { kind: 'query' }, 'ask first-use'],
    ['a search that was allowed', { kind: 'query', remembered: 'allow' }, 'allow remembered-allow'],
    ['a search where nobody can be asked', { kind: 'query', canAsk: false }, 'allow configured'],
    ['always: each call', { mode: 'always' }, 'ask approval-always'],
    ['always: a remembered yes does not count', { mode: 'always', remembered: 'allow' }, 'ask approval-always'],
    ['always, where nobody can be asked', { mode: 'always', canAsk: false }, 'refuse nobody-to-ask'],
    [
      'always, a search where nobody can be asked',
      { mode: 'always', kind: 'query', canAsk: false },
      'refuse nobody-to-ask',
    ],
    ['never: a search', { mode: 'never', kind: 'query' }, 'allow approval-never'],
    ['never: a fetch that egress allows', { mode: 'never' }, 'allow plain'],
    ['never: what egress would ask for', { mode: 'never', egress: ASKED }, 'refuse approval-never'],
  ])('%s', (_, over, expected) => {
    expect(short(over)).toBe(expected);
  });
});
