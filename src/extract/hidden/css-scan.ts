import { BOX, COLOUR, DISPLAY, FONT, OPACITY, VARIABLES, VISIBILITY } from './properties.js';

/** A style rule: its selectors, and its declarations as offsets into the sheet. */
export interface ScannedRule {
  selectors: string[];
  css: string;
  bodyStart: number;
  bodyEnd: number;
  /** Groups of properties that it sets. */
  sets: number;
  /** Groups in which its values may hide. */
  hides: number;
  layered: boolean;
}

export interface ScanHandlers {
  /** Whether the rules of an at-rule's block apply. */
  holds(name: string, condition: string): boolean;
  /** The selectors of a list that can match something on the page. */
  present(prelude: string): string[];
  /** False ends the scan. */
  rule(rule: ScannedRule): boolean;
  colour(background: boolean, value: string, rule: ScannedRule): void;
  keyframes(name: string, frames: string): void;
}

const QUOTE = 34;
const APOSTROPHE = 39;
const COLON = 58;
const SEMICOLON = 59;
const AT = 64;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const GROUP_RULE = /^@(media|supports|layer|scope|container)\b\s*([\s\S]*)$/i;
/** What structure is made of. Everything between is passed over by the expression, which is faster than a loop. */
const STRUCTURE = /[{}"'\\]/g;
const IN_BLOCK = /[{}"'\\]/g;

/**
 * Finds the rules of a style sheet (comments taken out before) that can match and set properties which can hide text:
 * style sheets are often a third of a page, and few of their rules matter.
 */
export function scanSheet(css: string, handlers: ScanHandlers): void {
  /** For each open group: whether its rules count, and whether it is a layer. */
  const groups: { counts: boolean; layered: boolean }[] = [];
  let preludeStart = 0;
  STRUCTURE.lastIndex = 0;
  for (let match = STRUCTURE.exec(css); match !== null; match = STRUCTURE.exec(css)) {
    const at = match.index;
    const code = css.charCodeAt(at);
    if (code === CLOSE) {
      groups.pop();
      preludeStart = at + 1;
      continue;
    }
    if (code !== OPEN) {
      STRUCTURE.lastIndex = code === BACKSLASH ? at + 2 : endOfString(css, at) + 1;
      continue;
    }
    const outer = groups.length === 0 ? null : groups[groups.length - 1]!;
    // What stands before a semicolon is a statement such as @import.
    const before = css.slice(preludeStart, at);
    const prelude = before.slice(before.lastIndexOf(';') + 1).trim();
    if (prelude.charCodeAt(0) === AT) {
      const group = GROUP_RULE.exec(prelude);
      if (group !== null) {
        const name = group[1]!.toLowerCase();
        const counts = (outer?.counts ?? true) && handlers.holds(name, group[2]!);
        groups.push({ counts, layered: (outer?.layered ?? false) || name === 'layer' });
        preludeStart = at + 1;
        continue;
      }
      const end = endOfBlock(css, at + 1);
      const name = /^@(?:-\w+-)?keyframes\s+["']?([\w-]+)/i.exec(prelude)?.[1];
      if (name !== undefined) handlers.keyframes(name, css.slice(at + 1, end));
      STRUCTURE.lastIndex = preludeStart = end + 1;
      continue;
    }
    const bodyEnd = endOfBlock(css, at + 1);
    STRUCTURE.lastIndex = preludeStart = bodyEnd + 1;
    if (!(outer?.counts ?? true)) continue;
    const selectors = handlers.present(prelude);
    if (selectors.length === 0) continue;
    const rule: ScannedRule = {
      selectors,
      css,
      bodyStart: at + 1,
      bodyEnd,
      sets: 0,
      hides: 0,
      layered: outer?.layered ?? false,
    };
    scanBody(rule, handlers.colour);
    if (rule.sets !== 0 && !handlers.rule(rule)) return;
  }
}

/** What an inline style sets, and where it may hide. */
export function scanInline(style: string, colour: ScanHandlers['colour']): ScannedRule {
  const rule: ScannedRule = {
    selectors: [],
    css: style,
    bodyStart: 0,
    bodyEnd: style.length,
    sets: 0,
    hides: 0,
    layered: false,
  };
  scanBody(rule, colour);
  return rule;
}

/** Looks at the declarations of a body: which groups they set, and where their values may hide. */
function scanBody(rule: ScannedRule, colour: ScanHandlers['colour']): void {
  const { css, bodyEnd } = rule;
  let nameStart = rule.bodyStart;
  for (let at = rule.bodyStart; at < bodyEnd; at++) {
    const code = css.charCodeAt(at);
    // Letters, which most characters are, end nothing.
    if (code > 93 && code < OPEN) continue;
    if (code === COLON) {
      if (nameStart < 0) continue;
      scanDeclaration(rule, nameStart, at, colour);
      // Up to the end of the value no further colon starts one.
      nameStart = -1;
    } else if (code === SEMICOLON) nameStart = at + 1;
    else if (code === QUOTE || code === APOSTROPHE) at = endOfString(css, at);
    else if (code === BACKSLASH) {
      // An escape may spell any property.
      rule.sets |= 127;
      rule.hides |= 63;
      at++;
    } else if (code === OPEN) {
      at = endOfBlock(css, at + 1);
      nameStart = at + 1;
    }
  }
}

function scanDeclaration(rule: ScannedRule, from: number, colon: number, onColour: ScanHandlers['colour']): void {
  const { css } = rule;
  let start = from;
  while (css.charCodeAt(start) <= 32) start++;
  const first = css.charCodeAt(start) | 32;
  // Most properties are told to be of no interest by their first letter.
  if (!INTERESTING[first]) return;
  let end = colon;
  while (end > start && css.charCodeAt(end - 1) <= 32) end--;
  const length = end - start;
  if (first === 45 && css.charCodeAt(start + 1) === 45) {
    rule.sets |= VARIABLES;
    return;
  }
  if (length > 23 || length < 3) return;
  const name = css.slice(start, end).toLowerCase();
  const group = GROUPS[name];
  if (group === undefined) return;
  rule.sets |= group;
  let value = colon + 1;
  while (css.charCodeAt(value) <= 32) value++;
  if (group === COLOUR) {
    if (
      name.startsWith('b')
        ? name === 'background' || name === 'background-color'
        : name === 'color' || name === '-webkit-text-fill-color'
    ) {
      const text = valueAt(css, value);
      if (text.includes('var(')) rule.hides |= COLOUR;
      else onColour(name.startsWith('b'), text, rule);
    }
    return;
  }
  if (mayHide(name, group, css, value)) rule.hides |= group;
}

/** The value that starts at `from`, up to its semicolon, brace or `!`. */
function valueAt(css: string, from: number): string {
  let end = from;
  for (; end < css.length; end++) {
    const code = css.charCodeAt(end);
    if (code === SEMICOLON || code === CLOSE || code === 33) break;
  }
  return css.slice(from, end).trim();
}

function mayHide(name: string, group: number, css: string, at: number): boolean {
  const first = css.charCodeAt(at) | 32;
  // v: a variable may hold anything.
  if (first === 118 && css.charCodeAt(at + 3) === 40) return true;
  switch (group) {
    case DISPLAY:
      return first === 110 || first === 104;
    case VISIBILITY:
      return first === 104 || first === 99;
    case OPACITY:
      // The digit zero, or a number that starts with its point.
      return name === 'filter'
        ? css.startsWith('opacity', at)
        : name === 'opacity' && (css.charCodeAt(at) === 48 || css.charCodeAt(at) === 46);
    case FONT:
      if (name === 'text-indent') return css.charCodeAt(at) === 45;
      return name === 'font'
        ? /(?:^|\s)(?:0|[0-3](?:\.\d+)?px|0?\.[0-2]\d*r?em)(?=[\s/])/.test(valueAt(css, at))
        : isSmall(css, at, 4);
    default:
      return boxMayHide(name, css, at);
  }
}

function boxMayHide(name: string, css: string, at: number): boolean {
  switch (name) {
    case 'width':
    case 'height':
    case 'max-width':
    case 'max-height':
      return isSmall(css, at, 2);
    case 'left':
    case 'top':
    case 'right':
    case 'bottom':
    case 'inset':
    case 'margin-left':
    case 'margin-top':
      // Far enough out: three digits of pixels, or any two of a larger unit.
      return (
        (css.charCodeAt(at) === 45 && /^-[\d.]{3}|^-[\d.]{2,}[^\dp]/.test(valueAt(css, at))) ||
        /^\d{4}|\s-\d/.test(valueAt(css, at))
      );
    case 'clip':
    case 'clip-path':
      return (css.charCodeAt(at) | 32) !== 110 && (css.charCodeAt(at) | 32) !== 97;
    case 'transform':
      return /scale[^(]*\([^)]*\b0|translate[^(]*\([^)]*-\d{2}/i.test(valueAt(css, at));
    case 'scale':
      return isSmall(css, at, 1);
    default:
      return false;
  }
}

const NUMBER = /(\d*\.?\d+)([a-z%]*)/iy;

/** Whether a value starts with a number below `least` in pixels, or below a tenth of that in a relative unit. */
function isSmall(css: string, at: number, least: number): boolean {
  const first = css.charCodeAt(at);
  if (first < 46 || first > 57) return false;
  NUMBER.lastIndex = at;
  const [, digits, unit] = NUMBER.exec(css) ?? [];
  if (digits === undefined) return false;
  const number = Number(digits);
  if (unit === '%') return number < least * 10;
  return number < (unit === '' || unit === 'px' || unit === 'pt' ? least : least / 10);
}

/** Where a string that opens at `start` ends: at its quote, or at the line's end where it is never closed. */
export function endOfString(css: string, start: number): number {
  const quote = css.charCodeAt(start);
  for (let at = start + 1; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === quote || code === 10) return at;
  }
  return css.length;
}

/** Where the block that is open at `start` ends. */
function endOfBlock(css: string, start: number): number {
  // Most blocks end at the next brace.
  const next = css.indexOf('}', start);
  if (next < 0) return css.length;
  if (!/[{"'\\]/.test(css.slice(start, next))) return next;
  let depth = 1;
  IN_BLOCK.lastIndex = start;
  for (let match = IN_BLOCK.exec(css); match !== null; match = IN_BLOCK.exec(css)) {
    const at = match.index;
    const code = css.charCodeAt(at);
    if (code === CLOSE) {
      if (--depth === 0) return at;
    } else if (code === OPEN) depth++;
    else IN_BLOCK.lastIndex = code === BACKSLASH ? at + 2 : endOfString(css, at) + 1;
  }
  return css.length;
}

const GROUPS: Record<string, number | undefined> = Object.create(null);
const NAMES: readonly [number, string][] = [
  [DISPLAY, 'display content-visibility'],
  [VISIBILITY, 'visibility'],
  [OPACITY, 'opacity filter animation animation-name'],
  [
    BOX,
    'position left top right bottom inset clip clip-path transform scale width height max-width max-height overflow overflow-x overflow-y margin-left margin-top',
  ],
  [FONT, 'font font-size text-indent'],
  [
    COLOUR,
    'color background background-color background-image background-clip -webkit-background-clip -webkit-text-fill-color text-shadow',
  ],
  [DISPLAY | VISIBILITY | OPACITY | BOX | FONT | COLOUR, 'all'],
];
const INTERESTING = new Uint8Array(256);
for (const [group, names] of NAMES) {
  for (const name of names.split(' ')) {
    GROUPS[name] = group;
    INTERESTING[name.charCodeAt(0) | 32] = 1;
  }
}

/** The group of a property, or 0 where it cannot hide text. */
export function groupOf(name: string): number {
  return name.startsWith('--') ? VARIABLES : (GROUPS[name] ?? 0);
}
