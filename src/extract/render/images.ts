import type { Element } from '../tree.js';
import { resolveTarget } from './links.js';

/** Attributes that lazy-loading scripts keep the real address in, most common first. */
const LAZY = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-original-src', 'data-url', 'data-image'];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'];
const PLACEHOLDER =
  /^data:|(?:^|[/_.-])(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|loading)[^/]*\.(?:gif|png|svg|webp)/i;

/** An image's address: the real one behind a lazy placeholder, else its largest candidate, else what stands there. */
export function imageSource(image: Element, baseUrl: string | null): string | null {
  const src = image.attrs['src'];
  const plain = resolveTarget(src, baseUrl);
  if (plain !== null && src !== undefined && !PLACEHOLDER.test(src) && !hasLazy(image)) return plain;
  for (const name of LAZY) {
    const target = resolveTarget(image.attrs[name], baseUrl);
    if (target !== null) return target;
  }
  for (const name of LAZY_SETS) {
    const target = resolveTarget(largest(image.attrs[name]), baseUrl);
    if (target !== null) return target;
  }
  return fromPicture(image, baseUrl) ?? plain;
}

function hasLazy(image: Element): boolean {
  for (const name of LAZY) if (image.attrs[name] !== undefined) return true;
  return false;
}

function fromPicture(image: Element, baseUrl: string | null): string | null {
  if (image.parent?.name !== 'picture') return null;
  for (const child of image.parent.children) {
    if (child.kind !== 1 || child.name !== 'source') continue;
    const target = resolveTarget(largest(child.attrs['srcset'] ?? child.attrs['data-srcset']), baseUrl);
    if (target !== null) return target;
  }
  return null;
}

/** The candidate of a `srcset` with the highest width or density. */
function largest(set: string | undefined): string | undefined {
  if (set === undefined) return undefined;
  let best: string | undefined;
  let bestSize = -1;
  for (const match of set.matchAll(/(\S*[^,\s])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g)) {
    const size = Number(match[2] ?? 0);
    if (size > bestSize) {
      best = match[1];
      bestSize = size;
    }
  }
  return best;
}

/** Images that nobody looks at: counting pixels. */
export function isPixel(image: Element): boolean {
  const { width, height } = image.attrs;
  return (width === '1' || width === '0') && (height === '1' || height === '0');
}
