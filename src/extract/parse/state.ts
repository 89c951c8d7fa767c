import { TEXT, type Text, type TreeNode } from '../tree.js';
import { HTML_NS, type Namespace, ParsedElement, type TagToken } from './element.js';
import { INITIAL } from './modes.js';
import { FOSTERS, HEADING, IMPLIED, IMPLIED_THOROUGH, SCOPE, SPECIAL, tag } from './names.js';

/** Elements open at once. Browsers stop at 512 too; it bounds every look down the stack, and so keeps the parser linear. */
export const MAX_OPEN = 512;
/** Entries of the list of active formatting elements since the last marker. */
const MAX_FORMATTING = 64;

const TEMPLATE = tag('template');
const TABLE = tag('table');
const BUTTON = tag('button');
const OL = tag('ol');
const UL = tag('ul');
const HTML = tag('html');
const P = tag('p');

/** The tree under construction: open elements, active formatting elements, and where the next node goes (HTML 13.2.4). */
export class TreeState {
  readonly source: string;
  readonly stack: ParsedElement[] = [];
  readonly formatting: (ParsedElement | null)[] = [];
  current: ParsedElement;
  mode = INITIAL;
  templateModes: number[] = [];
  /** Element whose content the tokenizer reads as text next. */
  raw: ParsedElement | null = null;
  /** Everything from here on is text. */
  plaintext = false;
  /** A line break right after this start tag is left out. */
  skipNewline = false;
  fostering = false;
  framesetOk = true;
  quirks = false;
  head: ParsedElement | null = null;
  form: ParsedElement | null = null;
  /** Context element of a fragment, which stands in for the root of the stack. */
  context: ParsedElement | null = null;
  /** Elements that were inserted but not opened because `MAX_OPEN` were; their end tags are due. */
  #over = 0;
  /** What reconstruction may still make: n paragraphs under m formatting elements must not cost n times m. */
  #reconstructions: number;
  readonly document: ParsedElement;

  constructor(source: string) {
    this.source = source;
    this.#reconstructions = 10_000 + source.length / 50;
    this.document = new ParsedElement(source, '#document', -1, 0, HTML_NS, 0, 0);
    this.current = this.document;
  }

  /** The current node; in a fragment with nothing open, its context (13.2.6). */
  adjustedCurrent(): ParsedElement {
    return this.context !== null && this.stack.length === 1 ? this.context : this.current;
  }

  make(token: TagToken, ns: Namespace = HTML_NS): ParsedElement {
    const tagNumber = ns === HTML_NS ? token.tag : -1;
    return new ParsedElement(this.source, token.name, tagNumber, token.flags, ns, token.attrStart, token.attrEnd);
  }

  push(element: ParsedElement): void {
    this.stack.push(element);
    this.current = element;
  }

  pop(): void {
    this.stack.pop();
    this.current = this.stack.at(-1) ?? this.document;
  }

  /** Opens an element. Returns it, or null where so many are open that it stands in the tree but stays closed. */
  insert(token: TagToken, ns: Namespace = HTML_NS): ParsedElement | null {
    const element = this.make(token, ns);
    this.place(element);
    if (this.stack.length >= MAX_OPEN) {
      this.#over++;
      return null;
    }
    this.push(element);
    return element;
  }

  /** Inserts an element that has no content. */
  insertClosed(token: TagToken, ns: Namespace = HTML_NS): ParsedElement {
    const element = this.make(token, ns);
    this.place(element);
    return element;
  }

