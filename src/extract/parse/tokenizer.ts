import { TEXT } from '../tree.js';
import { TreeBuilder } from './builder.js';
import { decodeText, lower, type ParsedElement, type TagToken } from './element.js';
import { BEFORE_HTML, INITIAL } from './modes.js';
import { FLAGS, HASH_START, HASH_STEP, lookUp, NAME_OF, RCDATA, TagNumbers, tag } from './names.js';
import { isQuirks } from './quirks.js';

const SCRIPT = tag('script');
const GT = 62;
const SLASH = 47;

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
}

function isLetter(code: number): boolean {
  const folded = code | 32;
  return folded >= 97 && folded <= 122;
}

/**
 * The tokenizer of HTML 13.2.5, by leaps: text, comments, raw text and quoted values are found by their ends. A search
 * that found nothing is remembered, so that no input makes it look at the same stretch twice.
 */
export class Tokenizer {
  readonly #source: string;
  readonly #builder: TreeBuilder;
  readonly #numbers = new TagNumbers();
  readonly #token: TagToken = { tag: 0, name: '', flags: 0, attrStart: 0, attrEnd: 0, selfClosing: false };
  #at = 0;
  /** Where the next `--!>` and `<!--` stand; -1 before the first look, the source's length where there is none. */
  #nextBang = -1;
  #nextComment = -1;

  constructor(source: string, context: ParsedElement | null) {
    this.#source = source;
    this.#builder = new TreeBuilder(source);
    if (context !== null) this.#builder.openFragment(context);
  }

  run(): ParsedElement {
    const source = this.#source;
    const { length } = source;
    const builder = this.#builder;
    while (this.#at < length) {
      if (builder.plaintext) {
        this.#text(this.#at, length);
        break;
      }
      let open = this.#at;
      let code = 0;
      for (;;) {
        open = source.indexOf('<', open);
        if (open < 0 || open + 1 >= length) {
          open = length;
          break;
        }
        code = source.charCodeAt(open + 1);
        if (isLetter(code) || code === SLASH || code === 33 || code === 63) break;
        open++;
      }
      // `</` at the very end is text.
      if (open < length && code === SLASH && open + 2 >= length) open = length;
      if (open > this.#at) this.#text(this.#at, open);
      this.#at = open;
      if (open >= length) break;
      if (code === SLASH) this.#endTag(open);
      else if (code === 33) this.#declaration(open);
      else if (code === 63) this.#skipTo('>', open + 2);
      else this.#startTag(open);
    }
    builder.end();
    return builder.document;
  }

  #text(start: number, end: number): void {
    const builder = this.#builder;
    const raw = this.#source.slice(start, end);
    let run = builder.plaintext ? raw.replaceAll('\0', '\ufffd') : decodeText(raw);
    if (builder.skipNewline) run = this.#withoutNewline(run);
    if (run !== '') builder.text(run);
  }

