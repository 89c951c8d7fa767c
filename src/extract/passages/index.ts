export { type Focused, focus, type Passage } from './focus.js';
export { outline, type PlacedHeading, section } from './sections.js';
export { countTokens } from './tokens.js';
export { type Slice, sliceFrom, type Window, windowText } from './window.js';
