import type { Removal } from '../../core/index.js';
import { ELEMENT, type Element, TEXT, type Text } from '../tree.js';
import { type Inherited, inkReason, judgeStyle } from './concealment.js';
import { hiddenByMarkup, isUnread } from './markup.js';
import { findPanels } from './panels.js';
import { restoreMain } from './restore.js';
import { StyleIndex } from './style-index.js';

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
  const survey = surveyPage(root);
  const concealed = findConcealed(root, survey);
  const notes: string[] = [];
  const panels = survey.panels.kept;
  if (panels > 0) notes.push(`collapsed panels that the page can open were read: ${panels}`);
  const kept = restoreMain(concealed, survey.visibleCharacters);
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
  if (survey.styles.exhausted) notes.push('the page has more style rules than are applied: some hidden text may stand');
  return { notes, removals };
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

interface PageSurvey {
  styles: StyleIndex;
  panels: ReturnType<typeof findPanels>;
  /** Whether the page links to style sheets that are not read: its default colours are unknown then. */
  external: boolean;
  visibleCharacters: number;
}

/** Steps of selector matching for each element, and at least. */
const STEPS_PER_ELEMENT = 60;
const MIN_STEPS = 400_000;

function surveyPage(root: Element): PageSurvey {
  const sheets: Element[] = [];
  const controls: Element[] = [];
  let external = false;
  let elements = 0;
  const stack: Element[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    elements++;
    if (element.name === 'style') sheets.push(element);
    else if (element.name === 'link') external ||= /stylesheet/i.test(element.attrs['rel'] ?? '');
    else if (
      element.attrs['aria-controls'] !== undefined ||
      element.attrs['data-target'] !== undefined ||
      element.attrs['data-bs-target'] !== undefined
    )
      controls.push(element);
    const { children } = element;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i]!;
      if (child.kind === ELEMENT) stack.push(child);
    }
  }
  const styles = new StyleIndex(Math.max(MIN_STEPS, elements * STEPS_PER_ELEMENT));
  for (const sheet of sheets) {
    const type = sheet.attrs['type'];
    if (type !== undefined && type !== '' && type.toLowerCase() !== 'text/css') continue;
    const css = sheet.children.map((child) => (child.kind === TEXT ? child.value : '')).join('');
    external ||= css.includes('@import');
    styles.addSheet(css, sheet.attrs['media']);
  }
  return { styles, panels: findPanels(controls), external, visibleCharacters: 0 };
}

function findConcealed(root: Element, survey: PageSurvey): Concealed[] {
  const found: Concealed[] = [];
  const start: Inherited = {
    visible: true,
    fontPx: 16,
    colour: [0, 0, 0, 1],
    background: survey.external ? null : [255, 255, 255, 1],
    indentPx: 0,
    variables: null,
  };
  const path: Element[] = [];
  const next: number[] = [];
  const styles: Inherited[] = [];
  const inks: (string | null)[] = [];

  function enter(element: Element, outer: Inherited, ink: string | null): void {
    if (isUnread(element)) {
      element.dropped ??= 'not content';
      return;
    }
    const style = survey.styles.styleOf(element);
    let inherited = outer;
    let reason = hiddenByMarkup(element, style?.get('display'));
    let inkNow = ink;
    if (style !== null) {
      const judged = judgeStyle(style, outer, survey.styles.keyframes);
      inherited = judged.inherited;
      reason ??= judged.subtree;
      inkNow = inkReason(inherited);
      if (inkNow !== null && inkNow !== ink && survey.panels.keeps(element, inkNow)) {
        inherited = { ...inherited, visible: true };
        inkNow = inkReason(inherited);
      }
    }
    if (reason !== null && !survey.panels.keeps(element, reason)) {
      found.push({ element, text: null, reason, characters: textLength(element) });
      return;
    }
    if (inkNow === 'visibility' && element.name === 'img')
      found.push({ element, text: null, reason: inkNow, characters: 0 });
    path.push(element);
    next.push(0);
    styles.push(inherited);
    inks.push(inkNow);
  }

  enter(root, start, null);
  while (path.length > 0) {
    const top = path.length - 1;
    const element = path[top]!;
    const child = element.children[next[top]!++];
    if (child === undefined) {
      path.pop();
      next.pop();
      styles.pop();
      inks.pop();
    } else if (child.kind === TEXT) {
      const length = shownLength(child.value);
      if (length === 0) continue;
      const ink = inks[top]!;
      if (ink === null) survey.visibleCharacters += length;
      else if (!survey.panels.keeps(element, ink))
        found.push({ element, text: child, reason: ink, characters: length });
    } else enter(child, styles[top]!, inks[top]!);
  }
  return found;
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
