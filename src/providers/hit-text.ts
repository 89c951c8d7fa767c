import { decodeHTMLStrict } from 'entities/decode';
import { cleanLine } from '../core/index.js';

/** A title or snippet of this length in the reply is cut before it is looked at: a reply may hold megabytes in one field. */
const LOOKED_AT = 16_384;

// Elements of HTML, so that `Array<string>` and `a < b` stay what they are.
const ELEMENTS =
  'a|abbr|article|aside|b|bdi|bdo|big|blockquote|body|br|button|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|ol|option|p|pre|q|s|samp|section|select|small|span|strike|strong|sub|summary|sup|svg|table|tbody|td|textarea|th|thead|time|title|tr|tt|u|ul|var|video|wbr';
const UNSEEN = /<(script|style|template|noscript)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi;
const BREAKING =
  /<\/?(?:address|article|aside|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)\b[^<>]*>/gi;
const TAG = new RegExp(`</?(?:${ELEMENTS})(?=[\\s/>])[^<>]*>`, 'gi');

/**
 * One line of plain text from what a provider wrote: markup out, character references decoded once (so that an escaped
 * `&lt;div&gt;` stays readable as text), control, bidirectional and invisible characters out, at most `maxChars` UTF-16
 * units, cut at a character.
 */
export function plainLine(written: string, maxChars: number): string {
  // The cut may go through a tag or a reference, which then is neither.
  const head = written.length > LOOKED_AT ? written.slice(0, LOOKED_AT).replace(/[<&][^<>&;]*$/, '') : written;
  const bare = head.includes('<') ? head.replace(UNSEEN, ' ').replace(BREAKING, ' ').replace(TAG, '') : head;
  return cleanLine(bare.includes('&') ? decodeHTMLStrict(bare) : bare, maxChars);
}
