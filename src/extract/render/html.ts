import type { Heading } from '../../core/index.js';
import { type Element, TEXT } from '../tree.js';
import { codeLanguage } from './code-block.js';
import { collectText } from './collect.js';
import { imageSource, isPixel } from './images.js';
import { resolveTarget } from './links.js';
import type { Rendered } from './markdown.js';
import { CODE, HEADING, IMAGE, LINK, PRE, roleOf, SKIP } from './tags.js';

const VOID = new Set(['br', 'hr', 'img', 'wbr', 'input', 'col']);
/** Elements that say something about their content. Others are unwrapped. */
const KEPT = new Set(
  'p div section article main blockquote pre code kbd samp var em strong b i u s del ins sub sup mark small q cite dfn abbr a img br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption details summary ruby rt time wbr'.split(
    ' ',
  ),
);
const ATTRIBUTES: Record<string, readonly string[]> = {
  ol: ['start', 'reversed'],
  li: ['value'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
};

/** The tree as clean HTML: only elements and attributes that carry content, addresses absolute, nothing that runs. */
export function renderHtml(root: Element, baseUrl: string | null): Rendered {
  const out: string[] = [];
  const outline: Heading[] = [];
  const links = new Set<string>();
  const path: Element[] = [root];
  const next: number[] = [0];
  const ends: string[] = [enter(root)];
  let pre = 0;

  function enter(element: Element): string {
    const { name } = element;
    if (!KEPT.has(name)) return '';
    if (roleOf(name) === PRE) pre++;
    out.push(`<${name}${attributes(element, baseUrl, links)}>`);
    if (roleOf(name) === HEADING) {
      const text = collectText(element).replace(/\s+/g, ' ').trim();
      if (text !== '') outline.push({ level: name.charCodeAt(1) - 48, text });
    }
    return VOID.has(name) ? '' : `</${name}>`;
  }

  while (path.length > 0) {
    const top = path.length - 1;
    const element = path[top]!;
    const child = element.children[next[top]!++];
    if (child === undefined) {
      out.push(ends[top]!);
      if (ends[top] !== '' && roleOf(element.name) === PRE) pre--;
      path.pop();
      next.pop();
      ends.pop();
    } else if (child.kind === TEXT) {
      out.push(escapeHtml(pre > 0 ? child.value : child.value.replace(/[ \t\n\r\f]+/g, ' ')));
    } else if (
      child.dropped === null &&
      roleOf(child.name) !== SKIP &&
      child.name !== 'script' &&
      !(child.name === 'img' && isPixel(child))
    ) {
      path.push(child);
      next.push(0);
      ends.push(enter(child));
    }
  }
  const text = out.join('').trim();
  return { text: text === '' ? '' : `${text}\n`, outline, links: [...links] };
}

function attributes(element: Element, baseUrl: string | null, links: Set<string>): string {
  let text = '';
  switch (roleOf(element.name)) {
    case LINK: {
      const target = resolveTarget(element.attrs['href'], baseUrl);
      if (target === null) return '';
      if (/^https?:/.test(target)) links.add(target);
      return attribute('href', target);
    }
    case IMAGE: {
      const source = imageSource(element, baseUrl);
      if (source !== null) text += attribute('src', source);
      return text + attribute('alt', element.attrs['alt'] ?? '');
    }
    case CODE:
    case PRE: {
      const language = element.name === 'pre' ? codeLanguage(element) : '';
      return language === '' ? '' : attribute('class', `language-${language}`);
    }
    default:
      for (const name of ATTRIBUTES[element.name] ?? []) {
        const value = element.attrs[name];
        if (value !== undefined) text += attribute(name, value);
      }
      return text;
  }
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value).replace(/"/g, '&quot;')}"`;
}

function escapeHtml(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
