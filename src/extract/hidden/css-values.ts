/** Values of CSS properties as far as they decide whether text can be seen. */

/** A browser window of a common desktop size: what a media query is asked about, in CSS pixels. */
const VIEWPORT = { width: 1280, height: 800 };

/** Colour as red, green, blue (0 to 255) and alpha (0 to 1). */
export type Colour = readonly [number, number, number, number];

const NAMES: Record<string, string> = {
  black: '000',
  white: 'fff',
  red: 'f00',
  lime: '0f0',
  green: '008000',
  blue: '00f',
  yellow: 'ff0',
  cyan: '0ff',
  aqua: '0ff',
  magenta: 'f0f',
  fuchsia: 'f0f',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  maroon: '800000',
  olive: '808000',
  navy: '000080',
  purple: '800080',
  teal: '008080',
  orange: 'ffa500',
  snow: 'fffafa',
  ivory: 'fffff0',
  whitesmoke: 'f5f5f5',
  ghostwhite: 'f8f8ff',
  floralwhite: 'fffaf0',
  aliceblue: 'f0f8ff',
  mintcream: 'f5fffa',
  azure: 'f0ffff',
  seashell: 'fff5ee',
  beige: 'f5f5dc',
  linen: 'faf0e6',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  gainsboro: 'dcdcdc',
  darkgray: 'a9a9a9',
  darkgrey: 'a9a9a9',
  dimgray: '696969',
  dimgrey: '696969',
};
/** System colours at their defaults. */
const SYSTEM: Record<string, string> = { canvas: 'fff', canvastext: '000', window: 'fff', windowtext: '000' };

/** A colour, or null where it is none that can be computed here. */
export function parseColour(value: string): Colour | null {
  const text = value.trim().toLowerCase();
  if (text === 'transparent') return [0, 0, 0, 0];
  const hex = text.startsWith('#') ? text.slice(1) : (NAMES[text] ?? SYSTEM[text]);
  if (hex !== undefined) return fromHex(hex);
  const match = /^(rgba?|hsla?)\(([^()]*)\)$/.exec(text);
  if (!match) return null;
  const parts = match[2]!.split(/[\s,/]+/).filter(Boolean);
  if (parts.length < 3) return null;
  const alpha = parts[3] === undefined ? 1 : fraction(parts[3]);
  if (match[1]!.startsWith('rgb')) {
    const [r, g, b] = parts
      .slice(0, 3)
      .map((part) => (part.endsWith('%') ? Number.parseFloat(part) * 2.55 : Number.parseFloat(part)));
    return valid([r!, g!, b!, alpha]);
  }
  return valid([...fromHsl(Number.parseFloat(parts[0]!), fraction(parts[1]!), fraction(parts[2]!)), alpha]);
}

function valid(colour: [number, number, number, number]): Colour | null {
  return colour.every(Number.isFinite) ? colour : null;
}

function fraction(part: string): number {
  return part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part);
}

function fromHex(hex: string): Colour | null {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(hex)) return null;
  const full = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
  const at = (i: number): number => Number.parseInt(full.slice(i, i + 2), 16);
  return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1];
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return (
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  };
  return [channel(0), channel(8), channel(4)];
}

/** WCAG 2 contrast ratio, 1 (the same) to 21. */
export function contrast(a: Colour, b: Colour): number {
  const [bright, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright! + 0.05) / (dark! + 0.05);
}

