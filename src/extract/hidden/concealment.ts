/** What an element's style means for whether its text can be seen. */
import { backgroundColour, type Colour, contrast, fontSizePx, lengthPx, parseColour } from './css-values.js';

export type Style = ReadonlyMap<string, string> | null;

export interface Variables {
  own: ReadonlyMap<string, string>;
  outer: Variables | null;
  depth: number;
}

export interface Font {
  px: number;
  indentPx: number;
}

/** Colour of text and what is known to be behind it; null where it is not known. */
export interface Ink {
  colour: Colour | null;
  background: Colour | null;
}

/** Further out of the page than this is out of sight, in pixels. */
const FAR = 500;
/** Smaller text cannot be read. */
const MIN_FONT_PX = 4;
const MIN_OPACITY = 0.1;
const MIN_CONTRAST = 1.1;
const MAX_VARIABLE_DEPTH = 64;

/** Reads a style's values with variables put in, lower case. */
export function reader(style: Style, variables: () => Variables | null): Get {
  return (name) => {
    const value = style?.get(name);
    if (value === undefined) return undefined;
    return (/var\(/i.test(value) ? substitute(value, variables()) : value).trim().toLowerCase();
  };
}

export function fontReason({ px, indentPx }: Font): string | null {
  if (px < MIN_FONT_PX) return 'font size';
  return indentPx <= -FAR ? 'text indent' : null;
}

export function inkReason({ colour, background }: Ink): string | null {
  if (colour === null) return null;
  if (colour[3] < MIN_OPACITY) return 'transparent text';
  return background !== null && contrast(colour, background) < MIN_CONTRAST ? "text in the background's colour" : null;
}

export type Get = (name: string) => string | undefined;

export function displayReason(get: Get): string | null {
  if (get('display') === 'none') return 'display: none';
  return get('content-visibility') === 'hidden' ? 'content-visibility' : null;
}

/** `keyframes`: the page's animations by name. */
export function opacityReason(get: Get, keyframes: ReadonlyMap<string, string>): string | null {
  return isTransparent(get) && !fadesIn(get('animation-name'), keyframes) ? 'opacity' : null;
}

export function boxReason(get: Get, fontPx: number): string | null {
  if (isClipped(get)) return 'clip';
  if (isEmptyBox(get, fontPx)) return 'zero size';
  return isFarAway(get, fontPx) ? 'off screen' : null;
}

function isTransparent(get: Get): boolean {
  const opacity = get('opacity') ?? /opacity\(\s*([\d.]+%?)\s*\)/.exec(get('filter') ?? '')?.[1];
  if (opacity === undefined) return false;
  const value = Number.parseFloat(opacity) / (opacity.endsWith('%') ? 100 : 1);
  return value < MIN_OPACITY;
}

/** An animation of the page that ends in, or passes through, something that can be seen. */
function fadesIn(animation: string | undefined, keyframes: ReadonlyMap<string, string>): boolean {
  if (animation === undefined) return false;
  for (const [name, frames] of keyframes) {
    if (!animation.includes(name)) continue;
    for (const match of frames.matchAll(/opacity\s*:\s*([\d.]+)/g)) if (Number(match[1]) > 0.5) return true;
  }
  return false;
}

function isClipped(get: Get): boolean {
  const clip = get('clip');
  if (clip !== undefined && /^(?:absolute|fixed)$/.test(get('position') ?? '')) {
    const sides = /^rect\(([^()]*)\)$/
      .exec(clip)?.[1]
      ?.split(/[\s,]+/)
      .filter(Boolean)
      .map(Number.parseFloat);
    if (sides?.length === 4) {
      const [top, right, bottom, left] = sides as [number, number, number, number];
      if (bottom - top <= 1 || right - left <= 1) return true;
    }
  }
  const path = get('clip-path') ?? '';
  const inset = /^inset\(\s*([\d.]+)%/.exec(path);
  return (
    (inset !== null && Number(inset[1]) >= 50) ||
    /^circle\(\s*0(?:px|%)?\s*(?:at|\))/.test(path) ||
    /^polygon\((?:\s*0(?:px|%)?\s+0(?:px|%)?\s*,?)+\)$/.test(path)
  );
}

function isEmptyBox(get: Get, fontPx: number): boolean {
  const transform = `${get('transform') ?? ''} scale(${get('scale') ?? '1'})`;
  if (/scale(?:3d|x|y)?\(\s*0?\.?0+\s*[,)]|scale\([^,()]+,\s*0(?:\.0+)?\s*\)/.test(transform)) return true;
  const width = smallest(fontPx, get('width'), get('max-width'));
  const height = smallest(fontPx, get('height'), get('max-height'));
  const cuts = (axis: string): boolean => /^(?:hidden|clip)$/.test(get(`overflow-${axis}`) ?? '');
  if (height === 0 && cuts('y')) return true;
  if (width === 0 && cuts('x')) return true;
  return width !== null && height !== null && width <= 1 && height <= 1 && (cuts('x') || cuts('y'));
}

function smallest(fontPx: number, ...values: (string | undefined)[]): number | null {
  let least: number | null = null;
  for (const value of values) {
    const px = value === undefined || value.endsWith('%') ? (value === '0%' ? 0 : null) : lengthPx(value, fontPx);
    if (px !== null && (least === null || px < least)) least = px;
  }
  return least;
}

function isFarAway(get: Get, fontPx: number): boolean {
  const out = (name: string, reference: number): boolean => {
    const value = get(name);
    if (value === undefined) return false;
    const px = lengthPx(value, value.endsWith('%') ? reference : fontPx);
    return px !== null && px <= -FAR;
  };
  const position = get('position');
  if (position === 'absolute' || position === 'fixed') {
    if (out('left', 1280) || out('right', 1280) || out('top', 800) || out('bottom', 800)) return true;
    if (beyond(get('left')) || beyond(get('top'))) return true;
  } else if (position === 'relative' && (out('left', 1280) || out('top', 800))) return true;
  if (out('margin-left', 1280) || out('margin-top', 800)) return true;
  const moved = /translate(?:3d|x|y)?\(\s*(-?[\d.]+[a-z%]*)(?:\s*,\s*(-?[\d.]+[a-z%]*))?/.exec(get('transform') ?? '');
  if (moved === null) return false;
  return [moved[1], moved[2]].some(
    (value) => value !== undefined && !value.endsWith('%') && (lengthPx(value, fontPx) ?? 0) <= -FAR,
  );
}

/** Placed so far to the right or below that no scrolling of a common page gets there. */
function beyond(value: string | undefined): boolean {
  return value !== undefined && !value.endsWith('%') && (lengthPx(value, 16) ?? 0) >= 9_000;
}

export function visibilityOf(get: Get, outer: boolean): boolean {
  const value = get('visibility');
  if (value === undefined || value === 'inherit' || value === 'unset') return outer;
  return value !== 'hidden' && value !== 'collapse';
}

export function fontOf(get: Get, outer: Font): Font {
  const px = sizeOf(get('font-size'), outer.px);
  const indent = get('text-indent')?.split(/\s/)[0];
  return { px, indentPx: indent === undefined || indent === 'inherit' ? outer.indentPx : (lengthPx(indent, px) ?? 0) };
}

export function inkOf(get: Get, outer: Ink): Ink {
  return { colour: colourOf(get, outer.colour), background: backgroundOf(get, outer.background) };
}

function sizeOf(value: string | undefined, outer: number): number {
  if (value === undefined || value === 'inherit' || value === 'unset') return outer;
  // What cannot be computed (calc, clamp) is taken for a size that can be read.
  return fontSizePx(value, outer) ?? 16;
}

function colourOf(get: Get, outer: Colour | null): Colour | null {
  // Text filled by its background (gradient headings) is transparent by its colour and yet seen.
  const clip = get('background-clip') ?? get('-webkit-background-clip');
  if (clip?.includes('text')) return null;
  const shadow = get('text-shadow');
  if (shadow !== undefined && shadow !== 'none') return null;
  const value = get('-webkit-text-fill-color') ?? get('color');
  if (value === undefined || value === 'inherit' || value === 'unset' || value === 'currentcolor') return outer;
  return parseColour(value);
}

function backgroundOf(get: Get, outer: Colour | null): Colour | null {
  const image = get('background-image');
  if (image !== undefined && image !== 'none') return null;
  const value = get('background-color');
  if (value === undefined) return outer;
  const colour = backgroundColour(value);
  if (colour === 'unknown') return null;
  if (colour === null || colour[3] < MIN_OPACITY) return outer;
  return colour[3] < 0.9 ? null : colour;
}

/** Custom properties in scope below an element that sets some. */
export function scopeOf(style: Style, outer: Variables | null): Variables | null {
  if (style === null) return outer;
  let own: Map<string, string> | null = null;
  for (const [name, value] of style) {
    if (!name.startsWith('--')) continue;
    own ??= new Map();
    own.set(name, value);
  }
  if (own === null || (outer !== null && outer.depth >= MAX_VARIABLE_DEPTH)) return outer;
  return { own, outer, depth: (outer?.depth ?? 0) + 1 };
}

/** `var(--x, fallback)` replaced, a few levels deep: longer chains are attacks. */
function substitute(value: string, variables: Variables | null): string {
  let text = value;
  for (let round = 0; round < 4 && text.length < 4_000 && /var\(/i.test(text); round++) {
    text = text.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/gi,
      (_, name: string, fallback?: string) => lookUp(name, variables) ?? fallback ?? '',
    );
  }
  return text;
}

function lookUp(name: string, variables: Variables | null): string | undefined {
  for (let scope = variables; scope !== null; scope = scope.outer) {
    const value = scope.own.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