  /** True where an end tag belongs to an element that was never opened. */
  skipsEndTag(): boolean {
    if (this.#over === 0) return false;
    this.#over--;
    return true;
  }

  place(node: TreeNode): void {
    if (this.fostering && (this.current.flags & FOSTERS) !== 0) this.#foster(node);
    else this.append(this.current, node);
  }

  append(parent: ParsedElement, node: TreeNode): void {
    node.parent = parent;
    parent.children.push(node);
  }

  insertText(text: string): void {
    if (text === '') return;
    if (this.fostering && (this.current.flags & FOSTERS) !== 0) {
      this.#foster({ kind: TEXT, value: text, parent: null });
      return;
    }
    const { children } = this.current;
    const last = children.length > 0 ? children[children.length - 1]! : null;
    if (last !== null && last.kind === TEXT) last.value += text;
    else children.push({ kind: TEXT, value: text, parent: this.current });
  }

  /** "Appropriate place for inserting a node" with foster parenting (13.2.6.1). */
  #foster(node: TreeNode): void {
    const table = this.stack.findLastIndex((element) => element.tag === TABLE);
    const template = this.stack.findLastIndex((element) => element.tag === TEMPLATE);
    const parent = table < 0 ? null : this.stack[table]!.parent;
    if (template > table) this.#joinOrPush(this.stack[template]!, node);
    else if (table < 0) this.#joinOrPush(this.stack[0]!, node);
    else if (parent === null) this.#joinOrPush(this.stack[table - 1]!, node);
    else this.#insertBefore(parent, this.stack[table]!, node);
  }

