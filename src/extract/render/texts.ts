import type { Element } from '../tree.js';
import { collectText, visit } from './collect.js';
import { isPermalink } from './permalink.js';

/** A heading's text for the outline: without the link that points at the heading itself. */
export function headingText(heading: Element): string {
  const parts: string[] = [];
  visit(
    heading,
    (text) => parts.push(text),
    (element) => element.name === 'a' && isPermalink(element),
  );
  return parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/^[¶#§🔗\s]+(?=\S)|[¶§🔗\s]+$/gu, '')
    .trim();
}

/** An API signature as one line of code, without the links that documentation generators put behind it. */
export function signatureText(term: Element): string {
  return collectText(term)
    .replace(/\s+/g, ' ')
    .replace(/\s*(?:\[source\]|¶)/g, '')
    .trim();
}

/** Pictures whose description is one emoji are written as that. */
export function isEmoji(alt: string): boolean {
  return /^\p{Extended_Pictographic}[\p{Emoji_Component}\p{Extended_Pictographic}]*$/u.test(alt);
}

/** `![alt](source)`; '' where there is neither. */
export function imageMarkdown(alt: string, source: string | null, inCell: boolean): string {
  if (source === null && alt === '') return '';
  const description = alt.replace(/[\\[\]]/g, '\\$&').replace(/\|/g, inCell ? '\\|' : '|');
  return `![${description}](${source ?? ''})`;
}
