import type { RawHit } from '../core/index.js';
import { badReply, type Named } from './ask.js';
import { type Fields, fields } from './reply-fields.js';

/**
 * The items that hold an address, in order. Items of another shape are left out and the rest is kept; where that leaves
 * nothing of a list that was not empty, the shape is wrong: it must not look like "no results".
 */
export function readHits(provider: Named, items: readonly unknown[], read: (item: Fields) => RawHit): RawHit[] {
  const hits = items.flatMap((item) => {
    const found = fields(item);
    const hit = found === null ? null : read(found);
    return hit === null || hit.url === '' ? [] : [hit];
  });
  if (items.length > 0 && hits.length === 0) throw badReply(provider, 'results of another shape');
  return hits;
}
