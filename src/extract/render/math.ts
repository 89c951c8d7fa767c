import { ELEMENT, type Element, TEXT } from '../tree.js';
import { mathmlToTex } from './mathml.js';

export interface Formula {
  tex: string;
  display: boolean;
}

const CLASSES =
  /(?:^|\s)(?:katex|katex-display|mwe-math-element|MathJax|MathJax_Display|MathJax_Preview|arithmatex|math|tex|mwe-math-fallback-image-(?:inline|display))(?:$|\s)/;
const DISPLAY = /(?:^|\s)(?:katex-display|MathJax_Display|display|mwe-math-fallback-image-display)(?:$|\s)/;
const DELIMITED = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|\$\$([\s\S]*)\$\$)\s*$/;

/** Whether an element is a formula as the common math libraries write it. */
export function isMathElement(element: Element): boolean {
  if (element.name === 'math' || element.name === 'mjx-container') return true;
  if (element.name === 'script') return /^math\/tex/.test(element.attrs['type'] ?? '');
  const names = element.attrs['class'];
  if (names === undefined || !CLASSES.test(names)) return false;
  // `math` and `tex` are common words: only TeX between its delimiters, or a picture of a formula, counts.
  return !/^(?:math|tex|arithmatex)\b/.test(names) || element.name === 'img' || isDelimited(element);
}

function isDelimited(element: Element): boolean {
  const only = element.children.length === 1 ? element.children[0] : undefined;
  return only?.kind === TEXT && DELIMITED.test(only.value);
}

/**
 * The formula in TeX. What the author wrote (an annotation) is taken only where its words stand in what is shown: it
 * is text that nobody sees. Null where nothing is shown.
 */
export function mathOf(element: Element): Formula | null {
  const display = isDisplay(element);
  if (element.name === 'script') return formula(directText(element), display);
  if (element.name === 'img') return formula(bare(element.attrs['alt'] ?? ''), display);
  const parts = read(element);
  const delimited = DELIMITED.exec(parts.shown);
  if (delimited !== null)
    return formula((delimited[1] ?? delimited[2] ?? delimited[3])!, display || delimited[1] === undefined);
  if (parts.shown.trim() === '') return null;
  if (parts.tex !== null && isShown(parts.tex, parts.shown)) return formula(bare(parts.tex), display || parts.display);
  if (parts.math !== null) return formula(mathmlToTex(parts.math), display || parts.display);
  return formula(parts.shown, display);
}

function formula(tex: string, display: boolean): Formula | null {
  const text = tex.replace(/\s+/g, ' ').trim();
  return text === '' ? null : { tex: text, display };
}

function isDisplay(element: Element): boolean {
  const { attrs } = element;
  return (
    attrs['display'] === 'block' ||
    attrs['display'] === 'true' ||
    /mode=display/.test(attrs['type'] ?? '') ||
    DISPLAY.test(attrs['class'] ?? '')
  );
}

function directText(element: Element): string {
  return element.children.map((child) => (child.kind === TEXT ? child.value : '')).join('');
}

function bare(tex: string): string {
  const trimmed = tex.trim();
  const styled = /^\{\\(?:displaystyle|textstyle)\s?([\s\S]*)\}$/.exec(trimmed);
  return styled ? styled[1]! : trimmed;
}

interface Parts {
  tex: string | null;
  /** What stands for the formula besides annotations: MathML, drawn glyphs, the text of a picture. */
  shown: string;
  math: Element | null;
  display: boolean;
}

function read(root: Element): Parts {
  const parts: Parts = { tex: null, shown: '', math: null, display: false };
  const shown: string[] = [];
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.name === 'annotation') {
      if (/tex/i.test(element.attrs['encoding'] ?? '')) parts.tex ??= directText(element);
      continue;
    }
    if (element.name === 'annotation-xml') continue;
    if (isDisplay(element)) parts.display = true;
    if (element.name === 'math' && element.dropped === null) parts.math ??= element;
    if (element.name === 'img' && element.dropped === null) shown.push(element.attrs['alt'] ?? '');
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.kind === TEXT) shown.push(child.value);
      else if (child.kind === ELEMENT && (child.dropped === null || child.name === 'math' || holdsMath(child)))
        stack.push(child);
    }
  }
  parts.shown = shown.join('');
  return parts;
}

/** Accessible MathML is hidden from sight on purpose, beside drawn glyphs that say the same. */
function holdsMath(element: Element): boolean {
  return element.children.some((child) => child.kind === ELEMENT && child.name === 'math');
}

/** Arguments of these name environments, colours and labels; they are not drawn. */
const UNDRAWN =
  /\\(?:begin|end|color|textcolor|label|ref|hspace|vspace|phantom|hphantom|vphantom|rule|mathrel|mathbin)\*?\s*(?:\{[^{}]*\}){1,2}|\\[a-zA-Z]+/g;

function isShown(tex: string, shown: string): boolean {
  const drawn = shown
    .normalize('NFKC')
    .replace(/[\s\u2061-\u2064]/g, '')
    .toLowerCase();
  for (const word of tex.replace(UNDRAWN, ' ').match(/\p{L}{3,}/gu) ?? []) {
    if (!drawn.includes(word.normalize('NFKC').toLowerCase())) return false;
  }
  return true;
}
