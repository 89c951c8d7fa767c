export * from './decision.js';
export * from './errors.js';
export * from './limits.js';
export * from './page.js';
export * from './seams.js';
export * from './search.js';
export * from './url.js';
export * from './version.js';