function luminance([r, g, b]: Colour): number {
  const linear = (channel: number): number => {
    const c = channel / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** The colour inside a `background` shorthand; `unknown` where an image or gradient may lie under the text. */
export function backgroundColour(value: string): Colour | 'unknown' | null {
  if (/url\(|gradient\(|image/i.test(value)) return 'unknown';
  if (/^(?:none|initial|unset|inherit)$/i.test(value.trim())) return null;
  for (const part of value.match(/#[\da-f]+|[a-z]+\([^()]*\)|[a-z]+/gi) ?? []) {
    const colour = parseColour(part);
    if (colour !== null) return colour;
  }
  return 'unknown';
}

const UNITS: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  rem: 16,
  vw: 12.8,
  vh: 8,
  vmin: 8,
  vmax: 12.8,
  ch: 8,
  ex: 8,
};

/** A length in CSS pixels, or null where it is not one number with a unit. `em` and `%` are of `relative`. */
export function lengthPx(value: string, relative: number): number | null {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/i.exec(value.trim());
  if (!match) return null;
  const number = Number(match[1]);
  const unit = match[2]!.toLowerCase();
  if (unit === '') return number === 0 ? 0 : null;
  if (unit === 'em') return number * relative;
  if (unit === '%') return (number / 100) * relative;
  const factor = UNITS[unit.replace(/^[dsl](?=v)/, '')];
  return factor === undefined ? null : number * factor;
}

const FONT_SIZES: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** A font size in pixels, or null where it cannot be told. */
export function fontSizePx(value: string, parent: number): number | null {
  const text = value.trim().toLowerCase();
  return (
    FONT_SIZES[text] ?? (text === 'smaller' ? parent / 1.2 : text === 'larger' ? parent * 1.2 : lengthPx(text, parent))
  );
}

/** Whether a media query holds on a desktop screen. What is not known does not hold. */
export function mediaHolds(query: string): boolean {
  return query.trim() === '' || query.split(',').some((part) => oneQueryHolds(part.trim().toLowerCase()));
}

function oneQueryHolds(query: string): boolean {
  const negated = /^not\s/.test(query);
  const body = query.replace(/^(?:not|only)\s+/, '');
  const parts = body.split(/\s+and\s+/);
  const holds = parts.every((part) => {
    const text = part.trim();
    if (/^(?:all|screen)$/.test(text)) return true;
    if (/^[a-z-]+$/.test(text)) return false;
    return text.split(/\s+or\s+/).some(featureHolds);
  });
  return negated ? !holds : holds;
}

const FEATURES: Record<string, string> = {
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  orientation: 'landscape',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-contrast': 'no-preference',
  scripting: 'enabled',
  update: 'fast',
};

function featureHolds(text: string): boolean {
  const inner = text.replace(/^\(+\s*|\s*\)+$/g, '');
  const not = /^not\s*\(?/.exec(inner);
  if (not) return !featureHolds(inner.slice(not[0].length));
  const colon = /^(min-|max-)?([a-z-]+)\s*:\s*(.+)$/.exec(inner);
  if (colon) {
    const [, bound, name, value] = colon;
    if (name === 'width' || name === 'height') {
      const px = lengthPx(value!, 16);
      if (px === null) return false;
      const actual = VIEWPORT[name];
      return bound === 'min-' ? actual >= px : bound === 'max-' ? actual <= px : actual === px;
    }
    if (name === 'device-pixel-ratio' || name === 'resolution' || name === '-webkit-device-pixel-ratio') return false;
    return FEATURES[name!] === value!.trim();
  }
  return rangeHolds(inner) ?? FEATURES[inner] !== undefined;
}

/** `width >= 600px`, `400px <= width <= 700px`. */
function rangeHolds(text: string): boolean | null {
  const tokens = text.split(/\s*(<=|>=|<|>|=)\s*/);
  if (tokens.length < 3) return null;
  for (let i = 0; i + 2 < tokens.length; i += 2) {
    const left = sizeOf(tokens[i]!);
    const right = sizeOf(tokens[i + 2]!);
    if (left === null || right === null) return false;
    const operator = tokens[i + 1]!;
    const holds = operator === '=' ? left === right : operator.startsWith('<') ? left < right : left > right;
    if (!holds && !(operator.length === 2 && left === right)) return false;
  }
  return true;
}

function sizeOf(token: string): number | null {
  if (token === 'width') return VIEWPORT.width;
  if (token === 'height') return VIEWPORT.height;
  return lengthPx(token, 16);
}
