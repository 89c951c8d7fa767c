import type { Decision } from '../core/index.js';
import type { ApprovalMode } from './contract.js';

export interface ApprovalInput {
  /** Name of the tool: `web_search`, `web_fetch`, ... */
  tool: string;
  /** `query`: only the configured provider is asked; `address`: an address is fetched, which egress has judged. */
  kind: 'query' | 'address';
  mode: ApprovalMode;
  /** What was answered earlier in this session for the tool or the host; null where nothing was. */
  remembered: 'allow' | 'deny' | null;
  /** Whether somebody can be asked. */
  canAsk: boolean;
  /** The verdict on the address; for a query any `allow`. */
  egress: Decision;
}

/**
 * Does this call need a person's word? An egress refusal stands whatever was answered, and a remembered yes does not
 * count where the operator wants each call asked. No answer covers a secret: that is asked apart, each time.
 */
export function judgeApproval(input: ApprovalInput): Decision {
  const { egress, remembered } = input;
  if (egress.verdict === 'refuse') return egress;
  if (remembered === 'deny') return denied('remembered-deny', `${input.tool} was denied for this session.`);
  if (input.mode === 'always') {
    if (!input.canAsk) return denied('nobody-to-ask', 'Approval is "always", and nobody can be asked here.');
    return ask('approval-always', `Approval is "always": each call of ${input.tool} is asked.`);
  }
  if (egress.verdict === 'ask') {
    if (input.mode === 'never') return denied('approval-never', `${egress.reason} Nothing is asked here.`);
    if (remembered === 'allow') return allow('remembered-allow', 'This was allowed for the session.');
    return input.canAsk ? egress : denied('nobody-to-ask', `${egress.reason} Nobody can be asked here.`);
  }
  if (input.kind === 'address') return egress;
  if (input.mode === 'never') return allow('approval-never', 'Approval is "never": nothing is asked.');
  if (remembered === 'allow') return allow('remembered-allow', `${input.tool} was allowed for this session.`);
  // Configuring a provider was the consent; the question is the reminder. It names no query: a detail that changes
  // every call would be asked every call.
  if (!input.canAsk) return allow('configured', 'A provider is configured, and nobody can be asked here.');
  return ask('first-use', `${input.tool} sends queries to the configured provider; this is asked once a session.`);
}

const SETTINGS = 'The operator sets approval to "ask", "always" or "never", and egress.allow and egress.mode.';

function allow(rule: string, reason: string): Decision {
  return { verdict: 'allow', rule, reason };
}

function ask(rule: string, reason: string): Decision {
  return { verdict: 'ask', rule, reason, hint: SETTINGS };
}

function denied(rule: string, reason: string): Decision {
  return { verdict: 'refuse', rule, reason, code: 'approval_denied', hint: SETTINGS };
}
