export { type FenceInput, fence } from './fence.js';
export { instructionLike, type Suspicion } from './instruction-like.js';
export { safeHtml } from './safe-html.js';
export { type SafeOptions, safeForModel, safeLine } from './safe-markdown.js';
