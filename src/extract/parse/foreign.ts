import { HTML_NS, MATH_NS, type ParsedElement, SVG_NS, type TagToken } from './element.js';
import { BREAKOUT, SCOPE, SPECIAL, tag } from './names.js';
import type { TreeState } from './state.js';

const FONT = tag('font');
const MATH_TEXT = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);
const SVG_HTML = new Set(['foreignObject', 'desc', 'title']);
/** SVG names with capitals (13.2.6.5). */
const SVG_NAMES = new Map(
  (
    'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence ' +
    'foreignObject glyphRef linearGradient radialGradient textPath'
  )
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** MathML elements whose text is HTML's. */
export function isMathText(element: ParsedElement): boolean {
  return element.ns === MATH_NS && MATH_TEXT.has(element.name);
}

/** Elements of SVG and MathML whose content is HTML (13.2.6.5). */
export function isHtmlIntegration(element: ParsedElement): boolean {
  if (element.ns === SVG_NS) return SVG_HTML.has(element.name);
  if (element.ns !== MATH_NS || element.name !== 'annotation-xml') return false;
  return /^(?:text\/html|application\/xhtml\+xml)$/i.test(element.attrs['encoding'] ?? '');
}

/** Opens an element in the namespace of its parent, or as the root of SVG or MathML. */
export function insertForeign(state: TreeState, token: TagToken, ns: typeof SVG_NS | typeof MATH_NS): void {
  const name = ns === SVG_NS ? (SVG_NAMES.get(token.name) ?? token.name) : token.name;
  const bounds = ns === SVG_NS ? SVG_HTML.has(name) : MATH_TEXT.has(name) || name === 'annotation-xml';
  const foreign = { ...token, name, flags: bounds ? SPECIAL | SCOPE : 0 };
  if (token.selfClosing) state.insertClosed(foreign, ns);
  else state.insert(foreign, ns);
}

/** A start tag inside SVG or MathML. Returns true where it ends them and is to be handled as HTML. */
export function foreignStart(state: TreeState, token: TagToken): boolean {
  const adjusted = state.adjustedCurrent();
  const breaks = (token.flags & BREAKOUT) !== 0 || (token.tag === FONT && hasFontAttribute(state, token));
  if (breaks) {
    while (state.current.ns !== HTML_NS && !isMathText(state.current) && !isHtmlIntegration(state.current)) state.pop();
    return true;
  }
  insertForeign(state, token, adjusted.ns === SVG_NS ? SVG_NS : MATH_NS);
  return false;
}

function hasFontAttribute(state: TreeState, token: TagToken): boolean {
  const { attrs } = state.make(token);
  return attrs['color'] !== undefined || attrs['face'] !== undefined || attrs['size'] !== undefined;
}

/** An end tag inside SVG or MathML. Returns true where the HTML rules are to handle it. */
export function foreignEnd(state: TreeState, token: TagToken): boolean {
  if (token.name === 'br' || token.name === 'p') {
    while (state.current.ns !== HTML_NS && !isMathText(state.current) && !isHtmlIntegration(state.current)) state.pop();
    return true;
  }
  for (let at = state.stack.length - 1; at > 0; at--) {
    const node = state.stack[at]!;
    if (node.ns === HTML_NS) return true;
    if (node.name.toLowerCase() === token.name) {
      while (state.stack.length > at) state.pop();
      return false;
    }
  }
  return false;
}
