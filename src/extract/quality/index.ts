import type { Quality, QualityReason } from '../../core/index.js';
import type { Survey } from '../survey.js';
import { type Element, TEXT } from '../tree.js';
import { textOf, walk } from '../walk.js';
import { PHRASES } from './phrases.js';

export interface WordCounts {
  /** Words that the page shows, and how many of them stand in links. */
  page: number;
  pageLinked: number;
  /** The same of the chosen content. */
  kept: number;
  linked: number;
}

/** What the verdict is made from: the page after choosing. */
export interface Evidence {
  /** Null for kinds that have no tree. */
  survey: Survey | null;
  title: string | null;
  /** All that the page shows, before choosing; may be cut at the end. */
  said: string;
  words: WordCounts;
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
  const { survey, words, said } = evidence;
  const reasons = new Set<QualityReason>(evidence.reasons ?? []);
  if (survey) {
    const heads = [
      evidence.title ?? '',
      survey.title ? textOf(survey.title, true) : '',
      survey.headlines[0] ? textOf(survey.headlines[0], true) : '',
    ];
    for (const phrase of PHRASES) {
      const named = words.page < phrase.titleWords && heads.some((head) => phrase.title.test(head.trim()));
      if (named || (words.page < phrase.textWords && phrase.text.test(said))) reasons.add(phrase.reason);
    }
    structural(survey, words, reasons);
  }
  if (words.kept === 0 && !reasons.has('image-only') && !reasons.has('shell')) reasons.add('empty');
  else if (words.kept > 0 && words.kept < SHORT) reasons.add('short');
  if (said.split('\ufffd', 10_000).length - 1 > Math.max(3, said.length / 200)) reasons.add('replacement-characters');
  settle(reasons);
  const score = [...reasons].reduce(
    (least, reason) => Math.min(least, LEFT[reason]),
    words.kept < 60 && survey ? 0.8 : 1,
  );
  return { verdict: [...reasons].some((reason) => reason !== 'short') ? 'low' : 'ok', score, reasons: [...reasons] };
}

/** Judges a text of a kind that has no tree. */
export function judgeText(
  { title, text }: { title: string | null; text: string },
  reasons: readonly QualityReason[],
): Quality {
  const kept = countWords(text.slice(0, MAX_JUDGED));
  return judge({
    survey: null,
    title,
    said: text.slice(0, MAX_JUDGED),
    words: { page: kept, pageLinked: 0, kept, linked: 0 },
    reasons,
  });
}
const MAX_JUDGED = 20_000;

function structural(survey: Survey, { page, pageLinked, kept, linked }: WordCounts, reasons: Set<QualityReason>): void {
  if (page < 60 && survey.passwords > 0) reasons.add('login');
  if (kept < 400 && isLocked(survey)) reasons.add('paywall');
  if (page < 20) {
    const mounts = survey.mounts.filter((element) => countWords(textOf(element, true)) < 20).length;
    if (mounts > 0 || (survey.scripts > 2 && page < SHORT)) reasons.add('shell');
    else if (page < 4 && shownPictures(survey.body) > 0) reasons.add('image-only');
  }
  if ((kept >= 60 && linked > 0.98 * kept) || (page >= 120 && pageLinked > 0.98 * page)) reasons.add('link-farm');
}

/** The page's own claim that it is not free to read. */
function isLocked({ objects, metas }: Survey): boolean {
  const tier = metas.get('article:content_tier');
  if (tier === 'locked' || tier === 'metered') return tier === 'locked';
  return objects.some((object) => /^false$/i.test(String(object['isAccessibleForFree'] ?? '')));
}

function shownPictures(body: Element): number {
  let pictures = 0;
  walk(body, (node) => {
    if (node.kind === TEXT || node.dropped !== null) return false;
    if (node.name === 'img') pictures++;
    return true;
  });
  return pictures;
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
