import type { Removal } from '../../core/index.js';
import { ELEMENT, type Element, TEXT } from '../tree.js';
import { selectorOf, textOf, walk } from '../walk.js';

const CHROME = new Set(['nav', 'footer', 'aside', 'dialog', 'button', 'select', 'textarea', 'menu']);
const CHROME_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
]);
const UNREADABLE = new Set(
  'head script style template noscript iframe object canvas audio video option datalist'.split(' '),
);

interface Weight {
  words: number;
  linked: number;
  prose: number;
}

/**
 * The choice by rules: a semantic container that holds enough, else the densest container, without navigation and
 * without link lists. Marks what is left out. It stands behind the learned choice for pages on which that finds nothing.
 */
export function chooseByRules(root: Element): Removal[] {
  const body = root.children.find((node): node is Element => node.kind === ELEMENT && node.name === 'body') ?? root;
  const removals: Removal[] = [];
  const drop = (element: Element, reason: string) => {
    element.dropped = `choose: ${reason}`;
    removals.push({ step: 'choose', reason, selector: selectorOf(element), text: textOf(element, true).slice(0, 200) });
  };
  walk(body, (node) => {
    if (node.kind === TEXT || node.dropped !== null) return false;
    if (!UNREADABLE.has(node.name) && !CHROME.has(node.name) && !CHROME_ROLES.has(node.attrs['role'] ?? ''))
      return true;
    drop(node, `chrome: ${node.name}`);
    return false;
  });
  const weights = weigh(body);
  const chosen = container(body, weights);
  for (let inside = chosen; inside !== body; inside = inside.parent!) {
    for (const sibling of inside.parent!.children)
      if (sibling !== inside && sibling.kind === ELEMENT && sibling.dropped === null) drop(sibling, 'outside');
      else if (sibling.kind === TEXT) sibling.value = '';
  }
  walk(chosen, (node) => {
    if (node.kind === TEXT || node.dropped !== null) return false;
    const weight = weights.get(node);
    const list = node.name === 'ul' || node.name === 'ol' || node.name === 'div' || node.name === 'section';
    if (!weight || !list || weight.words < 6 || weight.linked < 0.8 * weight.words || weight.prose > 0) return true;
    drop(node, 'links only');
    return false;
  });
  return removals;
}

function weigh(body: Element): Map<Element, Weight> {
  const weights = new Map<Element, Weight>();
  const order: Element[] = [body];
  weights.set(body, { words: 0, linked: 0, prose: 0 });
  walk(body, (node) => {
    if (node.kind === TEXT) {
      const words = node.value.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
      const weight = weights.get(node.parent!)!;
      weight.words += words;
      if (words > 10) weight.prose += words;
      return true;
    }
    if (node.dropped !== null) return false;
    weights.set(node, { words: 0, linked: 0, prose: 0 });
    order.push(node);
    return true;
  });
  for (let at = order.length - 1; at > 0; at--) {
    const node = order[at]!;
    const own = weights.get(node)!;
    if (node.name === 'a') Object.assign(own, { linked: own.words, prose: 0 });
    const above = weights.get(node.parent!)!;
    above.words += own.words;
    above.linked += own.linked;
    above.prose += own.prose;
  }
  return weights;
}

function container(body: Element, weights: Map<Element, Weight>): Element {
  const whole = weights.get(body)!;
  const semantic: Element[] = [];
  for (const element of weights.keys()) {
    const role = element.attrs['role'];
    const isContent = element.name === 'article' || element.name === 'main' || role === 'main' || role === 'article';
    if (isContent && weights.get(element)!.prose > 0.5 * whole.prose) semantic.push(element);
  }
  // A container that repeats is one item of a list, so only one that holds most of the page stands for it.
  const deepest = semantic.at(-1);
  if (deepest) return deepest;
  let at = body;
  for (;;) {
    const next = at.children.find(
      (child): child is Element =>
        child.kind === ELEMENT && (weights.get(child)?.prose ?? 0) > 0.75 * weights.get(at)!.prose,
    );
    if (!next || weights.get(at)!.prose === 0) return at;
    at = next;
  }
}
