/** Markdown cut into its blocks, with offsets into the text: what passages, sections and windows are made of. */

export type BlockKind = 'heading' | 'code' | 'table' | 'list' | 'quote' | 'paragraph';

export interface Block {
  kind: BlockKind;
  /** Offsets in UTF-16 units; `end` is after the block's last line end, before the blank lines that follow. */
  start: number;
  end: number;
  /** For headings: 1 to 6. Else 0. */
  level: number;
  /** For headings: the text. */
  text: string;
}

const FENCE = /^((?:[ >]|[-*+] |\d{1,9}[.)] |\[\^[^\]]{1,20}\]: ){0,24})(`{3,}|~{3,})([^`]*)$/;
const HEADING = /^((?:[ >]|[-*+] |\d{1,9}[.)] ){0,24})(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const LIST = /^ {0,8}(?:[-*+]|\d{1,9}[.)])(?: |$)/;

/** The blocks of a Markdown text in order. A fence, a table and the lines of one paragraph stay together. */
export function splitBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  /** The paragraph, table or list item that the next line may belong to. */
  let open: Block | null = null as Block | null;
  let at = 0;
  const close = (): void => {
    if (open !== null) blocks.push(open);
    open = null;
  };
  while (at < markdown.length) {
    const lineEnd = endOfLine(markdown, at);
    const line = markdown.slice(at, lineEnd);
    const next = Math.min(lineEnd + 1, markdown.length);
    const fence = mayFence(line) ? FENCE.exec(line) : null;
    if (fence) {
      close();
      const end = endOfFence(markdown, next, fence[2]!);
      blocks.push({ kind: 'code', start: at, end, level: 0, text: '' });
      at = end;
      continue;
    }
    if (line.trim() === '' || /^(?:>\s*)+$/.test(line)) close();
    else {
      const heading = line.includes('#') ? HEADING.exec(line) : null;
      if (heading) {
        close();
        blocks.push({
          kind: 'heading',
          start: at,
          end: next,
          level: heading[2]!.length,
          text: plainHeading(heading[3]!),
        });
      } else {
        const kind = kindOf(line);
        const current = open as Block | null;
        // Each item of a list is a block of its own; its further lines belong to it.
        if (
          current === null ||
          (kind === 'list' && LIST.test(line)) ||
          (kind !== current.kind && (kind === 'table' || current.kind === 'table'))
        ) {
          close();
          open = { kind, start: at, end: next, level: 0, text: '' };
        } else current.end = next;
      }
    }
    at = next;
  }
  close();
  return blocks;
}

function kindOf(line: string): BlockKind {
  if (/^\s*\|/.test(line)) return 'table';
  if (LIST.test(line)) return 'list';
  return line.startsWith('>') ? 'quote' : 'paragraph';
}

function mayFence(line: string): boolean {
  return line.includes('```') || line.includes('~~~');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** The offset after the closing fence's line, or the end of the text where the fence is never closed. */
function endOfFence(text: string, from: number, fence: string): number {
  let at = from;
  while (at < text.length) {
    const end = endOfLine(text, at);
    let start = at;
    while (start < end && (text[start] === ' ' || text[start] === '>')) start++;
    if (text.startsWith(fence, start)) {
      let stop = start + fence.length;
      while (text[stop] === fence[0]) stop++;
      if (text.slice(stop, end).trim() === '') return Math.min(end + 1, text.length);
    }
    at = end + 1;
  }
  return text.length;
}

/** A heading's text without marks, links and escapes. */
export function plainHeading(markdown: string): string {
  return markdown
    .replace(/!?\[((?:[^\]\\]|\\.)*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/(`+)\s?(.*?)\s?\1/g, '$2')
    .replace(/(?<!\\)(\*\*|~~|\*)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
