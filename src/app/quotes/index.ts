export type { Difference } from './difference.js';
export { type QuoteAnswer, QuoteIndex, type QuotePlace, type QuoteSource } from './quote-index.js';