  #insertBefore(parent: ParsedElement, table: ParsedElement, node: TreeNode): void {
    const at = parent.children.lastIndexOf(table);
    const before = parent.children[at - 1];
    if (node.kind === TEXT && before?.kind === TEXT) before.value += node.value;
    else {
      node.parent = parent;
      parent.children.splice(at, 0, node);
    }
  }

  #joinOrPush(parent: ParsedElement, node: TreeNode): void {
    const last = parent.children.at(-1);
    if (node.kind === TEXT && last?.kind === TEXT) (last as Text).value += node.value;
    else this.append(parent, node);
  }

  /** "In scope" with one more kind of bound: `list` for list items, `button` for paragraphs. */
  inScope(tagNumber: number, bound: 'default' | 'list' | 'button' = 'default'): boolean {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const element = this.stack[at]!;
      if (element.tag === tagNumber) return true;
      if ((element.flags & SCOPE) !== 0) return false;
      if (bound === 'button' && element.tag === BUTTON) return false;
      if (bound === 'list' && (element.tag === OL || element.tag === UL)) return false;
    }
    return false;
  }

  headingInScope(): boolean {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const { flags } = this.stack[at]!;
      if ((flags & HEADING) !== 0) return true;
      if ((flags & SCOPE) !== 0) return false;
    }
    return false;
  }

  inTableScope(tagNumber: number): boolean {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const found = this.stack[at]!.tag;
      if (found === tagNumber) return true;
      if (found === TABLE || found === TEMPLATE || found === HTML) return false;
    }
    return false;
  }

  impliedEndTags(except = 0): void {
    while ((this.current.flags & IMPLIED) !== 0 && this.current.tag !== except) this.pop();
  }

  impliedEndTagsThoroughly(): void {
    while ((this.current.flags & IMPLIED_THOROUGH) !== 0) this.pop();
  }

  popUntil(tagNumber: number): void {
    while (this.stack.length > 0) {
      const found = this.current.tag;
      this.pop();
      if (found === tagNumber) return;
    }
  }

  closeParagraph(): void {
    this.impliedEndTags(P);
    this.popUntil(P);
  }

  closeParagraphInScope(): void {
    if (this.inScope(P, 'button')) this.closeParagraph();
  }

  has(tagNumber: number): boolean {
    return this.stack.some((element) => element.tag === tagNumber);
  }

  /** Adds to the list of active formatting elements; at most three alike (the "Noah's Ark clause"). */
  pushFormatting(element: ParsedElement | null): void {
    if (element === null) return;
    let alike = 0;
    let since = 0;
    let first = -1;
    for (let at = this.formatting.length - 1; at >= 0 && this.formatting[at] !== null; at--) {
      since++;
      if (since >= MAX_FORMATTING) first = at;
      if (this.formatting[at]!.sameAs(element) && ++alike === 3) {
        first = at;
        break;
      }
    }
    if (first >= 0) this.formatting.splice(first, 1);
    this.formatting.push(element);
  }

  pushMarker(): void {
    this.formatting.push(null);
  }

  clearToMarker(): void {
    while (this.formatting.length > 0 && this.formatting.pop() !== null);
  }

  reconstruct(): void {
    const { formatting } = this;
    let at = formatting.length - 1;
    if (at < 0 || formatting[at] === null || this.#isOpen(formatting[at]!)) return;
    while (at > 0 && formatting[at - 1] !== null && !this.#isOpen(formatting[at - 1]!)) at--;
    for (; at < formatting.length; at++) {
      if (this.#reconstructions-- <= 0 || this.stack.length >= MAX_OPEN) {
        formatting.length = at;
        return;
      }
      const element = formatting[at]!.again();
      this.place(element);
      this.push(element);
      formatting[at] = element;
    }
  }

  #isOpen(element: ParsedElement): boolean {
    return this.stack.lastIndexOf(element) >= 0;
  }

  formattingSinceMarker(tagNumber: number): ParsedElement | null {
    for (let at = this.formatting.length - 1; at >= 0; at--) {
      const element = this.formatting[at]!;
      if (element === null) return null;
      if (element.tag === tagNumber) return element;
    }
    return null;
  }

  forget(element: ParsedElement): void {
    const listed = this.formatting.lastIndexOf(element);
    if (listed >= 0) this.formatting.splice(listed, 1);
    const open = this.stack.lastIndexOf(element);
    if (open >= 0) this.stack.splice(open, 1);
    this.current = this.stack.at(-1) ?? this.document;
  }

  /** The adoption agency algorithm (13.2.6.4.7). Returns false where the end tag is to be handled as any other. */
  adopt(tagNumber: number): boolean {
    const { stack, formatting } = this;
    if (this.current.tag === tagNumber && !formatting.includes(this.current)) {
      this.pop();
      return true;
    }
    for (let outer = 0; outer < 8; outer++) {
      const element = this.formattingSinceMarker(tagNumber);
      if (element === null) return outer > 0;
      const openAt = stack.lastIndexOf(element);
      if (openAt < 0) {
        this.forget(element);
        return true;
      }
      if (!this.#elementInScope(openAt)) return true;
      let furthestAt = openAt + 1;
      while (furthestAt < stack.length && (stack[furthestAt]!.flags & SPECIAL) === 0) furthestAt++;
      if (furthestAt === stack.length) {
        stack.length = openAt;
        this.forget(element);
        return true;
      }
      this.#rearrange(element, openAt, furthestAt);
    }
    return true;
  }

  #elementInScope(openAt: number): boolean {
    for (let at = this.stack.length - 1; at > openAt; at--) if ((this.stack[at]!.flags & SCOPE) !== 0) return false;
    return true;
  }

  #rearrange(element: ParsedElement, openAt: number, furthestAt: number): void {
    const { stack, formatting } = this;
    const furthest = stack[furthestAt]!;
    const ancestor = stack[openAt - 1]!;
    let bookmark = formatting.lastIndexOf(element);
    let last = furthest;
    let counter = 0;
    for (let at = furthestAt - 1; at > openAt; at--) {
      const node = stack[at]!;
      let listed = formatting.lastIndexOf(node);
      if (++counter > 3 && listed >= 0) {
        formatting.splice(listed, 1);
        if (listed < bookmark) bookmark--;
        listed = -1;
      }
      if (listed < 0) {
        stack.splice(at, 1);
        continue;
      }
      const copy = node.again();
      formatting[listed] = copy;
      stack[at] = copy;
      if (last === furthest) bookmark = listed + 1;
      this.#move(last, copy);
      last = copy;
    }
    detach(last);
    if ((ancestor.flags & FOSTERS) !== 0) this.#foster(last);
    else this.append(ancestor, last);
    const copy = element.again();
    for (const child of furthest.children) child.parent = copy;
    copy.children = furthest.children;
    furthest.children = [];
    this.append(furthest, copy);
    const listed = formatting.lastIndexOf(element);
    formatting.splice(listed, 1);
    formatting.splice(listed < bookmark ? bookmark - 1 : bookmark, 0, copy);
    stack.splice(stack.lastIndexOf(element), 1);
    stack.splice(stack.lastIndexOf(furthest) + 1, 0, copy);
    this.current = stack.at(-1)!;
  }

  #move(node: ParsedElement, parent: ParsedElement): void {
    detach(node);
    this.append(parent, node);
  }
}

/** Nodes that move stand at or near the end of their parent, so looking from there is short. */
function detach(node: ParsedElement): void {
  const { parent } = node;
  if (parent === null) return;
  const at = parent.children.lastIndexOf(node);
  if (at >= 0) parent.children.splice(at, 1);
  node.parent = null;
}
