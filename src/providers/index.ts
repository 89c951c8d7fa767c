export * from './conformance/index.js';
export * from './contract.js';
export { type PreparedQuery, prepareQuery } from './prepare-query.js';
export { PRICES, type Price } from './prices.js';
export { type RateVerdict, rateVerdict, readRateWindows, retryAfterSeconds } from './rate-limit.js';
export { AUTO_ORDER, PROVIDERS, providerById } from './registry.js';
export { type Choice, chooseProvider } from './selection.js';
export { baseUrlFault } from './source-address.js';
export { type Dropped, type TidyHits, type TidyOptions, tidyHits } from './tidy-hits.js';
