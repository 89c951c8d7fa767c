import { canClose, canOpen, escapeText, isWord } from './escape.js';

/** Marks that may be open around text. Each is written once however often its tag is nested. */
export type MarkKind = 'em' | 'strong' | 'del' | 'link' | 'kbd' | 'sub' | 'sup' | 'ins';

interface Mark {
  kind: MarkKind;
  open: string;
  close: string;
  /** Index of the piece that opens it, or -1 while no text has come. */
  at: number;
  href: string;
  /** Text inside a link, to see whether it only repeats the address. */
  plain: string;
}

const DELIMITERS: Partial<Record<MarkKind, string>> = { em: '*', strong: '**', del: '~~' };
const TAGS: Record<MarkKind, string> = {
  em: 'em',
  strong: 'strong',
  del: 'del',
  link: 'a',
  kbd: 'kbd',
  sub: 'sub',
  sup: 'sup',
  ins: 'ins',
};

/** What a line break becomes: a hard break in a paragraph, a tag in a table cell, a space in a heading. */
export type BreakMode = 'hard' | 'cell' | 'space';

/**
 * The text of one block as Markdown: white space collapsed, marks written where text is (never around blanks, which
 * Markdown would not read as marks), literals escaped. With `plain` only the text is written.
 */
export class InlineBuffer {
  breaks: BreakMode = 'hard';
  private pieces: string[] = [];
  /** Last character written, '' at the start. */
  private last = '';
  private space = false;
  private pendingBreaks = 0;
  private marks: Mark[] = [];
  private readonly depth: Record<MarkKind, number> = {
    em: 0,
    strong: 0,
    del: 0,
    link: 0,
    kbd: 0,
    sub: 0,
    sup: 0,
    ins: 0,
  };
  /** Marks closed since the last text: they may still be joined with a next one, or turned into tags. */
  private closed: { mark: Mark; at: number; before: string }[] = [];
  /** The raw text of a code span that was written last, so that a touching one joins it. */
  private lastCode: string | null = null;
  private readonly plain: boolean;

  constructor(plain: boolean) {
    this.plain = plain;
  }

  get empty(): boolean {
    return this.pieces.length === 0;
  }

  text(value: string): void {
    let body = /[\t\n\r\f\u00a0]| {2}/.test(value) ? value.replace(/[ \t\n\r\f\u00a0]+/g, ' ') : value;
    if (body === '') return;
    if (body.charCodeAt(0) === 32) {
      this.space = true;
      if (body.length === 1) return;
      body = body.slice(1);
    }
    const trailing = body.charCodeAt(body.length - 1) === 32;
    if (trailing) body = body.slice(0, -1);
    this.before(body[0] ?? '');
    if (this.plain) this.pieces.push(body);
    else {
      const inLink = this.depth.link > 0;
      this.pieces.push(
        escapeText(body, this.last, {
          inLink,
          inMark: this.depth.em + this.depth.strong > 0,
          inCell: this.breaks === 'cell',
          trailing,
        }),
      );
    }
    this.note(body);
    this.space = trailing;
  }

  /** Text that stands as it is: no collapsing, no escaping. */
  raw(value: string): void {
    if (value === '') return;
    this.before(value[0] ?? '');
    this.pieces.push(value);
    this.note(value);
  }

