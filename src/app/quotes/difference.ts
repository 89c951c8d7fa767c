export interface Difference {
  /** Words that the quote has here; empty where it leaves out words. */
  quote: string;
  /** Words that the source has here; empty where the quote adds words. */
  source: string;
}

const MAX_WORDS = 400;

/** How two passages differ, word by word, and the share of their words that are common (0 to 1). */
export function compareWords(
  quote: readonly string[],
  source: readonly string[],
): { likeness: number; differences: Difference[] } {
  const a = quote.slice(0, MAX_WORDS);
  const b = source.slice(0, MAX_WORDS);
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] as number) + 1
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number);
    }
  }
  const differences: Difference[] = [];
  let open: { quote: string[]; source: string[] } | null = null;
  const close = (): void => {
    if (open !== null) differences.push({ quote: open.quote.join(' '), source: open.source.join(' ') });
    open = null;
  };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      close();
      i++;
      j++;
      continue;
    }
    open ??= { quote: [], source: [] };
    const without = i < a.length ? (common[(i + 1) * width + j] as number) : -1;
    const skipping = j < b.length ? (common[i * width + j + 1] as number) : -1;
    if (without >= skipping) open.quote.push(a[i++] as string);
    else open.source.push(b[j++] as string);
  }
  close();
  const shared = common[0] ?? 0;
  return { likeness: a.length + b.length === 0 ? 1 : (2 * shared) / (a.length + b.length), differences };
}
