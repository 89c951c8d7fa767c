import { ELEMENT, type Element } from '../tree.js';
import type { Concealed } from './index.js';

export interface Restored {
  parts: ReadonlySet<Concealed>;
  note: string | null;
}

/** Ways in which pages hide their content until scripts have run. Nobody hydrates text out of the window. */
const BEFORE_SCRIPTS = new Set(['display: none', 'visibility', 'opacity', 'hidden attribute', 'aria-hidden']);

/** A hidden main content is at least this long, in characters, */
const MIN_CHARACTERS = 400;
/** and outweighs what is in sight by this factor. */
const FACTOR = 1.5;
/** A part counts towards it where it is at least this share of the whole page's text. */
const MIN_SHARE = 0.08;

/**
 * A page whose text is mostly hidden at rest shows it once its scripts have run: that content is read, and it is
 * said. Only parts with the structure of content (paragraphs, headings, lists) count.
 */
export function restoreMain(concealed: readonly Concealed[], visible: number): Restored {
  const none = { parts: new Set<Concealed>(), note: null };
  const candidates = concealed.filter((part) => BEFORE_SCRIPTS.has(part.reason));
  const hidden = candidates.reduce((sum, part) => sum + part.characters, 0);
  if (hidden < MIN_CHARACTERS || hidden < visible * FACTOR) return none;
  const least = (visible + hidden) * MIN_SHARE;
  const byText = new Map<string, number>();
  for (const part of candidates)
    if (part.text !== null) byText.set(part.reason, (byText.get(part.reason) ?? 0) + part.characters);
  const parts = new Set<Concealed>();
  let characters = 0;
  for (const part of candidates) {
    const whole =
      part.text === null
        ? part.characters >= least && isContent(part.element)
        : (byText.get(part.reason) ?? 0) >= least;
    if (!whole) continue;
    parts.add(part);
    characters += part.characters;
  }
  if (characters < MIN_CHARACTERS || characters < visible * FACTOR) return none;
  return { parts, note: `content that is hidden until scripts run was read: ${characters} characters` };
}

const STRUCTURE = new Set(['p', 'h1', 'h2', 'h3', 'article', 'section', 'main', 'li', 'table', 'pre', 'blockquote']);

function isContent(root: Element): boolean {
  if (root.name === 'dialog' || /dialog|alert/.test(root.attrs['role'] ?? '')) return false;
  let blocks = 0;
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (STRUCTURE.has(element.name) && ++blocks >= 2) return true;
    for (const child of element.children) if (child.kind === ELEMENT) stack.push(child);
  }
  return false;
}