  code(value: string): void {
    const body = value.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ (?=.)| $/g, '');
    if (body === '' || body === ' ') {
      this.space = true;
      return;
    }
    if (this.plain) {
      this.raw(body);
      return;
    }
    if (this.lastCode !== null && !this.space && this.pendingBreaks === 0 && this.closed.length === 0) {
      const joined = this.lastCode + body;
      this.pieces[this.pieces.length - 1] = codeSpan(joined, this.breaks === 'cell');
      this.lastCode = joined;
      return;
    }
    this.raw(codeSpan(body, this.breaks === 'cell'));
    this.lastCode = body;
    const link = this.marks.find((mark) => mark.kind === 'link');
    if (link) link.plain = '';
  }

  /** White space that may be written before the next text. */
  blank(): void {
    this.space = true;
  }

  lineBreak(): void {
    if (this.breaks === 'space') this.space = true;
    else this.pendingBreaks++;
  }

  /** A block boundary inside a cell or a heading: one break at most. */
  softBreak(): void {
    if (this.breaks === 'space') this.space = true;
    else if (this.pendingBreaks === 0) this.pendingBreaks = 1;
  }

  open(kind: MarkKind, href = ''): void {
    if (this.depth[kind]++ > 0 || this.plain) return;
    const again = this.closed.findIndex((entry) => entry.mark.kind === kind);
    if (again === this.closed.length - 1 && again >= 0 && kind !== 'link' && !this.space && this.pendingBreaks === 0) {
      // `**a****b**` reads as text: two touching marks of one kind are one mark.
      const entry = this.closed.pop()!;
      this.pieces.length = entry.at;
      this.last = entry.before;
      this.marks.push(entry.mark);
      return;
    }
    if (kind === 'link' && this.closed.some((entry) => entry.mark.kind === 'link')) this.space = true;
    const delimiter = DELIMITERS[kind];
    const open = kind === 'link' ? '[' : (delimiter ?? `<${TAGS[kind]}>`);
    const close = kind === 'link' ? `](${href})` : (delimiter ?? `</${TAGS[kind]}>`);
    this.marks.push({ kind, open, close, at: -1, href, plain: '' });
  }

  /** Counts a mark as open without writing it: a heading is strong already. */
  suppress(kind: MarkKind): void {
    this.depth[kind]++;
  }

  close(kind: MarkKind): void {
    if (--this.depth[kind] > 0 || this.plain) return;
    const index = this.marks.findLastIndex((mark) => mark.kind === kind);
    if (index < 0) return;
    const mark = this.marks[index]!;
    this.marks.splice(index, 1);
    if (mark.at >= 0) this.writeClose(mark);
  }

  /** The block's text; marks that are still open are closed, and open again with the next text. */
  take(): string {
    this.closeAll();
    const text = this.pieces.join('');
    this.pieces = [];
    this.last = '';
    this.space = false;
    this.pendingBreaks = 0;
    this.closed = [];
    this.lastCode = null;
    return text;
  }

  private closeAll(): void {
    for (let i = this.marks.length - 1; i >= 0; i--) {
      const mark = this.marks[i]!;
      if (mark.at < 0) continue;
      this.writeClose(mark);
      mark.at = -1;
      // A link around several blocks (a card) is written once, on the first.
      if (mark.kind === 'link') this.marks.splice(i, 1);
    }
  }

  private writeClose(mark: Mark): void {
    if (mark.kind === 'link' && this.closeLink(mark)) return;
    this.closed.push({ mark, at: this.pieces.length, before: this.last });
    this.pieces.push(mark.close);
    this.last = mark.close[mark.close.length - 1] ?? '';
    this.lastCode = null;
  }

  private closeLink(mark: Mark): boolean {
    const count = this.pieces.length - mark.at - 1;
    if (count === 1 && /^!\[/.test(this.pieces[mark.at + 1] ?? '') && this.pieces[mark.at + 1]!.endsWith(mark.close)) {
      // A picture that links to itself is written once.
      this.pieces[mark.at] = '';
      return true;
    }
    if (mark.plain === mark.href || (mark.plain !== '' && `${mark.plain}/` === mark.href)) {
      this.pieces.length = mark.at;
      this.pieces.push(`<${mark.href}>`);
      this.last = '>';
      this.lastCode = null;
      return true;
    }
    return false;
  }

  private before(next: string): void {
    if (this.pendingBreaks > 0) {
      if (this.last !== '') this.writeBreak();
      this.pendingBreaks = 0;
      this.space = false;
    } else if (this.space) {
      if (this.last !== '') {
        this.pieces.push(' ');
        this.last = ' ';
      }
      this.space = false;
    } else if (this.closed.length > 0 && isWord(next)) {
      for (const { mark, at, before } of this.closed) {
        if (DELIMITERS[mark.kind] !== undefined && !canClose(before, next)) this.asTags(mark, at);
      }
    }
    if (this.marks.length > 0) this.writeOpens(next);
    this.closed = [];
    this.lastCode = null;
  }

  private asTags(mark: Mark, at: number): void {
    if (mark.at < 0) return;
    this.pieces[mark.at] = `<${TAGS[mark.kind]}>`;
    this.pieces[at] = `</${TAGS[mark.kind]}>`;
  }

  private writeOpens(next: string): void {
    for (const mark of this.marks) {
      if (mark.at >= 0) continue;
      if (DELIMITERS[mark.kind] !== undefined) {
        const touches = this.closed.length > 0 && this.last === '*';
        if (touches || !canOpen(this.last, next)) {
          mark.open = `<${TAGS[mark.kind]}>`;
          mark.close = `</${TAGS[mark.kind]}>`;
        }
      }
      mark.at = this.pieces.length;
      this.pieces.push(mark.open);
      if (mark.kind === 'link') this.last = '[';
      else if (mark.open.startsWith('<')) this.last = '>';
    }
  }

  private writeBreak(): void {
    if (this.breaks === 'cell') {
      this.pieces.push(this.plain ? ' ' : '<br>');
      this.last = ' ';
      return;
    }
    const apart = this.pendingBreaks > 1 && !this.marks.some((mark) => mark.at >= 0);
    this.pieces.push(apart ? '\n\n' : this.plain ? '\n' : '  \n');
    this.last = '\n';
  }

  private note(written: string): void {
    this.last = written[written.length - 1] ?? '';
    if (this.depth.link === 0) return;
    const link = this.marks.find((mark) => mark.kind === 'link');
    if (link) link.plain += written;
  }
}

/** Inline code whose fence is longer than any run of backticks inside. */
function codeSpan(text: string, inCell: boolean): string {
  const body = inCell ? text.replace(/\|/g, '\\|') : text;
  if (!body.includes('`')) return `\`${body}\``;
  let longest = 0;
  for (const run of body.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest === 1 ? 2 : longest + 1);
  const pad = body.startsWith('`') || body.endsWith('`') ? ' ' : '';
  return fence + pad + body + pad + fence;
}
