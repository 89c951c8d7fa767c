import type { Element } from '../tree.js';
import { parseSelectors, type Selector } from './css-selector.js';

export interface TableEntry<T> {
  /** One selector as written; parsed when it is first needed, null where it can match nothing. */
  text: string;
  selector: Selector | null | undefined;
  value: T;
}

/** Different class attributes whose entries are remembered. */
const MAX_REMEMBERED = 4_000;

/** Selectors by what their last compound asks for, so that an element is compared with few of them. */
export class RuleTable<T> {
  private readonly byToken = new Map<string, TableEntry<T>[]>();
  private readonly byTag = new Map<string, TableEntry<T>[]>();
  private readonly others: TableEntry<T>[] = [];
  private readonly remembered = new Map<string, TableEntry<T>[]>();
  private readonly none: TableEntry<T>[] = [];

  add(text: string, value: T): void {
    const entry: TableEntry<T> = { text, selector: undefined, value };
    if (/[\\([]/.test(text)) {
      entry.selector = parseSelectors(text)[0] ?? null;
      const last = entry.selector?.compounds.at(-1);
      if (last === undefined) return;
      if (last.id !== null) push(this.byToken, `#${last.id}`, entry);
      else if (last.classes.length > 0) push(this.byToken, `.${last.classes[0]}`, entry);
      else if (last.tag !== null) push(this.byTag, last.tag, entry);
      else this.others.push(entry);
      return;
    }
    const compound = lastCompound(text);
    const token = keyToken(compound);
    if (token !== '') push(this.byToken, token, entry);
    else if (compound === '' || compound === '*') this.others.push(entry);
    else push(this.byTag, compound.toLowerCase(), entry);
  }

  /** Calls `onEntry` for each selector that may match the element. */
  consider(element: Element, onEntry: (entry: TableEntry<T>) => void): void {
    each(this.others, onEntry);
    each(this.byTag.get(element.name), onEntry);
    if (this.byToken.size === 0) return;
    const { id, class: names } = element.attrs;
    if (names !== undefined) each(this.forClasses(names), onEntry);
    if (id !== undefined) each(this.byToken.get(`#${id}`), onEntry);
  }

  private forClasses(names: string): TableEntry<T>[] {
    const known = this.remembered.get(names);
    if (known !== undefined) return known;
    const found: TableEntry<T>[] = [];
    for (const name of new Set(names.split(/\s+/, 48))) {
      const entries = name === '' ? undefined : this.byToken.get(`.${name}`);
      if (entries !== undefined) found.push(...entries);
    }
    const kept = found.length === 0 ? this.none : found;
    if (this.remembered.size < MAX_REMEMBERED) this.remembered.set(names, kept);
    return kept;
  }
}

function each<T>(entries: readonly T[] | undefined, onEntry: (entry: T) => void): void {
  if (entries !== undefined) for (let i = 0; i < entries.length; i++) onEntry(entries[i]!);
}

/** What stands after the last combinator, without pseudo-classes. */
function lastCompound(selector: string): string {
  let start = selector.length;
  while (start > 0) {
    const code = selector.charCodeAt(start - 1);
    if (code <= 32 || code === 43 || code === 62 || code === 126) break;
    start--;
  }
  const colon = selector.indexOf(':', start);
  return colon < 0 ? selector.slice(start) : selector.slice(start, colon);
}

/** The id of a compound such as `a.b#c.d`, else its first class; '' where it has neither. */
function keyToken(compound: string): string {
  const hash = compound.indexOf('#');
  const start = hash < 0 ? compound.indexOf('.') : hash;
  if (start < 0) return '';
  let end = start + 1;
  while (end < compound.length && compound[end] !== '.' && compound[end] !== '#') end++;
  return compound.slice(start, end);
}

function push<T>(map: Map<string, TableEntry<T>[]>, key: string, entry: TableEntry<T>): void {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}
