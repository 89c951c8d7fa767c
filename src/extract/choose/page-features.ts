import type { Aggregates } from './aggregates.js';
import type { Segments } from './blocks.js';
import type { Places } from './features.js';
import type { PageFacts } from './page-facts.js';
import { HEADING_LEVEL, TAG } from './tags.js';

const TYPES =
  'Article NewsArticle BlogPosting Product QAPage DiscussionForumPosting ItemList CollectionPage FAQPage WebPage BreadcrumbList LocalBusiness SoftwareApplication Service TechArticle Offer Review Course'.split(
    ' ',
  );
const ADDRESS_WORDS =
  'blog news product shop forum thread topic question docs wiki categor collection service about list best guide review community course library api tutorial store item tag support help article post discuss solution .html'.split(
    ' ',
  );
const REPLY = /\b(?:reply|replies|posted|joined|upvote|likes?|quote)\b/i;
const BUY = /add to (?:cart|bag|basket)|buy now|in stock|quantity|wishlist/i;

export const PAGE_FEATURES = 21 + 7 + TYPES.length + ADDRESS_WORDS.length + 3;

/** What kind of page it is, in numbers: the same for all its blocks. */
export function pageFeatures(segments: Segments, sums: Aggregates, places: Places, facts: PageFacts): Float64Array {
  const { tag, blocks } = segments;
  const out = new Float64Array(PAGE_FEATURES);
  let o = 0;
  const counts = new Map<number, number>();
  let headings = 0;
  for (const kind of tag) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (HEADING_LEVEL[kind]! > 0) headings++;
  }
  const words = sums.words[0]!;
  const total = words || 1;
  let questions = 0;
  let replies = 0;
  let buys = 0;
  for (const { text } of blocks) {
    if (text.endsWith('?')) questions++;
    if (text.length < 30 && REPLY.test(text)) replies++;
    if (text.length < 25 && BUY.test(text)) buys++;
  }
  const { top } = sums;
  const ones = [
    words,
    blocks.length,
    sums.linked[0]! / total,
    sums.long[0]!,
    sums.prose[0]! / total,
    counts.get(TAG.article) ?? 0,
    counts.get(TAG.main) ?? 0,
    counts.get(TAG.form) ?? 0,
    counts.get(TAG.p) ?? 0,
    counts.get(TAG.li) ?? 0,
    counts.get(TAG.table) ?? 0,
    counts.get(TAG.pre) ?? 0,
    headings,
    sums.images[0]!,
    sum(places.price),
    sum(places.date),
    words / (blocks.length || 1),
    sums.inputs[0]!,
    sums.words[top]! / total,
    sums.linked[top]! / (sums.words[top]! || 1),
    sums.long[top]!,
  ];
  for (const value of ones) out[o++] = value;
  const path = /^https?:\/\/[^/?#]*([^?#]*)/.exec(facts.url)?.[1] ?? '';
  out[o++] = facts.ogType === 'article' ? 1 : 0;
  out[o++] = facts.ogType.includes('product') ? 1 : 0;
  out[o++] = facts.ogType === 'website' ? 1 : 0;
  out[o++] = facts.hasDate ? 1 : 0;
  out[o++] = path.match(/\/[^/]/g)?.length ?? 0;
  out[o++] = path.match(/-/g)?.length ?? 0;
  out[o++] = path.match(/\d/g)?.length ?? 0;
  for (const type of TYPES) out[o++] = facts.types.has(type) ? 1 : 0;
  for (const word of ADDRESS_WORDS) out[o++] = facts.url.includes(word) ? 1 : 0;
  out[o++] = questions;
  out[o++] = buys;
  out[o++] = replies;
  return out;
}

function sum(marks: Uint8Array): number {
  let total = 0;
  for (const mark of marks) total += mark;
  return total;
}
