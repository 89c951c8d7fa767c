import { cleanTextCounted, removedNotes } from '../../core/index.js';
import { linkTarget } from './links.js';
import { defuseMarkers } from './markers.js';
import { BRACKET_TOKEN } from './special-tokens.js';

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?(?:-->|$)|<(?=[!?a-zA-Z/])/g;
const ATTRIBUTE = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Attributes that say something about content and load nothing. */
const HARMLESS = /^(?:class|colspan|rowspan|scope|start|value|reversed|datetime|lang|dir)$/i;

/**
 * As `safeForModel`, for the HTML form of a page: images become their alt text, links other than http(s) lose their
 * target, every attribute that loads, styles or runs is gone; the inside of `pre` and `code` stays.
 */
export function safeHtml(html: string, options: { base?: string } = {}): { text: string; notes: string[] } {
  const { text: clean, removed } = cleanTextCounted(html, { keepNewlines: true, inCode: true });
  let images = 0;
  let links = 0;
  let code = 0;
  let out = '';
  let last = 0;
  const keep = (text: string): string =>
    code > 0 ? text : text.replace(new RegExp(BRACKET_TOKEN.source, 'g'), '($1)').replace(/&lt;(?=[|｜])/g, '‹');
  for (const match of clean.matchAll(TAG)) {
    const [whole, slash = '', name, attributes = ''] = match;
    out += keep(clean.slice(last, match.index));
    last = match.index + whole.length;
    if (name === undefined) {
      out += whole === '<' ? '&lt;' : '';
      continue;
    }
    if (/^(?:pre|code)$/i.test(name)) code = Math.max(0, code + (slash === '' ? 1 : -1));
    if (/^img$/i.test(name)) {
      images++;
      out += keep(attributeOf(attributes, 'alt') ?? '');
      continue;
    }
    const href = /^a$/i.test(name) ? attributeOf(attributes, 'href') : null;
    const target = href === null ? null : linkTarget(href.replace(/&amp;/g, '&'), options.base);
    if (href !== null && target === null) links++;
    const kept = [...attributes.matchAll(ATTRIBUTE)].filter(([, key = '']) => HARMLESS.test(key)).map(([all]) => all);
    if (target !== null) kept.push(`href="${target.replace(/&/g, '&amp;').replace(/"/g, '%22')}"`);
    out += `<${slash}${name}${kept.map((one) => ` ${one}`).join('')}>`;
  }
  const defused = defuseMarkers(out + keep(clean.slice(last)));
  const notes = removedNotes(removed);
  if (images > 0) notes.push(`${images} images shown as their alt text`);
  if (links > 0) notes.push(`${links} links that are not http or https lost their target`);
  if (defused.count > 0) notes.push(`${defused.count} look-alike markers defused`);
  return { text: defused.text, notes };
}

function attributeOf(attributes: string, name: string): string | null {
  for (const [, key = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (key.toLowerCase() === name) return double ?? single ?? bare ?? '';
  }
  return null;
}
