export { type ApprovalInput, judgeApproval } from './approval.js';
export type { ApprovalMode, EgressInput, EgressJudge, EgressMode, SecretFinding } from './contract.js';
export { judgeEgress } from './egress.js';
export { judgePlain, type PlainVerdict } from './plain.js';
export { quotaPeriod } from './quota.js';
export { type CallParts, type SecretOptions, scanCall, scanForSecrets } from './secrets/index.js';
export { maskSecret } from './secrets/mask.js';
