import { bodyEnd, bodyStart } from './body-mode.js';
import { HTML_NS, MATH_NS, type ParsedElement, SVG_NS, type TagToken } from './element.js';
import { foreignEnd, foreignStart, insertForeign, isHtmlIntegration, isMathText } from './foreign.js';
import { isMetadata, metadataStart, resetMode, templateEnd } from './head-mode.js';
import * as mode from './modes.js';
import { FLAGS, FOSTERS, tag } from './names.js';
import { TreeState } from './state.js';
import * as table from './table-mode.js';

const BODY = tag('body');
const BR = tag('br');
const FRAME = tag('frame');
const FRAMESET = tag('frameset');
const HEAD = tag('head');
const HTML = tag('html');
const MALIGNMARK = tag('malignmark');
const MATH = tag('math');
const MGLYPH = tag('mglyph');
const NOFRAMES = tag('noframes');
const NOSCRIPT = tag('noscript');
const SVG = tag('svg');
const TEMPLATE = tag('template');
const TABLE_MODE_OF = new Map<number, number>([
  ...['caption', 'colgroup', 'tbody', 'tfoot', 'thead'].map((name) => [tag(name), mode.IN_TABLE] as const),
  [tag('col'), mode.IN_COLUMN_GROUP],
  [tag('tr'), mode.IN_TABLE_BODY],
  [tag('td'), mode.IN_ROW],
  [tag('th'), mode.IN_ROW],
]);

const START = new Map([
  [mode.IN_TABLE, table.tableStart],
  [mode.IN_TABLE_BODY, table.sectionStart],
  [mode.IN_ROW, table.rowStart],
  [mode.IN_CELL, table.cellStart],
  [mode.IN_CAPTION, table.captionStart],
  [mode.IN_COLUMN_GROUP, table.columnStart],
]);
const END = new Map([
  [mode.IN_TABLE, table.tableEnd],
  [mode.IN_TABLE_BODY, table.sectionEnd],
  [mode.IN_ROW, table.rowEnd],
  [mode.IN_CELL, table.cellEnd],
  [mode.IN_CAPTION, table.captionEnd],
  [mode.IN_COLUMN_GROUP, table.columnEnd],
]);

/** Takes the tokens of one document and builds its tree by the rules of HTML 13.2.6, with scripting on. */
export class TreeBuilder extends TreeState {
  /** True where `<![CDATA[` opens text: inside SVG and MathML. */
  inForeign(): boolean {
    return this.current.ns !== HTML_NS;
  }

  startTag(token: TagToken): void {
    if (this.#foreignHandles(token)) {
      if (!foreignStart(this, token)) return;
    }
    while (this.#htmlStart(token));
  }

  endTag(token: TagToken): void {
    if (this.skipsEndTag()) return;
    if (this.adjustedCurrent().ns !== HTML_NS && !foreignEnd(this, token)) return;
    while (this.#htmlEnd(token));
  }

  /** Which rules a start tag goes by (13.2.6, "tree construction dispatcher"). */
  #foreignHandles(token: TagToken): boolean {
    const adjusted = this.adjustedCurrent();
    if (adjusted.ns === HTML_NS) return false;
    if (isMathText(adjusted)) return token.tag === MGLYPH || token.tag === MALIGNMARK;
    if (adjusted.ns === MATH_NS && adjusted.name === 'annotation-xml' && token.tag === SVG) return false;
    return !isHtmlIntegration(adjusted);
  }

  /** Returns true where the token is to be handled again in the mode that was set. */
  #htmlStart(token: TagToken): boolean {
    if (this.mode === mode.IN_BODY) return this.#inBody(token);
    const handler = START.get(this.mode);
    if (handler === undefined) return this.#outside(token);
    let outcome = handler(this, token);
    if (outcome === table.AS_TABLE) outcome = table.tableStart(this, token);
    if (outcome !== table.AS_BODY) return outcome === table.AGAIN;
    this.#moved(() => this.#inBody(token));
    return false;
  }

