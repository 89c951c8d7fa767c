import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { ELEMENT, type Element, type TreeNode } from '../tree.js';
import { HASH_START, HASH_STEP } from './names.js';

export const HTML_NS = 0;
export const SVG_NS = 1;
export const MATH_NS = 2;
export type Namespace = typeof HTML_NS | typeof SVG_NS | typeof MATH_NS;

/** What the tokenizer knows of one tag. One object is used again for every tag of a document. */
export interface TagToken {
  tag: number;
  name: string;
  flags: number;
  attrStart: number;
  attrEnd: number;
  selfClosing: boolean;
}

/** An element as the parser makes it. Attributes are read from the source when first asked for: most never are. */
export class ParsedElement implements Element {
  readonly kind: typeof ELEMENT;
  readonly name: string;
  /** Number of the name where the element is HTML; -1 in SVG and MathML. */
  readonly tag: number;
  readonly flags: number;
  readonly ns: Namespace;
  children: TreeNode[];
  parent: ParsedElement | null;
  dropped: string | null;
  readonly #source: string;
  readonly #attrStart: number;
  readonly #attrEnd: number;
  #attrs: Record<string, string> | null;

  constructor(
    source: string,
    name: string,
    tag: number,
    flags: number,
    ns: Namespace,
    attrStart: number,
    attrEnd: number,
  ) {
    this.kind = ELEMENT;
    this.name = name;
    this.tag = tag;
    this.flags = flags;
    this.ns = ns;
    this.children = [];
    this.parent = null;
    this.dropped = null;
    this.#source = source;
    this.#attrStart = attrStart;
    this.#attrEnd = attrEnd;
    this.#attrs = null;
  }

  get attrs(): Readonly<Record<string, string>> {
    this.#attrs ??=
      this.#attrEnd > this.#attrStart ? readAttributes(this.#source, this.#attrStart, this.#attrEnd) : NONE;
    return this.#attrs;
  }

  /** A second element of the same tag: what the adoption agency and reconstruction insert. */
  again(): ParsedElement {
    return new ParsedElement(this.#source, this.name, this.tag, this.flags, this.ns, this.#attrStart, this.#attrEnd);
  }

  sameAs(other: ParsedElement): boolean {
    return this.tag === other.tag && this.#attrText() === other.#attrText();
  }

  #attrText(): string {
    return this.#source.slice(this.#attrStart, this.#attrEnd);
  }
}

/** Attribute records have no prototype, so that `constructor` or `__proto__` is an attribute only where one was written. */
const NONE: Record<string, string> = Object.create(null);

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
}

/** The attributes between a tag's name and its end, names in lower case, the first of equal names kept. */
function readAttributes(source: string, start: number, end: number): Record<string, string> {
  const record: Record<string, string> = Object.create(null);
  let at = start;
  for (;;) {
    while (at < end && (isSpace(source.charCodeAt(at)) || source.charCodeAt(at) === 47)) at++;
    if (at >= end) return record;
    const nameStart = at;
    let hash = HASH_START;
    for (; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === 47 || isSpace(code) || (code === 61 && at > nameStart)) break;
      hash = Math.imul(hash ^ code, HASH_STEP);
    }
    const name = attributeName(source, nameStart, at, hash);
    while (at < end && isSpace(source.charCodeAt(at))) at++;
    let value = '';
    if (source.charCodeAt(at) === 61 && at < end) {
      at++;
      while (at < end && isSpace(source.charCodeAt(at))) at++;
      const quote = source.charCodeAt(at);
      let valueEnd: number;
      if (quote === 34 || quote === 39) {
        valueEnd = source.indexOf(quote === 34 ? '"' : "'", ++at);
        if (valueEnd < 0 || valueEnd > end) valueEnd = end;
        value = source.slice(at, valueEnd);
        at = valueEnd + 1;
      } else {
        valueEnd = at;
        while (valueEnd < end && !isSpace(source.charCodeAt(valueEnd))) valueEnd++;
        value = source.slice(at, valueEnd);
        at = valueEnd;
      }
      if (value.includes('&')) value = decodeHTMLAttribute(value);
      if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
    }
    if (record[name] === undefined) record[name] = value;
  }
}

/** Names of attributes that were met, by hash: most are used again and again, and a name that is known needs no new string. */
const names: (string | undefined)[] = new Array(1024);

function attributeName(source: string, start: number, end: number, hash: number): string {
  const slot = hash & 1023;
  const known = names[slot];
  if (known !== undefined && known.length === end - start && source.startsWith(known, start)) return known;
  const name = lower(source.slice(start, end));
  // V8 keeps the whole source alive behind a slice of 13 characters or more.
  if (name.length < 13) names[slot] = name;
  return name;
}

/** ASCII lower case: other letters of a name stay as they are written (13.2.5.8). */
export function lower(name: string): string {
  const folded = /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : name;
  return folded.includes('\0') ? folded.replaceAll('\0', '\ufffd') : folded;
}

export function decodeText(text: string): string {
  return text.includes('&') ? decodeHTML(text) : text;
}
