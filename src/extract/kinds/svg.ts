import { markHidden } from '../hidden/index.js';
import { parse } from '../parse.js';
import { collectText } from '../render/collect.js';
import { ELEMENT, type Element } from '../tree.js';
import { asCode, type KindOptions, type KindResult, plainResult } from './result.js';

/** The text that a drawing shows, one line for each text element; its title where it has one. */
export function readSvg(text: string, options: KindOptions): KindResult {
  const root = parse(text.replace(/<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, ''));
  markHidden(root);
  const lines: string[] = [];
  let title: string | null = null;
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.name === 'title' && title === null) title = collectText(element).trim() || null;
    if (element.name === 'text' || element.name === 'foreignObject') {
      const line = collectText(element).replace(/\s+/g, ' ').trim();
      if (line !== '') lines.push(line);
      continue;
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.kind === ELEMENT && (child.dropped === null || child.name === 'title')) stack.push(child);
    }
  }
  const body =
    lines.length === 0
      ? ''
      : options.format === 'markdown'
        ? `${lines.join('\n\n')}\n`
        : options.format === 'text'
          ? `${lines.join('\n')}\n`
          : asCode(lines.join('\n'), '', 'html');
  const result = plainResult('svg-1', body);
  result.title = title;
  result.notes.push(lines.length === 0 ? 'the drawing shows no text' : 'only the text of the drawing was read');
  return result;
}
