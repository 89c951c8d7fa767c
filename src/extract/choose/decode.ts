/** What decoding needs of a block besides its probability. */
export interface Candidate {
  words: { length: number };
  hash: number;
}

const LONG_COPY = 25;
const SHORT_COPY = 6;
const BARELY = 0.05;

/**
 * Lowers the probability of repeated texts: of two equal long texts, or two equal runs of texts, the likelier stays, and the first where both
 * are as likely. Pages often carry one text twice, for wide and for narrow screens.
 */
export function suppressCopies(probability: Float64Array, blocks: readonly Candidate[]): void {
  const first = new Map<number, number>();
  const copyOf = new Int32Array(blocks.length).fill(-1);
  for (let at = 0; at < blocks.length; at++) {
    if (blocks[at]!.words.length < 4) continue;
    const earlier = first.get(blocks[at]!.hash);
    if (earlier === undefined) first.set(blocks[at]!.hash, at);
    else copyOf[at] = earlier;
  }
  const inRun = (at: number, step: number) => {
    const near = at + step;
    return near >= 0 && near < blocks.length && copyOf[near]! >= 0 && Math.abs(copyOf[near]! - copyOf[at]!) <= 2;
  };
  const before = probability.slice();
  for (let at = 0; at < blocks.length; at++) {
    const earlier = copyOf[at]!;
    const { length } = blocks[at]!.words;
    if (earlier < 0 || length < SHORT_COPY) continue;
    if (length < LONG_COPY && !inRun(at, -1) && !inRun(at, 1)) continue;
    const loser = before[at]! > before[earlier]! + 0.15 ? earlier : at;
    probability[loser] = Math.min(probability[loser]!, BARELY);
  }
}

/** The threshold that makes the expected F1 of the chosen words greatest, and that F1. */
export function bestThreshold(
  probability: Float64Array,
  lengths: ArrayLike<number>,
): { threshold: number; expected: number } {
  const order = Array.from(probability.keys()).sort((a, b) => probability[b]! - probability[a]!);
  let total = 0;
  for (let at = 0; at < probability.length; at++) total += probability[at]! * lengths[at]!;
  let hit = 0;
  let size = 0;
  let expected = -1;
  let threshold = 1;
  for (const at of order) {
    hit += probability[at]! * lengths[at]!;
    size += lengths[at]!;
    const f1 = (2 * hit) / (size + total);
    if (f1 <= expected + 1e-12) continue;
    expected = f1;
    threshold = probability[at]!;
  }
  return { threshold, expected };
}
