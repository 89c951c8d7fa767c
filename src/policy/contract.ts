import type { Decision } from '../core/index.js';

export type EgressMode = 'allowlist' | 'seen' | 'plain' | 'ask' | 'open';

export interface EgressInput {
  /** Canonical address (WHATWG href). */
  url: string;
  mode: EgressMode;
  /** Host patterns: `example.com` that host, `*.example.com` its subdomains. Deny wins. */
  allow: readonly string[];
  deny: readonly string[];
  /** Where this exact address was shown to the session, if it was. */
  seen: 'operator' | 'search' | 'page' | null;
  /** Whether any address of this host was seen. */
  seenHost: boolean;
  /** Whether the session has read untrusted text. */
  tainted: boolean;
  /**
   * Whether the budget of links followed for this site still holds; looked at where `seen` is `page`, and for plain
   * addresses once the session is tainted (a rule of `seen-page`, or `plain` in a tainted session, spends of it).
   */
  linkBudget: boolean;
  /** Whether somebody can be asked. */
  canAsk: boolean;
  approval: ApprovalMode;
}

export type EgressJudge = (input: EgressInput) => Decision;

export type ApprovalMode = 'ask' | 'always' | 'never';

export interface SecretFinding {
  /** Name of the rule: `aws-secret`, `github-pat`, `private-key`, `own-key`, `high-entropy`, ... */
  kind: string;
  /** Where in the text as given, UTF-16 offsets. */
  start: number;
  end: number;
  /** First and last characters with the middle masked; never the secret. */
  masked: string;
  /** How it was found: as it stands, or after `percent`, `base64`, `hex` decoding. */
  decoded: 'none' | 'percent' | 'base64' | 'hex';
}
