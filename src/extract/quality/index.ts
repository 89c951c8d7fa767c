import type { Quality, QualityReason } from '../../core/index.js';
import type { Survey } from '../survey.js';
import { type Element, TEXT } from '../tree.js';
import { textOf, walk } from '../walk.js';
import { PHRASES } from './phrases.js';

/** What the verdict is made from: the page after choosing. */
export interface Evidence {
  /** Null for kinds that have no tree. */
  survey: Survey | null;
  title: string | null;
  /** The content as plain text, for kinds that have no tree. */
  text?: string;
  /** What the reader of the kind already knows. */
  reasons?: readonly QualityReason[];
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
  const { survey } = evidence;
  const text = survey ? textOf(survey.body) : (evidence.text ?? '');
  const words = countWords(text);
  const reasons = new Set<QualityReason>(evidence.reasons ?? []);
  const heads = [evidence.title ?? '', survey?.headlines[0] ? textOf(survey.headlines[0], true) : ''];
  for (const phrase of PHRASES) {
    const named = words < phrase.titleWords && heads.some((head) => phrase.title.test(head.trim()));
    if (named || (words < phrase.textWords && phrase.text.test(text))) reasons.add(phrase.reason);
  }
  if (survey) structural(survey, words, reasons);
  if (words === 0 && !reasons.has('image-only') && !reasons.has('shell')) reasons.add('empty');
  else if (words > 0 && words < SHORT) reasons.add('short');
  if (text.split('\ufffd').length - 1 > Math.max(3, text.length / 200)) reasons.add('replacement-characters');
  settle(reasons);
  const score = [...reasons].reduce((least, reason) => Math.min(least, LEFT[reason]), words < 60 && survey ? 0.8 : 1);
  return { verdict: [...reasons].some((reason) => reason !== 'short') ? 'low' : 'ok', score, reasons: [...reasons] };
}

function structural(survey: Survey, words: number, reasons: Set<QualityReason>): void {
  if (words < 60 && survey.passwords > 0) reasons.add('login');
  if (words < 400 && isLocked(survey)) reasons.add('paywall');
  const shown = shownElements(survey.body);
  if (words < 20) {
    const mounts = survey.mounts.filter((element) => countWords(textOf(element, true)) < 20).length;
    if (mounts > 0 || (survey.scripts > 2 && words < SHORT)) reasons.add('shell');
    else if (words < 4 && shown.images > 0) reasons.add('image-only');
  }
  if (shown.links >= 30 && shown.linked > 0.85 * words) reasons.add('link-farm');
}

/** The page's own claim that it is not free to read. */
function isLocked({ objects, metas }: Survey): boolean {
  const tier = metas.get('article:content_tier');
  if (tier === 'locked' || tier === 'metered') return tier === 'locked';
  return objects.some((object) => /^false$/i.test(String(object['isAccessibleForFree'] ?? '')));
}

/** Links, words in links and images of what is left on the page. */
function shownElements(body: Element): { links: number; linked: number; images: number } {
  const shown = { links: 0, linked: 0, images: 0 };
  walk(body, (node) => {
    if (node.kind === TEXT || node.dropped !== null) return false;
    if (node.name === 'img') shown.images++;
    if (node.name !== 'a') return true;
    shown.links++;
    shown.linked += countWords(textOf(node));
    return true;
  });
  return shown;
}

/** Where one reason explains another, the cause stays. */
function settle(reasons: Set<QualityReason>): void {
  if (reasons.has('challenge'))
    for (const reason of ['shell', 'login', 'soft-404', 'consent'] as const) reasons.delete(reason);
  if (reasons.has('soft-404')) for (const reason of ['login', 'shell'] as const) reasons.delete(reason);
  if (reasons.has('paywall')) reasons.delete('login');
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
