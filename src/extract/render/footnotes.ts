import { ELEMENT, type Element } from '../tree.js';
import { shortText } from './collect.js';
import type { Survey } from './survey.js';

export interface Footnotes {
  /** Elements that refer to a note, with the note's label. */
  references: Map<Element, string>;
  /** Elements that hold a note. */
  definitions: Map<Element, string>;
  /** Parts of a note that only lead back or repeat its label. */
  skipped: Set<Element>;
}

const MARK = /^\s*[[(]?\s*(\d{1,4}|[a-z]{1,2}|[*†‡§¶]{1,3})\s*[\])]?\s*$/;
const REFERENCE = /(?:^|[\s_-])(?:footnote|footnote-?ref(?:erence)?|noteref|fn-?ref|reference)(?:$|[\s_-])/i;
const BACK =
  /(?:^|[\s_-])(?:backref|back-?link|footnote-?back(?:ref|link)?|reversefootnote|data-footnote-backref)(?:$|[\s_-])/i;

/** Notes and the places that refer to them, found by the links between them. */
export function findFootnotes(facts: Survey): Footnotes {
  const found: Footnotes = { references: new Map(), definitions: new Map(), skipped: new Set() };
  const used = new Map<string, Element>();
  const places = new Set<string>();
  for (const link of facts.fragments) {
    const label = MARK.exec(labelText(link))?.[1];
    if (label === undefined || !isReference(link)) continue;
    const target = facts.ids.get(fragmentOf(link));
    const note = target === undefined ? null : noteOf(target);
    if (note === null || isInside(link, note)) continue;
    let name = found.definitions.get(note);
    if (name === undefined) {
      name = used.has(label) ? `${label}-${used.size}` : label;
      used.set(name, note);
      found.definitions.set(note, name);
      skipLabel(note, target!, found);
    }
    const sup = link.parent?.name === 'sup' ? link.parent : null;
    found.references.set(sup !== null && MARK.test(labelText(sup)) ? sup : link, name);
    for (let node: Element | null = link, up = 0; node !== null && up < 3; node = node.parent, up++) {
      const id = node.attrs['id'];
      if (id !== undefined) places.add(id);
    }
  }
  if (found.definitions.size > 0) for (const link of facts.fragments) skipBackLink(link, places, found);
  return found;
}

function labelText(element: Element): string {
  return shortText(element, 12, 40) ?? '';
}

function fragmentOf(link: Element): string {
  const raw = (link.attrs['href'] ?? '').slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

function isReference(link: Element): boolean {
  const { attrs } = link;
  if (attrs['role'] === 'doc-noteref' || attrs['epub:type'] === 'noteref' || attrs['data-footnote-ref'] !== undefined)
    return true;
  if (BACK.test(attrs['class'] ?? '') || attrs['role'] === 'doc-backlink') return false;
  return (
    REFERENCE.test(attrs['class'] ?? '') ||
    link.parent?.name === 'sup' ||
    link.children.some((child) => child.kind === ELEMENT && child.name === 'sup')
  );
}

/** The block that holds the note which `target` marks: itself or a near ancestor. */
function noteOf(target: Element): Element | null {
  for (let node: Element | null = target, up = 0; node !== null && up < 4; node = node.parent, up++) {
    if (node.name === 'li' || node.name === 'aside') return node;
    if (node.name === 'dt') return nextDefinition(node);
    if ((node.name === 'p' || node.name === 'div') && (node === target || up < 3)) return node;
    if (node.name === 'td' || node.name === 'tr') return null;
  }
  return null;
}

function nextDefinition(term: Element): Element | null {
  const siblings = term.parent?.children ?? [];
  for (let i = siblings.indexOf(term) + 1; i < siblings.length && i > 0; i++) {
    const next = siblings[i]!;
    if (next.kind === ELEMENT) return next.name === 'dd' ? next : null;
  }
  return null;
}

function isInside(node: Element, container: Element): boolean {
  for (let at: Element | null = node, up = 0; at !== null && up < 12; at = at.parent, up++)
    if (at === container) return true;
  return false;
}

/** A note's own label (`[1]` before its text) is written by Markdown already. */
function skipLabel(note: Element, target: Element, found: Footnotes): void {
  if (target.name === 'dt') found.skipped.add(target);
  const first = note.children.find((child) => child.kind === ELEMENT);
  if (first?.kind === ELEMENT && first.name !== 'p' && MARK.test(labelText(first).replace(/[[\]\s]/g, '')))
    found.skipped.add(first);
}

function skipBackLink(link: Element, places: ReadonlySet<string>, found: Footnotes): void {
  const names = link.attrs['class'] ?? '';
  const back =
    BACK.test(names) || link.attrs['role'] === 'doc-backlink' || link.attrs['data-footnote-backref'] !== undefined;
  if (!back && (!places.has(fragmentOf(link)) || found.references.has(link))) return;
  if (link.parent !== null && found.references.has(link.parent)) return;
  let part: Element = link;
  for (let node: Element | null = link.parent, up = 0; node !== null && up < 3; node = node.parent, up++) {
    if (BACK.test(node.attrs['class'] ?? '')) part = node;
  }
  found.skipped.add(part);
}
