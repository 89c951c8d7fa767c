export { checkAddress } from './check-address.js';
export { canonicalUrl, checkUrl } from './check-url.js';
export type * from './contract.js';
export { createJail, type JailSeams } from './jail.js';
export { judgeType, type TypeVerdict } from './judge-type.js';
export { DEFAULT_NETWORK_POLICY, defaultUserAgent } from './network-policy.js';
export { readRetryAfter } from './retry-after.js';
