import type { Quality, QualityReason } from '../../core/page.js';
import type { Element } from '../tree.js';
import { findAll, textOf } from '../walk.js';
import { PHRASES } from './phrases.js';

/** What the verdict is made from. */
export interface Evidence {
  /** The tree after choosing, or null for kinds that have none. */
  root: Element | null;
  /** The chosen content as plain text: no link targets, no markup. */
  text: string;
  title: string | null;
  /** The page's own claim that it is not free to read. */
  lockedByClaim?: boolean;
}

/** Weight of each reason: what is left of the score. */
const LEFT: Record<QualityReason, number> = {
  empty: 0,
  shell: 0.1,
  challenge: 0.05,
  parked: 0.05,
  'soft-404': 0.1,
  login: 0.15,
  consent: 0.15,
  paywall: 0.35,
  'link-farm': 0.3,
  'replacement-characters': 0.3,
  'image-only': 0.1,
  short: 0.6,
};

const SHORT = 12;

/** Judges whether the text is the page that was asked for. `short` alone is a remark; every other reason makes it `low`. */
export function judge(evidence: Evidence): Quality {
  const { root, text } = evidence;
  const words = countWords(text);
  const reasons = new Set<QualityReason>();
  const heads = [evidence.title ?? '', root ? firstHeading(root) : ''];
  for (const phrase of PHRASES) {
    const named = words < phrase.titleWords && heads.some((head) => phrase.title.test(head.trim()));
    if (named || (words < phrase.textWords && phrase.text.test(text))) reasons.add(phrase.reason);
  }
  if (root) structural(root, words, evidence.lockedByClaim === true, reasons);
  if (words === 0 && !reasons.has('image-only') && !reasons.has('shell')) reasons.add('empty');
  else if (words > 0 && words < SHORT) reasons.add('short');
  if (text.split('\ufffd').length - 1 > Math.max(3, text.length / 200)) reasons.add('replacement-characters');
  settle(reasons);
  const score = [...reasons].reduce((least, reason) => Math.min(least, LEFT[reason]), words < 60 && root ? 0.8 : 1);
  return { verdict: [...reasons].some((reason) => reason !== 'short') ? 'low' : 'ok', score, reasons: [...reasons] };
}

function structural(root: Element, words: number, locked: boolean, reasons: Set<QualityReason>): void {
  const shown = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parent) if (at.dropped !== null) return false;
    return true;
  };
  if (words < 60 && findAll(root, 'input').some(({ attrs }) => attrs['type']?.toLowerCase() === 'password'))
    reasons.add('login');
  if (locked && words < 400) reasons.add('paywall');
  if (words < 20) {
    const scripts = findAll(root, 'script').filter(({ attrs }) => attrs['src'] || attrs['type'] === 'module').length;
    const mounts = findAll(root, 'div', 'main', 'app-root').filter(isMount).length;
    if (mounts > 0 || (scripts > 2 && words < SHORT)) reasons.add('shell');
    if (words < 4 && findAll(root, 'img').some(shown) && !reasons.has('shell')) reasons.add('image-only');
  }
  const links = findAll(root, 'a').filter(shown);
  if (links.length < 30) return;
  const linked = links.reduce((sum, link) => sum + countWords(textOf(link)), 0);
  if (linked > 0.85 * words) reasons.add('link-farm');
}

/** An element that a client-side framework fills: its usual name, and nothing inside. */
function isMount(element: Element): boolean {
  const id = element.attrs['id'] ?? '';
  if (
    element.name !== 'app-root' &&
    !/^(?:root|app|__next|__nuxt|___gatsby|main-app|react-root|mount|application|svelte)$/i.test(id)
  )
    return false;
  return countWords(textOf(element, true)) < 20;
}

/** Where one reason explains another, the cause stays. */
function settle(reasons: Set<QualityReason>): void {
  if (reasons.has('challenge'))
    for (const reason of ['shell', 'login', 'soft-404', 'consent'] as const) reasons.delete(reason);
  if (reasons.has('soft-404')) for (const reason of ['login', 'shell'] as const) reasons.delete(reason);
  if (reasons.has('paywall')) reasons.delete('login');
}

function firstHeading(root: Element): string {
  const heading = findAll(root, 'h1')[0] ?? findAll(root, 'h2')[0];
  return heading ? textOf(heading) : '';
}

/** Words as runs of letters and digits; scripts that are written without spaces count two characters a word. */
export function countWords(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const dense = /[\u2e80-\u9fff\uf900-\ufaff\u3040-\u30ff\u0e00-\u0e7f]/.test(run);
    words += dense ? Math.ceil(run.length / 2) : 1;
  }
  return words;
}
