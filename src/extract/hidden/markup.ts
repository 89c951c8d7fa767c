import type { Element } from '../tree.js';

/** Elements whose text is never shown as text of the page. Formulas in scripts are read by the renderer. */
const UNREAD = new Set([
  'style',
  'head',
  'meta',
  'link',
  'title',
  'noscript',
  'noframes',
  'noembed',
  'iframe',
  'base',
  'frameset',
  'param',
  'source',
  'track',
]);

export function isUnread(element: Element): boolean {
  if (UNREAD.has(element.name)) return true;
  return element.name === 'script' && !/^math\/tex/.test(element.attrs['type'] ?? '');
}

/** Class names that by convention mean: for screen readers only, not on the screen. */
const SCREEN_READER =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-?reader-(?:text|only)|show-for-sr|u-visually-hidden|a11y-hidden)(?=\s|$)/;

/**
 * Why an element and all in it is hidden by its markup alone, or null. `display`: what its style says; a style that
 * shows it wins over the attribute `hidden`, as in a browser.
 */
export function hiddenByMarkup(element: Element, display: string | undefined): string | null {
  const { name, attrs } = element;
  switch (name) {
    case 'template':
      return 'template';
    case 'object':
    case 'canvas':
    case 'audio':
    case 'video':
      return 'fallback content';
    case 'datalist':
      return 'datalist';
    case 'dialog':
      if (attrs['open'] === undefined && (display === undefined || display === 'none')) return 'closed dialog';
      break;
    case 'input':
      return attrs['type']?.toLowerCase() === 'hidden' ? 'hidden input' : null;
    case 'svg':
      return null;
  }
  const hidden = attrs['hidden'];
  if (hidden !== undefined && (display === undefined || display === 'none' || hidden === 'until-found'))
    return 'hidden attribute';
  if (attrs['popover'] !== undefined && (display === undefined || display === 'none')) return 'closed popover';
  if (attrs['aria-hidden']?.toLowerCase() === 'true' && hidesText(element)) return 'aria-hidden';
  const names = attrs['class'];
  if (names !== undefined && SCREEN_READER.test(names)) return 'for screen readers only';
  return null;
}

/**
 * `aria-hidden` is for what repeats or decorates. It stands on drawn formulas (their MathML is beside them), and on
 * parts of code such as prompts: these are read.
 */
function hidesText(element: Element): boolean {
  if (/(?:^|\s)(?:katex|MathJax|mjx)/.test(element.attrs['class'] ?? '') || element.name.startsWith('mjx-'))
    return false;
  for (let node = element.parent, up = 0; node !== null && up < 4; node = node.parent, up++) {
    if (node.name === 'pre' || node.name === 'code') return false;
  }
  return true;
}
