import type { PageFormat } from '../../core/index.js';
import type { Element } from '../tree.js';
import { renderHtml } from './html.js';
import { type Rendered, renderMarkdown } from './markdown.js';

export type { Rendered } from './markdown.js';

export interface RenderOptions {
  format: PageFormat;
  /** Address that relative links and images stand against (`<base>` applied), or null. */
  baseUrl: string | null;
}

/**
 * The content of a tree in the format asked for, subtrees marked `dropped` left out. Faithful: code character for
 * character, images as images, links absolute. Linear in the input; no depth of nesting overflows the stack.
 */
export function render(root: Element, options: RenderOptions): Rendered {
  if (options.format === 'html') return renderHtml(root, options.baseUrl);
  return renderMarkdown(root, options.baseUrl, options.format === 'text');
}
