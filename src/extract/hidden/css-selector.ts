import { ELEMENT, type Element } from '../tree.js';
import { splitTop, unescapeCss } from './css-text.js';

interface AttributeTest {
  name: string;
  operator: string;
  value: string;
  ignoreCase: boolean;
}

/** One compound: all that must hold of one element. */
interface Compound {
  tag: string | null;
  id: string | null;
  classes: string[];
  attributes: AttributeTest[];
  pseudos: Pseudo[];
  /** How the element relates to the compound before: ' ', '>', '+', '~', or '' for the first. */
  combinator: string;
}

type Pseudo = { name: 'not' | 'is'; list: Selector[] } | { name: string; list: null };

export interface Selector {
  compounds: Compound[];
  /** Ids, classes and tags as one number, so that it can be compared. */
  specificity: number;
}

/** Pseudo-classes that hold of a page at rest, by structure. */
const STRUCTURAL = new Set([
  'root',
  'first-child',
  'last-child',
  'only-child',
  'empty',
  'link',
  'any-link',
  'checked',
  'disabled',
  'enabled',
  'scope',
]);

const MAX_COMPOUNDS = 12;

/** The selectors of a list that can match an element at rest; states such as `:hover`, and what is not known, cannot. */
export function parseSelectors(text: string, depth = 0): Selector[] {
  const found: Selector[] = [];
  for (const part of splitTop(text, ',')) {
    const selector = parseSelector(part.trim(), depth);
    if (selector !== null) found.push(selector);
  }
  return found;
}

const IDENT = '(?:[\\w-]|[^\\x00-\\x7f]|\\\\(?:[\\da-fA-F]{1,6}[ \\t\\n\\f]?|[^\\n]))+';
const TOKEN = new RegExp(
  `\\s*([>+~])\\s*|(\\s+)|\\*|(${IDENT})|#(${IDENT})|\\.(${IDENT})|\\[\\s*(${IDENT})\\s*(?:([~|^$*]?=)\\s*(?:"([^"]*)"|'([^']*)'|(${IDENT}))\\s*([isIS])?\\s*)?\\]|:(:?${IDENT})(\\()?`,
  'y',
);

function parseSelector(text: string, depth: number): Selector | null {
  if (text === '' || text.length > 2_000) return null;
  if (PLAIN.test(text)) return parsePlain(text);
  const compounds: Compound[] = [];
  let current = emptyCompound('');
  let filled = false;
  let [ids, classes, tags] = [0, 0, 0];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return null;
    at = TOKEN.lastIndex;
    const [
      whole,
      combinator,
      space,
      tag,
      id,
      className,
      attribute,
      operator,
      double,
      single,
      bare,
      flag,
      pseudo,
      paren,
    ] = match;
    if (combinator !== undefined || space !== undefined) {
      if (!filled || compounds.length >= MAX_COMPOUNDS) return null;
      compounds.push(current);
      current = emptyCompound(combinator ?? ' ');
      filled = false;
      continue;
    }
    filled = true;
    if (tag !== undefined) {
      current.tag = unescapeCss(tag).toLowerCase();
      tags++;
    } else if (id !== undefined) {
      current.id = unescapeCss(id);
      ids++;
    } else if (className !== undefined) {
      current.classes.push(unescapeCss(className));
      classes++;
    } else if (attribute !== undefined) {
      const value = unescapeCss(double ?? single ?? bare ?? '');
      current.attributes.push({
        name: attribute.toLowerCase(),
        operator: operator ?? '',
        value,
        ignoreCase: flag?.toLowerCase() === 'i',
      });
      classes++;
    } else if (pseudo !== undefined) {
      const name = pseudo.toLowerCase();
      if (paren === undefined) {
        if (!STRUCTURAL.has(name)) return null;
        current.pseudos.push({ name, list: null });
        classes++;
        continue;
      }
      const end = closing(text, at);
      if (end < 0 || depth > 2 || !/^(?:not|is|where|matches|-webkit-any)$/.test(name)) return null;
      const list = parseSelectors(text.slice(at, end), depth + 1);
      at = end + 1;
      current.pseudos.push({ name: name === 'not' ? 'not' : 'is', list });
      if (name !== 'where') ids += Math.max(0, ...list.map((one) => one.specificity)) / WEIGHT ** 2;
    } else if (whole !== '*') return null;
  }
  if (!filled) return null;
  compounds.push(current);
  return { compounds, specificity: (ids * WEIGHT + classes) * WEIGHT + tags };
}

