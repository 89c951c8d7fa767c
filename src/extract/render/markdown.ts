import type { Heading } from '../../core/index.js';
import { ELEMENT, type Element, TEXT } from '../tree.js';
import { BlockWriter } from './block-writer.js';
import { type Callout, calloutOf } from './callout.js';
import { codeLanguage, codeText, fenced, isGutter } from './code-block.js';
import { collectText } from './collect.js';
import { escapeLineStarts } from './escape.js';
import { type Footnotes, findFootnotes } from './footnotes.js';
import { imageSource, isPixel } from './images.js';
import { InlineBuffer, type MarkKind } from './inline.js';
import { resolveTarget } from './links.js';
import { isMathElement, mathOf } from './math.js';
import { isPermalink } from './permalink.js';
import { isUnwrapped, type Survey, survey } from './survey.js';
import { TableGrid } from './table.js';
import * as tag from './tags.js';
import { headingText, imageMarkdown, isEmoji, signatureText } from './texts.js';

export interface Rendered {
  text: string;
  outline: Heading[];
  /** Absolute http(s) links, in order, without duplicates. */
  links: string[];
}

/** What is to be done when an element that was entered ends. */
type Exit = (() => void) | null;

const MARKS: Partial<Record<number, MarkKind>> = {
  [tag.EM]: 'em',
  [tag.STRONG]: 'strong',
  [tag.DEL]: 'del',
  [tag.KBD]: 'kbd',
  [tag.SUB]: 'sub',
  [tag.SUP]: 'sup',
  [tag.INS]: 'ins',
};

interface OpenList {
  ordered: boolean;
  number: number;
  marker: string;
  items: number;
}

interface OpenTable {
  /** Null where the table is only layout: its cells are blocks then. */
  grid: TableGrid | null;
}

/** The tree as GitHub-flavoured Markdown, or with `plain` as text without markup. */
export function renderMarkdown(root: Element, baseUrl: string | null, plain: boolean): Rendered {
  return new Renderer(root, baseUrl, plain).run();
}

class Renderer {
  private readonly root: Element;
  private readonly baseUrl: string | null;
  private readonly plain: boolean;
  private readonly facts: Survey;
  private readonly footnotes: Footnotes;
  /** Parts that only repeat what Markdown says already. */
  private readonly skipped: Set<Element>;
  private readonly inline: InlineBuffer;
  private readonly writer = new BlockWriter();
  private readonly outline: Heading[] = [];
  private readonly links = new Set<string>();
  private readonly lists: OpenList[] = [];
  private readonly tables: OpenTable[] = [];
  /** Open cells of tables that are written as tables. */
  private cells = 0;
  private headings = 0;
  /** Marker of the list that was written last, to keep a next one apart from it. */
  private lastMarker = '';

  constructor(root: Element, baseUrl: string | null, plain: boolean) {
    this.root = root;
    this.baseUrl = baseUrl;
    this.plain = plain;
    this.facts = survey(root);
    this.footnotes = findFootnotes(this.facts);
    this.skipped = this.footnotes.skipped;
    this.inline = new InlineBuffer(plain);
  }

  run(): Rendered {
    const path: Element[] = [this.root];
    const next: number[] = [0];
    const exits: Exit[] = [this.enter(this.root) || null];
    while (path.length > 0) {
      const top = path.length - 1;
      const child = path[top]!.children[next[top]!++];
      if (child === undefined) {
        exits[top]?.();
        path.pop();
        next.pop();
        exits.pop();
      } else if (child.kind === TEXT) this.inline.text(child.value);
      else if (child.dropped === null) {
        const exit = this.enter(child);
        if (exit === false) continue;
        path.push(child);
        next.push(0);
        exits.push(exit);
      }
    }
    this.flush();
    const text = this.writer.toString();
    return { text: text === '' ? '' : `${text}\n`, outline: this.outline, links: [...this.links] };
  }

  /** Writes what stands before an element's children. False: its children are not walked. */
  private enter(element: Element): Exit | false {
    if (this.skipped.size > 0 && this.skipped.has(element)) return false;
    const role = tag.roleOf(element.name);
    const mark = MARKS[role];
    if (mark !== undefined) return this.enterMark(element, role, mark);
    switch (role) {
      case tag.INLINE:
        return this.enterInline(element);
      case tag.BLOCK:
        return this.enterBlock(element);
      case tag.LINK:
        return this.enterLink(element);
      case tag.HEADING:
        return this.enterHeading(element, element.name.charCodeAt(1) - 48);
      case tag.LIST:
        return this.enterList(element);
      case tag.ITEM:
        return this.enterItem(element);
      case tag.QUOTE:
        return this.enterQuote();
      case tag.PRE:
        return this.codeBlock(element);
      case tag.CODE:
        return this.enterCode(element);
      case tag.TABLE:
        return this.enterTable(element);
      case tag.ROW:
        return this.enterRow();
      case tag.CELL:
        return this.enterCell(element);
      case tag.TERM:
        return this.enterTerm(element);
      case tag.DEFINITION:
        return this.enterDefinition(element);
      case tag.CAPTION:
        return this.enterPlainBlock();
      case tag.SUMMARY:
        return this.enterStrongBlock();
      default:
        return this.leaf(element, role);
    }
  }

