/** Search providers: the contract, the registry, the neutral query, tidy hits, and the suite that every provider passes. */
export { SallyportError } from '../core/index.js';
export { askJson, badReply, refuseIfAborted } from './ask.js';
export * from './conformance/index.js';
export * from './contract.js';
export { type PreparedQuery, prepareQuery } from './prepare-query.js';
export { isUnbilled, PRICES, type Price } from './prices.js';
export { nextCall, type RateVerdict, rateVerdict, readRateWindows, retryAfterSeconds } from './rate-limit.js';
export { readHits } from './read-hits.js';
export { AUTO_ORDER, PROVIDERS, providerById } from './registry.js';
export { type Fields, fields, list, optional, text } from './reply-fields.js';
export { type Choice, chooseProvider } from './selection.js';
export { baseUrlFault, keyedReason, sourceAddress } from './source-address.js';
export { type Dropped, type TidyHits, type TidyOptions, tidyHits } from './tidy-hits.js';