/** Names, classes and ids under descendant combinators: most selectors are no more. */
const PLAIN = /^[\w.# -]+$/;

function parsePlain(text: string): Selector | null {
  const compounds: Compound[] = [];
  let specificity = 0;
  for (const part of text.split(' ')) {
    if (part === '') continue;
    if (compounds.length > MAX_COMPOUNDS) return null;
    const compound = emptyCompound(compounds.length === 0 ? '' : ' ');
    let start = 0;
    for (let at = 1; at <= part.length; at++) {
      if (at < part.length && part[at] !== '.' && part[at] !== '#') continue;
      const first = part[start];
      if (first === '.' || first === '#') {
        if (at === start + 1) return null;
        const name = part.slice(start + 1, at);
        specificity += first === '.' ? WEIGHT : WEIGHT * WEIGHT;
        if (first === '.') compound.classes.push(name);
        else compound.id = name;
      } else {
        compound.tag = part.slice(start, at).toLowerCase();
        specificity++;
      }
      start = at;
    }
    compounds.push(compound);
  }
  return compounds.length === 0 ? null : { compounds, specificity };
}

const WEIGHT = 1_000;

function emptyCompound(combinator: string): Compound {
  return { tag: null, id: null, classes: [], attributes: [], pseudos: [], combinator };
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

/** Steps of matching that are left; a page may not make matching cost more than reading. */
export interface Budget {
  steps: number;
}

/** Whether an element is one that the selector selects. */
export function matches(element: Element, selector: Selector, budget: Budget): boolean {
  return matchFrom(element, selector.compounds, selector.compounds.length - 1, budget);
}

interface Retry {
  node: Element;
  index: number;
}

function matchFrom(element: Element, compounds: readonly Compound[], last: number, budget: Budget): boolean {
  let node: Element | null = element;
  let index = last;
  /** Where to try again: the next ancestor for the last ` `, the next sibling for the last `~` since. No others can help. */
  let up: Retry | null = null;
  let side: Retry | null = null;
  for (;;) {
    if (--budget.steps < 0) return false;
    if (node !== null && matchesCompound(node, compounds[index]!, budget)) {
      if (index === 0) return true;
      const { combinator } = compounds[index]!;
      index--;
      if (combinator === ' ') {
        up = { node, index };
        side = null;
      } else if (combinator === '~') side = { node, index };
      else {
        node = combinator === '>' ? node.parent : previousOf(node, budget);
        continue;
      }
    }
    node = null;
    if (side !== null) {
      const previous = previousOf(side.node, budget);
      if (previous === null) side = null;
      else {
        side.node = previous;
        node = previous;
        index = side.index;
        continue;
      }
    }
    if (up === null || up.node.parent === null) return false;
    up.node = up.node.parent;
    node = up.node;
    index = up.index;
  }
}

function previousOf(element: Element, budget: Budget): Element | null {
  const siblings = element.parent?.children;
  if (siblings === undefined) return null;
  let before: Element | null = null;
  for (const sibling of siblings) {
    if (sibling === element || --budget.steps < 0) return before;
    if (sibling.kind === ELEMENT) before = sibling;
  }
  return null;
}

function matchesCompound(element: Element, compound: Compound, budget: Budget): boolean {
  if (compound.tag !== null && element.name !== compound.tag) return false;
  if (compound.id !== null && element.attrs['id'] !== compound.id) return false;
  if (compound.classes.length > 0) {
    const names = element.attrs['class'];
    if (names === undefined) return false;
    for (const name of compound.classes) if (!hasToken(names, name)) return false;
  }
  for (const test of compound.attributes) if (!matchesAttribute(element.attrs[test.name], test)) return false;
  for (const pseudo of compound.pseudos) if (!matchesPseudo(element, pseudo, budget)) return false;
  return true;
}

/** Whether a space-separated list holds a token. */
export function hasToken(list: string, token: string): boolean {
  if (list === token) return true;
  for (let at = list.indexOf(token); at >= 0; at = list.indexOf(token, at + 1)) {
    const end = at + token.length;
    if ((at === 0 || list.charCodeAt(at - 1) <= 32) && (end === list.length || list.charCodeAt(end) <= 32)) return true;
  }
  return false;
}

function matchesAttribute(actual: string | undefined, test: AttributeTest): boolean {
  if (actual === undefined) return false;
  const value = test.ignoreCase ? test.value.toLowerCase() : test.value;
  const text = test.ignoreCase ? actual.toLowerCase() : actual;
  switch (test.operator) {
    case '':
      return true;
    case '=':
      return text === value;
    case '~=':
      return value !== '' && hasToken(text, value);
    case '|=':
      return text === value || text.startsWith(`${value}-`);
    case '^=':
      return value !== '' && text.startsWith(value);
    case '$=':
      return value !== '' && text.endsWith(value);
    default:
      return value !== '' && text.includes(value);
  }
}

function matchesPseudo(element: Element, pseudo: Pseudo, budget: Budget): boolean {
  if (pseudo.list !== null) {
    const any = pseudo.list.some((selector) => matches(element, selector, budget));
    return pseudo.name === 'not' ? !any : any;
  }
  switch (pseudo.name) {
    case 'root':
    case 'scope':
      return element.parent === null;
    case 'first-child':
      return isEdge(element, 1, budget);
    case 'last-child':
      return isEdge(element, -1, budget);
    case 'only-child':
      return isEdge(element, 1, budget) && isEdge(element, -1, budget);
    case 'empty':
      return element.children.length === 0;
    case 'link':
    case 'any-link':
      return element.name === 'a' && element.attrs['href'] !== undefined;
    default:
      return element.attrs[pseudo.name] !== undefined;
  }
}

/** Whether an element is the first (1) or last (-1) element of its parent. */
function isEdge(element: Element, direction: 1 | -1, budget: Budget): boolean {
  const siblings = element.parent?.children;
  if (siblings === undefined) return true;
  for (let at = direction === 1 ? 0 : siblings.length - 1; at >= 0 && at < siblings.length; at += direction) {
    if (--budget.steps < 0) return false;
    const sibling = siblings[at]!;
    if (sibling.kind === ELEMENT) return sibling === element;
  }
  return false;
}
