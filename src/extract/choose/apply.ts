import type { Removal } from '../../core/index.js';
import { ELEMENT, type Element, TEXT, type Text } from '../tree.js';
import { selectorOf, textOf } from '../walk.js';
import type { Segments } from './blocks.js';
import { TAG } from './tags.js';

/** Marks as dropped what holds no chosen block. Pictures stay where they stand among chosen text. Linear in the tree. */
export function applyChoice(segments: Segments, chosen: Uint8Array, trace: boolean): Removal[] {
  const { elements, parent, tag, blocks } = segments;
  const n = elements.length;
  const total = new Int32Array(n);
  const kept = new Int32Array(n);
  const images = new Int32Array(n);
  let first = n;
  let last = -1;
  for (let at = 0; at < blocks.length; at++) {
    const { holders } = blocks[at]!;
    for (const holder of holders) {
      total[holder]!++;
      if (chosen[at] === 0) continue;
      kept[holder]!++;
      if (holder < first) first = holder;
      if (holder > last) last = holder;
    }
  }
  for (let at = n - 1; at > 0; at--) {
    const up = parent[at]!;
    if (tag[at] === TAG.img) images[at]!++;
    total[up]! += total[at]!;
    kept[up]! += kept[at]!;
    images[up]! += images[at]!;
  }
  // The smallest element that holds all chosen text.
  let whole = 0;
  for (let at = 1; at < n; at++) if (kept[at] === kept[0] && kept[0]! > 0) whole = at;
  const removals: Removal[] = [];
  const drop = (element: Element, reason: string) => {
    element.dropped = `choose: ${reason}`;
    if (trace)
      removals.push({
        step: 'choose',
        reason,
        selector: selectorOf(element),
        text: textOf(element, true).slice(0, 200),
      });
  };
  const gone = new Uint8Array(n);
  const opened = new Uint8Array(n);
  for (let at = 1; at < n; at++) {
    const up = parent[at]!;
    if (gone[up] === 1) {
      gone[at] = 1;
      continue;
    }
    if (kept[at]! > 0) continue;
    const among = at > first && at < last && up >= whole;
    if (total[at] === 0) {
      if (images[at] === 0 || opened[up] === 1 || among || (up > whole && kept[up]! > 0)) continue;
      drop(elements[at]!, 'picture outside the content');
    } else if (images[at]! > 0 && (opened[up] === 1 || (among && isPicture(segments, at)))) {
      // A picture among the text stays; its caption goes.
      opened[at] = 1;
      continue;
    } else drop(elements[at]!, 'not content');
    gone[at] = 1;
  }
  const loose = new Map<Element, Set<Text>>();
  for (let at = 0; at < blocks.length; at++) {
    if (chosen[at] === 1) continue;
    const { nodes, holders } = blocks[at]!;
    for (let node = 0; node < nodes.length; node++) {
      if (gone[holders[node]!] === 1) continue;
      const holder = elements[holders[node]!]!;
      const texts = loose.get(holder);
      if (texts) texts.add(nodes[node]!);
      else loose.set(holder, new Set([nodes[node]!]));
    }
  }
  for (const [holder, texts] of loose) for (const wrapper of wrap(holder, texts)) drop(wrapper, 'not content');
  return removals;
}

function isPicture({ tag }: Segments, at: number): boolean {
  return tag[at] === TAG.figure;
}

/** Puts texts into elements of their own, so that they alone can be dropped. */
function wrap(parent: Element, texts: ReadonlySet<Text>): Element[] {
  const wrappers: Element[] = [];
  for (const [at, child] of parent.children.entries()) {
    if (child.kind !== TEXT || !texts.has(child)) continue;
    const wrapper: Element = { kind: ELEMENT, name: 'span', attrs: {}, children: [child], parent, dropped: null };
    child.parent = wrapper;
    parent.children[at] = wrapper;
    wrappers.push(wrapper);
  }
  return wrappers;
}