  #inBody(token: TagToken): false {
    if (token.tag === SVG || token.tag === MATH) {
      this.reconstruct();
      insertForeign(this, token, token.tag === SVG ? SVG_NS : MATH_NS);
    } else bodyStart(this, token);
    return false;
  }

  /** Runs the rules of the body with foster parenting where a table is open at this very place. */
  #moved<T>(run: () => T): T {
    this.fostering = this.mode === mode.IN_TABLE || this.mode === mode.IN_TABLE_BODY || this.mode === mode.IN_ROW;
    try {
      return run();
    } finally {
      this.fostering = false;
    }
  }

  #outside(token: TagToken): boolean {
    const { tag: number } = token;
    switch (this.mode) {
      case mode.INITIAL:
        this.quirks = true;
        this.mode = mode.BEFORE_HTML;
        return true;
      case mode.BEFORE_HTML:
        this.insert(number === HTML ? token : bare('html'));
        this.mode = mode.BEFORE_HEAD;
        return number !== HTML;
      case mode.BEFORE_HEAD:
        if (number === HTML) return false;
        this.head = this.insert(number === HEAD ? token : bare('head'));
        this.mode = mode.IN_HEAD;
        return number !== HEAD;
      case mode.IN_HEAD:
        if (number === HTML || number === HEAD) return false;
        if (isMetadata(token) || number === NOSCRIPT) {
          metadataStart(this, token);
          return false;
        }
        this.pop();
        this.mode = mode.AFTER_HEAD;
        return true;
      case mode.AFTER_HEAD:
        return this.#afterHead(token);
      case mode.IN_TEMPLATE:
        return this.#inTemplate(token);
      case mode.IN_FRAMESET:
        if (number === FRAMESET) this.insert(token);
        else if (number === FRAME) this.insertClosed(token);
        else if (number === NOFRAMES) metadataStart(this, token);
        return false;
      case mode.AFTER_FRAMESET:
      case mode.AFTER_AFTER_FRAMESET:
        if (number === NOFRAMES) metadataStart(this, token);
        return false;
      default:
        if (number === HTML) return false;
        this.mode = mode.IN_BODY;
        return true;
    }
  }

  #afterHead(token: TagToken): boolean {
    const { tag: number } = token;
    if (number === HTML || number === HEAD) return false;
    if (number === BODY || number === FRAMESET) {
      this.insert(token);
      if (number === BODY) this.framesetOk = false;
      this.mode = number === BODY ? mode.IN_BODY : mode.IN_FRAMESET;
      return false;
    }
    if (isMetadata(token) && this.head !== null) {
      const { head } = this;
      this.push(head);
      metadataStart(this, token);
      this.stack.splice(this.stack.lastIndexOf(head), 1);
      this.current = this.stack.at(-1)!;
      return false;
    }
    this.insert(bare('body'));
    this.mode = mode.IN_BODY;
    return true;
  }

  #inTemplate(token: TagToken): boolean {
    if (isMetadata(token)) {
      metadataStart(this, token);
      return false;
    }
    this.templateModes.pop();
    const next = TABLE_MODE_OF.get(token.tag) ?? mode.IN_BODY;
    this.templateModes.push(next);
    this.mode = next;
    return true;
  }

  #htmlEnd(token: TagToken): boolean {
    if (this.mode === mode.IN_BODY) return bodyEnd(this, token);
    const handler = END.get(this.mode);
    if (handler !== undefined) {
      let outcome = handler(this, token);
      if (outcome === table.AS_TABLE) outcome = table.tableEnd(this, token);
      return outcome === table.AS_BODY ? this.#moved(() => bodyEnd(this, token)) : outcome === table.AGAIN;
    }
    const { tag: number } = token;
    const isShell = number === HEAD || number === BODY || number === HTML || number === BR;
    switch (this.mode) {
      case mode.INITIAL:
      case mode.BEFORE_HTML:
      case mode.BEFORE_HEAD:
      case mode.AFTER_HEAD:
        if (number === TEMPLATE && this.mode === mode.AFTER_HEAD) templateEnd(this);
        if (!isShell || (number === HEAD && this.mode === mode.AFTER_HEAD)) return false;
        return this.#impliedStart();
      case mode.IN_HEAD:
        if (number === TEMPLATE) templateEnd(this);
        if (!isShell) return false;
        this.pop();
        this.mode = mode.AFTER_HEAD;
        return number !== HEAD;
      case mode.IN_TEMPLATE:
        if (number === TEMPLATE) templateEnd(this);
        return false;
      case mode.AFTER_BODY:
        if (number === HTML) {
          if (this.context === null) this.mode = mode.AFTER_AFTER_BODY;
          return false;
        }
        this.mode = mode.IN_BODY;
        return true;
      case mode.IN_FRAMESET:
        if (number !== FRAMESET || this.current.tag === HTML) return false;
        this.pop();
        if (this.context === null && this.current.tag !== FRAMESET) this.mode = mode.AFTER_FRAMESET;
        return false;
      case mode.AFTER_FRAMESET:
        if (number === HTML) this.mode = mode.AFTER_AFTER_FRAMESET;
        return false;
      case mode.AFTER_AFTER_BODY:
        this.mode = mode.IN_BODY;
        return true;
      default:
        return false;
    }
  }

  /** Opens the element that must come before the token. Returns true: the token is to be handled again. */
  #impliedStart(): true {
    switch (this.mode) {
      case mode.INITIAL:
        this.quirks = true;
        this.mode = mode.BEFORE_HTML;
        break;
      case mode.BEFORE_HTML:
        this.insert(bare('html'));
        this.mode = mode.BEFORE_HEAD;
        break;
      case mode.BEFORE_HEAD:
        this.head = this.insert(bare('head'));
        this.mode = mode.IN_HEAD;
        break;
      case mode.IN_HEAD:
        this.pop();
        this.mode = mode.AFTER_HEAD;
        break;
      default:
        this.insert(bare('body'));
        this.mode = mode.IN_BODY;
    }
    return true;
  }

  /** A run of text between two tags, character references already read. */
  text(run: string): void {
    const adjusted = this.adjustedCurrent();
    if (adjusted.ns !== HTML_NS && !isMathText(adjusted) && !isHtmlIntegration(adjusted)) {
      const shown = run.includes('\0') ? run.replaceAll('\0', '\ufffd') : run;
      if (this.framesetOk && /[^\s\ufffd]/.test(shown)) this.framesetOk = false;
      this.insertText(shown);
      return;
    }
    const shown = run.includes('\0') ? run.replaceAll('\0', '') : run;
    if (shown === '') return;
    if (this.mode === mode.IN_BODY) this.#bodyText(shown);
    else this.#textOutside(shown);
  }

  #bodyText(run: string): void {
    this.reconstruct();
    this.insertText(run);
    if (this.framesetOk && NOT_SPACE.test(run)) this.framesetOk = false;
  }

  #textOutside(run: string): void {
    let rest = run;
    while (rest !== '') {
      switch (this.mode) {
        case mode.INITIAL:
        case mode.BEFORE_HTML:
        case mode.BEFORE_HEAD:
          rest = rest.replace(LEADING_SPACE, '');
          if (rest !== '') this.#impliedStart();
          continue;
        case mode.IN_HEAD:
        case mode.AFTER_HEAD: {
          const spaces = LEADING_SPACE.exec(rest)?.[0] ?? '';
          this.insertText(spaces);
          rest = rest.slice(spaces.length);
          if (rest !== '') this.#impliedStart();
          continue;
        }
        case mode.IN_TABLE:
        case mode.IN_TABLE_BODY:
        case mode.IN_ROW:
          if ((this.current.flags & FOSTERS) === 0) this.#bodyText(rest);
          else if (NOT_SPACE.test(rest)) this.#moved(() => this.#bodyText(rest));
          else this.insertText(rest);
          return;
        case mode.IN_COLUMN_GROUP: {
          const spaces = LEADING_SPACE.exec(rest)?.[0] ?? '';
          this.insertText(spaces);
          rest = rest.slice(spaces.length);
          if (rest !== '' && table.leaveColumns(this, table.AGAIN) === table.DONE) return;
          continue;
        }
        case mode.AFTER_BODY:
        case mode.AFTER_AFTER_BODY:
          if (NOT_SPACE.test(rest)) this.mode = mode.IN_BODY;
          this.#bodyText(rest);
          return;
        case mode.IN_FRAMESET:
        case mode.AFTER_FRAMESET:
        case mode.AFTER_AFTER_FRAMESET:
          this.insertText(rest.replace(/[^\t\n\f\r ]+/g, ''));
          return;
        default:
          this.#bodyText(rest);
          return;
      }
    }
  }

  /** The end of the source: what a document must have is made. */
  end(): void {
    while (this.has(TEMPLATE)) {
      this.popUntil(TEMPLATE);
      this.clearToMarker();
      this.templateModes.pop();
      resetMode(this);
    }
    while (this.mode <= mode.AFTER_HEAD) this.#impliedStart();
  }

  /** Sets up a fragment: as if it stood inside `context` (13.4). */
  openFragment(context: ParsedElement): void {
    this.context = context;
    this.insert(bare('html'));
    if (context.tag === TEMPLATE) this.templateModes.push(mode.IN_TEMPLATE);
    resetMode(this);
    for (let at: ParsedElement | null = context; at; at = at.parent) if (at.name === 'form') this.form = at;
  }
}

const NOT_SPACE = /[^\t\n\f\r ]/;
const LEADING_SPACE = /^[\t\n\f\r ]+/;

function bare(name: string): TagToken {
  return { tag: tag(name), name, flags: FLAGS[tag(name)]!, attrStart: 0, attrEnd: 0, selfClosing: false };
}
