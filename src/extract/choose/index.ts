import type { Removal } from '../../core/index.js';
import type { WordCounts } from '../quality/index.js';
import type { Survey } from '../survey.js';
import { applyChoice } from './apply.js';
import { type Block, segment } from './blocks.js';
import { keepWhole } from './guard.js';
import { scoreBlocks } from './learned.js';
import type { Model } from './model.js';
import { factsOf } from './page-facts.js';
import { chooseByRules } from './rules.js';
import { dropAsides } from './story.js';

/** What choosing reports: sentences for the page's notes, each removal where `trace` is set, and the size of what stays. */
export interface Choice {
  notes: string[];
  removals: Removal[];
  words: WordCounts;
  /** All that the page shows, before choosing, cut at `MAX_SAID` characters. */
  said: string;
}

const MAX_SAID = 20_000;

/** Blocks above this number are not scored: such a page is a dump, and rules read it in linear time and little memory. */
const MAX_BLOCKS = 60_000;

/** Marks everything that is not main content as dropped. */
export function choose(survey: Survey, options: { url: string | null; trace: boolean; model?: Model }): Choice {
  const segments = segment(survey.root);
  const { blocks } = segments;
  const words = { page: total(blocks), pageLinked: linkedIn(blocks), kept: 0, linked: 0 };
  const choice: Choice = { notes: [], removals: [], words, said: saidBy(blocks) };
  if (blocks.length === 0) return choice;
  const chosen =
    blocks.length > MAX_BLOCKS
      ? new Uint8Array(blocks.length)
      : chooseBlocks(segments, survey, options.url, options.model);
  if (chosen.includes(1)) {
    choice.removals = applyChoice(segments, chosen, options.trace);
    count(
      blocks.filter((_, at) => chosen[at] === 1),
      choice,
    );
    return choice;
  }
  const removals = chooseByRules(survey.root);
  choice.notes.push('the content was chosen by rules');
  if (options.trace) choice.removals = removals;
  count(segment(survey.root).blocks, choice);
  return choice;
}

function total(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.count, 0);
}

function count(blocks: readonly Block[], { words }: Choice): void {
  words.kept = total(blocks);
  words.linked = linkedIn(blocks);
}

function linkedIn(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.linked, 0);
}

function saidBy(blocks: readonly Block[]): string {
  const said: string[] = [];
  let length = 0;
  for (const { text } of blocks) {
    if (length > MAX_SAID) break;
    said.push(text);
    length += text.length;
  }
  return said.join('\n');
}

function chooseBlocks(
  segments: ReturnType<typeof segment>,
  survey: Survey,
  url: string | null,
  model?: Model,
): Uint8Array {
  const facts = factsOf(survey, url);
  const { probability, threshold } = scoreBlocks(segments, facts, model);
  const chosen = Uint8Array.from(probability, (value) => (value >= threshold ? 1 : 0));
  dropAsides(segments, facts, chosen);
  keepWhole(segments, facts, chosen);
  return chosen;
}