  #withoutNewline(run: string): string {
    this.#builder.skipNewline = false;
    return run.startsWith('\n') ? run.slice(1) : run;
  }

  #skipTo(end: string, from: number): void {
    const found = this.#source.indexOf(end, from);
    this.#at = found < 0 ? this.#source.length : found + end.length;
  }

  /** Reads a tag's name and the extent of its attributes into the token. False where the source ends inside it. */
  #readTag(start: number): boolean {
    const source = this.#source;
    const { length } = source;
    const token = this.#token;
    let hash = HASH_START;
    let at = start;
    let code = 0;
    for (; at < length; at++) {
      code = source.charCodeAt(at);
      if (code === GT || code === SLASH || isSpace(code)) break;
      hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code | 32 : code), HASH_STEP);
    }
    if (at >= length) return false;
    const known = lookUp(source, start, at, hash);
    if (known > 0) {
      token.tag = known;
      token.name = NAME_OF[known]!;
      token.flags = FLAGS[known]!;
    } else {
      token.name = lower(source.slice(start, at));
      token.tag = this.#numbers.of(token.name);
      token.flags = 0;
    }
    token.selfClosing = false;
    token.attrStart = token.attrEnd = at;
    if (code === GT) {
      this.#at = at + 1;
      return true;
    }
    return this.#skipAttributes(at);
  }

  #skipAttributes(start: number): boolean {
    const source = this.#source;
    const { length } = source;
    let at = start;
    for (;;) {
      // Before an attribute's name.
      let code = source.charCodeAt(at);
      while (isSpace(code) || code === SLASH) {
        if (code === SLASH && source.charCodeAt(at + 1) === GT) {
          this.#token.selfClosing = true;
          this.#token.attrEnd = at;
          this.#at = at + 2;
          return true;
        }
        code = source.charCodeAt(++at);
      }
      if (at >= length) return false;
      if (code === GT) break;
      // The name; a leading = belongs to it.
      do code = source.charCodeAt(++at);
      while (at < length && code !== GT && code !== SLASH && code !== 61 && !isSpace(code));
      while (isSpace(code)) code = source.charCodeAt(++at);
      if (at >= length) return false;
      if (code !== 61) continue;
      do code = source.charCodeAt(++at);
      while (isSpace(code));
      if (code === 34 || code === 39) {
        at = source.indexOf(code === 34 ? '"' : "'", at + 1);
        if (at < 0) return false;
        at++;
      } else if (code !== GT) {
        while (at < length && code !== GT && !isSpace(code)) code = source.charCodeAt(++at);
      }
      if (at >= length) return false;
    }
    this.#token.attrEnd = at;
    this.#at = at + 1;
    return true;
  }

  #startTag(open: number): void {
    const builder = this.#builder;
    if (!this.#readTag(open + 1)) {
      this.#at = this.#source.length;
      return;
    }
    builder.skipNewline = false;
    builder.startTag(this.#token);
    if (builder.raw !== null) this.#rawText(builder.raw);
  }

  #endTag(open: number): void {
    const code = this.#source.charCodeAt(open + 2);
    if (code === GT) this.#at = open + 3;
    else if (!isLetter(code)) this.#skipTo('>', open + 2);
    else if (this.#readTag(open + 2)) {
      this.#builder.skipNewline = false;
      this.#builder.endTag(this.#token);
    } else this.#at = this.#source.length;
  }

  #declaration(open: number): void {
    const source = this.#source;
    if (source.startsWith('--', open + 2)) this.#comment(open);
    else if (source.startsWith('[CDATA[', open + 2) && this.#builder.inForeign()) {
      const end = source.indexOf(']]>', open + 9);
      const text = source.slice(open + 9, end < 0 ? source.length : end);
      if (text !== '') this.#builder.text(text);
      this.#at = end < 0 ? source.length : end + 3;
    } else {
      this.#skipTo('>', open + 2);
      if (this.#builder.mode === INITIAL && /^doctype/i.test(source.slice(open + 2, open + 9))) {
        this.#builder.quirks = isQuirks(source.slice(open + 9, this.#at));
        this.#builder.mode = BEFORE_HTML;
      }
    }
  }

  #comment(open: number): void {
    const source = this.#source;
    // `<!-->` and `<!--->` are whole comments; looking from two characters back finds them too.
    const end = source.indexOf('-->', open + 2);
    if (this.#nextBang < open + 4) {
      const found = source.indexOf('--!>', open + 4);
      this.#nextBang = found < 0 ? source.length : found;
    }
    if (end >= 0 && end < this.#nextBang) this.#at = end + 3;
    else this.#at = Math.min(this.#nextBang + 4, source.length);
  }

  /** Fills an element with the text up to its own end tag. */
  #rawText(element: ParsedElement): void {
    this.#builder.raw = null;
    const source = this.#source;
    const from = this.#at;
    const end = element.tag === SCRIPT ? this.#scriptEnd(from) : this.#rawEnd(element.name, from);
    let value = source.slice(from, end);
    if ((element.flags & RCDATA) !== 0) value = decodeText(value);
    if (this.#builder.skipNewline) value = this.#withoutNewline(value);
    if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
    if (value !== '') element.children.push({ kind: TEXT, value, parent: element });
    // A tag that the source ends inside is no tag, so nothing follows.
    if (end >= source.length || !this.#readTag(end + 2)) this.#at = source.length;
  }

  #rawEnd(name: string, from: number): number {
    const source = this.#source;
    for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2))
      if (this.#isName(name, at + 2)) return at;
    return source.length;
  }

  #isName(name: string, start: number): boolean {
    const source = this.#source;
    for (let at = 0; at < name.length; at++) {
      const code = source.charCodeAt(start + at);
      if ((code >= 65 && code <= 90 ? code | 32 : code) !== name.charCodeAt(at)) return false;
    }
    const after = source.charCodeAt(start + name.length);
    return after === GT || after === SLASH || isSpace(after);
  }

  /** The end tag of a script. After `<!--` and `<script`, a first end tag is part of the script (13.2.5.15 to 31). */
  #scriptEnd(from: number): number {
    const plain = this.#rawEnd('script', from);
    if (this.#nextComment < from) {
      const found = this.#source.indexOf('<!--', from);
      this.#nextComment = found < 0 ? this.#source.length : found;
    }
    if (plain <= this.#nextComment) return plain;
    const step = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
    step.lastIndex = from;
    let escaped = false;
    let double = false;
    for (let found = step.exec(this.#source); found; found = step.exec(this.#source)) {
      const [what] = found;
      if (what === '<!--') {
        if (!escaped) step.lastIndex = found.index + 2;
        escaped = true;
      } else if (what === '-->') escaped = double = false;
      else if (what.startsWith('</')) {
        if (!double) return found.index;
        double = false;
      } else if (escaped) double = true;
    }
    return this.#source.length;
  }
}
