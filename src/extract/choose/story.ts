import type { Block, Segments } from './blocks.js';
import type { PageFacts } from './page-facts.js';
import { HEADING_LEVEL, TAG, tagNumber, WITHIN } from './tags.js';

const FIGCAPTION = tagNumber('figcaption');
const STORY_TYPES = ['Article', 'NewsArticle', 'BlogPosting'];
const LONG = 15;
const SHORT = 30;
const CAPTION = 60;

/**
 * Takes out of a story what is not told in it: captions, credits, lines that only link elsewhere, and the title, which the page has by itself.
 * Only where the page calls itself an article and what was chosen is running text: on other pages such lines are content.
 */
export function dropAsides(segments: Segments, facts: PageFacts, chosen: Uint8Array): void {
  const { blocks } = segments;
  if (!callsItselfStory(facts) || !isProse(segments, chosen)) return;
  for (let at = 0; at < blocks.length; at++) if (chosen[at] === 1 && isAside(segments, blocks[at]!)) chosen[at] = 0;
}

function callsItselfStory({ ogType, hasDate, types }: PageFacts): boolean {
  return ogType === 'article' || hasDate || STORY_TYPES.some((type) => types.has(type));
}

function isProse({ blocks, within }: Segments, chosen: Uint8Array): boolean {
  let words = 0;
  let linked = 0;
  let prose = 0;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    if (chosen[at] === 0) continue;
    words += block.count;
    linked += block.linked;
    const runs = block.count >= LONG && block.linked < 0.4 * block.count && block.sentences > 0;
    if (runs && (within[block.element]! & WITHIN.list) === 0) prose += block.count;
  }
  return linked < 0.2 * words && prose > 0.7 * words;
}

function isAside({ tag, within }: Segments, block: Block): boolean {
  const kind = tag[block.element]!;
  const bits = within[block.element]!;
  if (kind === FIGCAPTION || kind === TAG.h1) return true;
  if ((bits & WITHIN.caption) !== 0 && block.count < CAPTION) return true;
  const linksOnly = block.linked > 0.9 * block.count && block.count < SHORT;
  return linksOnly && HEADING_LEVEL[kind] === 0 && (bits & WITHIN.list) === 0;
}
