/** What tells whether two hits are the same page in another dress. */
export interface Foldable {
  sha256: string;
  url: string;
  /** Address without its language, where it has one. */
  neutral: string;
  language: string | null;
  title: string;
  /** The passage that fits, as plain text without its heading. */
  passage: string;
  textBytes: number;
}

/** Characters of a passage that must agree: short ones ("See also") are alike without being copies. */
const LEAST_PASSAGE = 120;

/**
 * Drops copies, keeping the rank of the first: the same bytes, the same page in another language, the same passage in
 * a clone or in a single-page version. Of copies the wanted language stands, then the smaller document, since the page
 * about one thing serves better than the book.
 */
export function foldCopies<T extends Foldable>(hits: readonly T[], wanted: string): T[] {
  const kept: T[] = [];
  const places = new Map<string, number>();
  for (const hit of hits) {
    const keys = keysOf(hit);
    const known = keys.map((key) => places.get(key)).find((place) => place !== undefined);
    const place = known ?? kept.length;
    if (known === undefined) kept.push(hit);
    else if (better(hit, kept[known]!, wanted)) kept[known] = hit;
    for (const key of keys) if (!places.has(key)) places.set(key, place);
  }
  return kept;
}

function keysOf(hit: Foldable): string[] {
  const keys = [`bytes ${hit.sha256}`];
  keys.push(`address ${sourceless(hit.neutral)}`);
  const letters = hit.passage.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  if (letters.length >= LEAST_PASSAGE) keys.push(`passage ${letters.slice(0, 400)}`);
  return keys;
}

function better(hit: Foldable, than: Foldable, wanted: string): boolean {
  const fits = (one: Foldable): boolean => (one.language ?? wanted) === wanted;
  if (fits(hit) !== fits(than)) return fits(hit);
  const source = (one: Foldable): boolean => one.url.includes('/_sources/');
  if (source(hit) !== source(than)) return source(than);
  return hit.sha256 !== than.sha256 && hit.textBytes < than.textBytes;
}

/** Address of the page that a copied source was made into: `_sources/a.rst.txt` and `a.html` are one. */
function sourceless(address: string): string {
  return address.replace(/\/_sources\//, '/').replace(/(?:\.(?:rst|md|txt|html?))+$/, '');
}