  private leaf(element: Element, role: number): Exit | false {
    switch (role) {
      case tag.IMAGE:
        this.image(element);
        return false;
      case tag.BREAK:
        this.inline.lineBreak();
        return false;
      case tag.RULE:
        this.boundary();
        if (!this.inFlow()) return false;
        this.writer.write(this.plain ? '----' : '---');
        return false;
      case tag.MATH:
        this.math(element);
        return false;
      case tag.RUBY_TEXT:
        this.inline.raw('(');
        return () => this.inline.raw(')');
      case tag.QUOTATION:
        this.inline.raw('“');
        return () => this.inline.raw('”');
      case tag.INPUT:
        this.checkbox(element);
        return false;
      case tag.SCRIPT:
        if (isMathElement(element)) this.math(element);
        return false;
      default:
        return false;
    }
  }

  private inFlow(): boolean {
    return this.cells === 0 && this.headings === 0;
  }

  /** Ends the block that is being collected. */
  private boundary(): void {
    if (this.inFlow()) this.flush();
    else this.inline.softBreak();
  }

  private flush(): void {
    if (this.inline.empty) {
      this.inline.take();
      return;
    }
    const text = this.inline.take();
    this.writer.write(this.plain ? text : escapeLineStarts(text));
    this.lastMarker = '';
  }

  private readonly endBoundary = (): void => this.boundary();

  private enterPlainBlock(): Exit {
    this.boundary();
    return this.endBoundary;
  }

  private enterBlock(element: Element): Exit | false {
    this.boundary();
    const callout = this.plain || !this.inFlow() ? null : calloutOf(element);
    if (callout !== null) return this.enterCallout(callout);
    const note = this.footnotes.definitions.get(element);
    return note === undefined ? this.endBoundary : this.enterFootnote(note);
  }

  private enterStrongBlock(): Exit {
    this.boundary();
    this.inline.open('strong');
    return () => {
      this.inline.close('strong');
      this.boundary();
    };
  }

  private enterTerm(element: Element): Exit | false {
    if (!/(?:^|\s)sig(?:$|\s)/.test(element.attrs['class'] ?? '')) return this.enterStrongBlock();
    // An API signature is code; its parts are marked up one by one, which Markdown would litter with stars.
    this.boundary();
    this.inline.code(signatureText(element));
    this.boundary();
    return false;
  }

  private enterDefinition(element: Element): Exit {
    this.boundary();
    const note = this.footnotes.definitions.get(element);
    return note === undefined ? this.endBoundary : this.enterFootnote(note);
  }

  private enterCallout({ type, title }: Callout): Exit {
    if (title !== null) this.skipped.add(title);
    this.writer.push('> ', '> ');
    this.writer.write(`[!${type}]`);
    this.writer.gap = 1;
    return () => {
      this.boundary();
      this.writer.pop();
    };
  }

  private enterQuote(): Exit {
    this.boundary();
    if (!this.inFlow()) return this.endBoundary;
    this.writer.push(this.plain ? '' : '> ', this.plain ? '' : '> ');
    return () => {
      this.boundary();
      this.writer.pop();
    };
  }

  private enterFootnote(label: string): Exit {
    this.writer.push(`[^${label}]: `, '    ');
    return () => {
      this.boundary();
      this.writer.pop();
    };
  }

  private enterInline(element: Element): Exit | false {
    if (isMathElement(element)) {
      this.math(element);
      return false;
    }
    return null;
  }

  private enterMark(element: Element, role: number, mark: MarkKind): Exit | false {
    if (role === tag.SUP || role === tag.SUB) {
      const label = this.footnotes.references.get(element);
      if (label !== undefined) {
        this.inline.raw(this.plain ? `[${label}]` : `[^${label}]`);
        return false;
      }
    }
    this.inline.open(mark);
    return () => this.inline.close(mark);
  }

  private enterLink(element: Element): Exit | false {
    const label = this.footnotes.references.get(element);
    if (label !== undefined) {
      this.inline.raw(this.plain ? `[${label}]` : `[^${label}]`);
      return false;
    }
    if (isPermalink(element)) return false;
    const target = resolveTarget(element.attrs['href'], this.baseUrl);
    if (target === null) return null;
    if (/^https?:/.test(target)) this.links.add(target);
    this.inline.open('link', target);
    return () => this.inline.close('link');
  }

  private enterHeading(element: Element, level: number): Exit {
    this.boundary();
    if (!this.inFlow()) {
      this.inline.open('strong');
      return () => {
        this.inline.close('strong');
        this.boundary();
      };
    }
    this.headings++;
    this.inline.breaks = 'space';
    this.inline.suppress('strong');
    return () => {
      const text = this.inline.take();
      this.headings--;
      this.inline.breaks = 'hard';
      this.inline.close('strong');
      if (text === '') return;
      this.writer.write(this.plain ? text : `${'#'.repeat(level)} ${text.replace(/(\s)(#+)$/, '$1\\$2')}`);
      this.lastMarker = '';
      this.outline.push({ level, text: headingText(element) });
    };
  }

