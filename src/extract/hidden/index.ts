import type { Removal } from '../../core/index.js';
import { ELEMENT, type Element, TEXT, type Text } from '../tree.js';
import { isUnread } from './markup.js';
import { Panels } from './panels.js';
import { restoreMain } from './restore.js';
import { StyleIndex } from './style-index.js';
import { StylePath } from './style-path.js';

export interface HiddenResult {
  /** What was left out or kept in spite of being hidden, in plain sentences. */
  notes: string[];
  removals: Removal[];
}

/** A part of the page that cannot be seen, before it is decided whether it is left out. */
export interface Concealed {
  element: Element;
  /** Set where only this text is concealed, and the element holds other things. */
  text: Text | null;
  reason: string;
  characters: number;
}

/**
 * Marks as `dropped` what a person would not see: by markup (`hidden`, closed dialogs, templates, fallbacks), by
 * inline style, and by the page's own style rules. Kept although hidden at rest, and said: panels that a control in
 * sight opens, and a main content that scripts show after loading. External style sheets are not read.
 */
export function markHidden(root: Element): HiddenResult {
  const { styles, plainCanvas } = stylesOf(root);
  const panels = new Panels(root);
  const { concealed, visible } = findConcealed(root, styles, plainCanvas, panels);
  const notes: string[] = [];
  if (panels.kept > 0) notes.push(`collapsed panels that the page can open were read: ${panels.kept}`);
  const kept = restoreMain(concealed, visible);
  if (kept.note !== null) notes.push(kept.note);
  const removals: Removal[] = [];
  let characters = 0;
  for (const part of concealed) {
    if (kept.parts.has(part)) continue;
    if (part.characters > 0) {
      removals.push(removalOf(part));
      characters += part.characters;
    }
    if (part.text !== null) part.text.value = ' ';
    else part.element.dropped = `hidden: ${part.reason}`;
  }
  if (removals.length > 0)
    notes.push(`hidden text removed: ${count(removals.length, 'block')}, ${count(characters, 'character')}`);
  if (styles.exhausted) notes.push('the page has more style rules than are applied: some hidden text may stand');
  return { notes, removals };
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** Steps of selector matching for each element, and at least. */
const STEPS_PER_ELEMENT = 60;
const MIN_STEPS = 400_000;

function stylesOf(root: Element): { styles: StyleIndex; plainCanvas: boolean } {
  const sheets: Element[] = [];
  const classes = new Set<string>();
  const tokens = new Set<string>();
  let external = false;
  let elements = 0;
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    elements++;
    if (element.name === 'style') sheets.push(element);
    else if (element.name === 'link') external ||= /stylesheet/i.test(element.attrs['rel'] ?? '');
    const { class: names, id } = element.attrs;
    if (names !== undefined) classes.add(names);
    if (id !== undefined) tokens.add(`#${id}`);
    const { children } = element;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]!;
      if (child.kind === ELEMENT) stack.push(child);
    }
  }
  const texts = sheets.map((sheet) => sheet.children.map((child) => (child.kind === TEXT ? child.value : '')).join(''));
  for (const names of classes) for (const name of names.split(/\s+/)) tokens.add(`.${name}`);
  // A page whose style sheets are all known stands on a white canvas.
  const plainCanvas = !external && !texts.some((css) => css.includes('@import'));
  const styles = new StyleIndex(Math.max(MIN_STEPS, elements * STEPS_PER_ELEMENT), plainCanvas, tokens);
  for (let i = 0; i < sheets.length; i++) {
    const { type, media } = sheets[i]!.attrs;
    if (type === undefined || type === '' || type.toLowerCase() === 'text/css') styles.addSheet(texts[i]!, media);
  }
  return { styles, plainCanvas };
}

function findConcealed(
  root: Element,
  styles: StyleIndex,
  plainCanvas: boolean,
  panels: Panels,
): { concealed: Concealed[]; visible: number } {
  const concealed: Concealed[] = [];
  const path = new StylePath(styles, plainCanvas);
  const next: number[] = [];
  let visible = 0;

  function enter(element: Element): void {
    if (isUnread(element)) {
      element.dropped ??= 'not content';
      return;
    }
    const reason = path.push(element, panels);
    if (reason !== null) {
      path.pop();
      concealed.push({ element, text: null, reason, characters: textLength(element) });
      return;
    }
    if (element.name === 'img' && path.ink === 'visibility')
      concealed.push({ element, text: null, reason: 'visibility', characters: 0 });
    next.push(0);
  }

  enter(root);
  while (next.length > 0) {
    const element = path.element;
    const child = element.children[next[next.length - 1]!++];
    if (child === undefined) {
      path.pop();
      next.pop();
    } else if (child.kind === ELEMENT) enter(child);
    else {
      const characters = shownLength(child.value);
      if (characters === 0) continue;
      if (path.ink === null) visible += characters;
      else concealed.push({ element, text: child, reason: path.ink, characters });
    }
  }
  return { concealed, visible };
}

/** Characters of a text besides white space at its ends and line breaks between tags. */
function shownLength(text: string): number {
  return text.trim().length;
}

function textLength(root: Element): number {
  let length = 0;
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (isUnread(element) && element !== root) continue;
    for (const child of element.children) {
      if (child.kind === TEXT) length += shownLength(child.value);
      else stack.push(child);
    }
  }
  return length;
}

const MAX_TEXT = 160;

function removalOf(part: Concealed): Removal {
  const { id, class: names } = part.element.attrs;
  const selector =
    part.element.name + (id ? `#${id}` : '') + (names ? `.${names.trim().split(/\s+/).slice(0, 3).join('.')}` : '');
  return {
    step: 'hidden',
    reason: part.reason,
    selector,
    text: part.text === null ? firstText(part.element) : part.text.value.trim().slice(0, MAX_TEXT),
  };
}

function firstText(root: Element): string {
  let text = '';
  const stack: (Element | Text)[] = [root];
  for (let node = stack.pop(); node !== undefined && text.length < MAX_TEXT; node = stack.pop()) {
    if (node.kind === TEXT) text += `${node.value.trim()} `;
    else if (!isUnread(node) || node === root)
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
}
