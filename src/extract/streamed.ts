import type { Survey } from './survey.js';
import type { Element } from './tree.js';

/** Segments above this number are left where they are: looking for the place of each costs a walk over its siblings. */
const MAX_SEGMENTS = 2_000;
/** And parts with more children than this: arguments of a call live on the stack. */
const MAX_CHILDREN = 10_000;

/**
 * Puts the parts of a streamed page where they belong. Servers that stream React send a part that was late as `<div hidden id="S:1">` at the end
 * of the body, and a script, `$RC("B:0","S:1")`, moves it to the place that `<template id="B:0">` holds. Returns the sentence for the notes, or null.
 */
export function placeStreamed(survey: Survey): string | null {
  const segments = survey.streamed.slice(0, MAX_SEGMENTS);
  let placed = 0;
  for (const segment of segments) {
    const place = placeOf(survey, segment.attrs['id']!);
    if (!place?.parent || !segment.parent || segment.children.length > MAX_CHILDREN || isInside(place, segment))
      continue;
    const from = segment.parent.children;
    from.splice(from.lastIndexOf(segment), 1);
    const into = place.parent;
    for (const child of segment.children) child.parent = into;
    into.children.splice(into.children.indexOf(place), 1, ...segment.children);
    segment.parent = null;
    placed++;
  }
  return placed > 0 ? `parts that were streamed after the page were put in their places: ${placed}` : null;
}

/** The place that a script names for a part; where no script came along, the one of the same number: React counts them together. */
function placeOf({ places, moves }: Survey, id: string): Element | undefined {
  const named = moves.get(id);
  if (named !== undefined) return places.get(named);
  const [prefix, number] = id.split('S:');
  return places.get(`${prefix}B:${number}`) ?? places.get(`${prefix}P:${number}`);
}

function isInside(element: Element, above: Element): boolean {
  for (let at: Element | null = element; at; at = at.parent) if (at === above) return true;
  return false;
}