  private enterList(element: Element): Exit {
    this.boundary();
    const ordered = element.name === 'ol';
    const start = Number.parseInt(element.attrs['start'] ?? '1', 10);
    const marker = this.marker(ordered);
    this.lists.push({ ordered, number: Number.isFinite(start) ? start : 1, marker, items: 0 });
    const nested = this.lists.length > 1 && !this.writer.fresh;
    if (nested && (!ordered || start === 1)) this.writer.gap = Math.min(this.writer.gap, 1);
    return () => {
      this.boundary();
      const list = this.lists.pop();
      this.writer.gap = 2;
      this.lastMarker = list !== undefined && list.items > 0 ? list.marker : '';
    };
  }

  /** Two lists in a row would become one if they had the same marker. */
  private marker(ordered: boolean): string {
    if (ordered) return this.lastMarker === '.' ? ')' : '.';
    return this.lastMarker === '-' ? '*' : '-';
  }

  private enterItem(element: Element): Exit {
    const note = this.footnotes.definitions.get(element);
    if (!this.inFlow()) {
      this.boundary();
      this.inline.raw('- ');
      return this.endBoundary;
    }
    this.flush();
    if (note !== undefined) return this.enterFootnote(note);
    const list = this.lists[this.lists.length - 1] ?? { ordered: false, number: 1, marker: '-', items: 0 };
    const value = Number.parseInt(element.attrs['value'] ?? '', 10);
    if (Number.isFinite(value)) list.number = value;
    const bullet = list.ordered ? `${Math.max(0, list.number++)}${list.marker} ` : `${list.marker} `;
    if (list.items++ > 0) this.writer.gap = 1;
    this.lastMarker = '';
    this.writer.push(bullet, ' '.repeat(bullet.length));
    return () => {
      this.flush();
      this.writer.pop();
    };
  }

  private codeBlock(element: Element): false {
    this.boundary();
    const code = codeText(element);
    if (code.trim() === '') return false;
    if (this.inFlow()) this.writer.write(this.plain ? code : fenced(code, codeLanguage(element)));
    else {
      this.inline.code(code);
      this.inline.softBreak();
    }
    this.lastMarker = '';
    return false;
  }

  private enterCode(element: Element): Exit | false {
    const only = element.children.length === 1 ? element.children[0] : undefined;
    if (only?.kind === ELEMENT) {
      // `<code><a>` is a link around code in Markdown; `<code><pre>` is a block.
      if (only.name === 'pre' || only.name === 'table') return null;
      if (only.name === 'a' && only.dropped === null && !isPermalink(only)) {
        const exit = this.enterLink(only);
        this.inline.code(collectText(only));
        if (exit) exit();
        return false;
      }
    }
    this.inline.code(collectText(element));
    return false;
  }

  private enterTable(element: Element): Exit {
    this.boundary();
    const facts = this.facts.tables.get(element);
    const layout = !this.inFlow() || facts === undefined || isUnwrapped(facts);
    const grid = layout ? null : new TableGrid();
    this.tables.push({ grid });
    return () => {
      this.boundary();
      this.tables.pop();
      if (grid === null) return;
      const text = grid.render(this.plain);
      if (text !== '') this.writer.write(text);
      this.lastMarker = '';
    };
  }

  private enterRow(): Exit {
    this.boundary();
    this.tables[this.tables.length - 1]?.grid?.row();
    return this.endBoundary;
  }

  private enterCell(element: Element): Exit | false {
    this.boundary();
    const grid = this.tables[this.tables.length - 1]?.grid ?? null;
    if (grid === null || this.cells > 0) return isGutter(element) ? false : this.endBoundary;
    this.cells++;
    this.inline.breaks = 'cell';
    return () => {
      const text = this.inline.take();
      this.cells--;
      this.inline.breaks = 'hard';
      grid.cell(text, element.name === 'th', element.attrs['colspan'], element.attrs['rowspan']);
    };
  }

  private image(element: Element): void {
    if (isPixel(element)) return;
    const alt = (element.attrs['alt'] ?? '').replace(/\s+/g, ' ').trim();
    if (isMathElement(element) && alt !== '') {
      this.math(element);
      return;
    }
    if (this.plain || isEmoji(alt)) this.inline.text(alt);
    else this.inline.raw(imageMarkdown(alt, imageSource(element, this.baseUrl), this.cells > 0));
  }

  private checkbox(element: Element): void {
    if (element.attrs['type']?.toLowerCase() !== 'checkbox' || this.lists.length === 0 || !this.inline.empty) return;
    this.inline.raw(element.attrs['checked'] === undefined ? '[ ]' : '[x]');
    this.inline.blank();
  }

  private math(element: Element): void {
    const found = mathOf(element);
    if (found === null) return;
    if (!found.display || !this.inFlow()) {
      this.inline.raw(this.plain ? found.tex : `$${found.tex}$`);
      return;
    }
    this.boundary();
    this.writer.write(this.plain ? found.tex : `$$\n${found.tex}\n$$`);
  }
}
