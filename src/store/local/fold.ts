/** What tells whether two hits are the same page in another dress. */
export interface Foldable {
  sha256: string;
  collection: string;
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
 * Drops copies, keeping the rank of the first: the same bytes, the same page in another language or as the source it
 * was made from, the same passage in a clone or in a single-page version. Of copies the wanted language stands, then
 * the page before its source, then the smaller document, since the page about one thing serves better than the book.
 */
export function foldCopies<T extends Foldable>(hits: readonly T[], wanted: string): T[] {
  const kept: T[] = [];
  const places = new Map<string, number>();
  for (const hit of hits) {
    const keys = keysOf(hit);
    const known = keys.map((key) => places.get(key)).find((place) => place !== undefined);
    const place = known ?? kept.length;
    if (known === undefined) kept.push(hit);
    else if (isBetter(hit, kept[known]!, wanted)) kept[known] = hit;
    for (const key of keys) if (!places.has(key)) places.set(key, place);
  }
  return kept;
}

function keysOf({ sha256, collection, neutral, title, passage }: Foldable): string[] {
  const plain = neutral.replace(/\/_sources\//, '/').replace(/(?:\.(?:rst|md|markdown|txt|html?))+$/, '');
  const keys = [`bytes ${sha256}`, `address ${plain}`];
  // Sources may stand in a tree of their own: the same name in the same folder, under the same title.
  const name = plain.split('/').slice(-2).join('/');
  const titled = letters(title).slice(0, 24);
  if (titled.length >= 8) keys.push(`name ${collection} ${name} ${titled}`);
  const said = letters(passage);
  if (said.length >= LEAST_PASSAGE) keys.push(`passage ${said.slice(0, 400)}`);
  return keys;
}

function isBetter(hit: Foldable, than: Foldable, wanted: string): boolean {
  const fits = ({ language }: Foldable): boolean => (language ?? wanted) === wanted;
  if (fits(hit) !== fits(than)) return fits(hit);
  if (isSource(hit.url) !== isSource(than.url)) return isSource(than.url);
  return hit.sha256 !== than.sha256 && hit.textBytes < than.textBytes;
}

/** Whether an address is of a text that pages are made from. */
function isSource(url: string): boolean {
  return /\/_sources\/|\.(?:rst|rst\.txt|adoc)$/.test(url);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
