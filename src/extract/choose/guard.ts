import type { Block, Segments } from './blocks.js';
import type { PageFacts } from './page-facts.js';
import { HEADING_LEVEL, IN_BAR, TAG, WITHIN } from './tags.js';

/** A table whose cells are longer than this on average, in words, lays out a page. */
const LAYOUT_WORDS = 40;
const MOSTLY_LINKS = 0.7;

/**
 * Keeps whole what is worthless in part, once the content is found: code and tables beside chosen text, and headings that
 * chosen text stands under. A work of reference keeps all of its text: nobody can say which of its paragraphs will be asked for.
 */
export function keepWhole(segments: Segments, facts: PageFacts, chosen: Uint8Array): void {
  const container = containerOf(segments, chosen);
  if (container < 0) return;
  const inside = below(segments, container);
  keepCode(segments, chosen, inside);
  keepTables(segments, chosen);
  keepHeadings(segments, chosen, inside);
  keepRuns(segments, chosen, inside);
  if (isReference(segments, facts, chosen))
    keepReference(segments, facts, chosen, below(segments, widen(segments, container)));
  keepLoose(segments, chosen);
  dropBars(segments, chosen);
}

const LOOSE_WORDS = 12;

/** A few words (a link, say) that stand bare in the container between two chosen blocks belong to the text around them. */
function keepLoose({ blocks, parent }: Segments, chosen: Uint8Array): void {
  for (let at = 1; at + 1 < blocks.length; at++) {
    const { element, count } = blocks[at]!;
    const flows = (other: number) => chosen[other] === 1 && parent[blocks[other]!.element] === element;
    if (chosen[at] === 0 && count <= LOOSE_WORDS && flows(at - 1) && flows(at + 1)) chosen[at] = 1;
  }
}

const RUN = 200;

/** Long runs of like blocks (a log, a transcript, a list of laws) stand or fall together: the model has seen few so long. */
function keepRuns({ blocks, within, parent, tag }: Segments, chosen: Uint8Array, inside: Uint8Array): void {
  const runs = new Map<number, { blocks: number; words: number; taken: number }>();
  const keyOf = (element: number) => parent[element]! * 256 + tag[element]!;
  const counts = ({ element, count, linked }: Block) =>
    inside[element] === 1 && (within[element]! & CHROME) === 0 && linked <= 0.5 * count;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    if (!counts(block)) continue;
    const key = keyOf(block.element);
    const run = runs.get(key) ?? { blocks: 0, words: 0, taken: 0 };
    run.blocks++;
    run.words += block.count;
    if (chosen[at] === 1) run.taken += block.count;
    runs.set(key, run);
  }
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    if (!counts(block)) continue;
    const run = runs.get(keyOf(block.element))!;
    if (run.blocks >= RUN && run.words >= 5 * run.blocks && run.taken >= 0.25 * run.words) chosen[at] = 1;
  }
}

const GENERATORS =
  /sphinx|docbook|rustdoc|mdbook|asciidoc|docusaurus|vitepress|vuepress|mkdocs|gitbook|doxygen|javadoc|jsdoc|typedoc|yard|hugo-docs|antora|docfx|starlight|nextra|pdoc|ghc-haddock|texi2any|makeinfo/i;

/** A page that a generator of documentation made, or one with several blocks of code among its text. */
function isReference({ blocks, within }: Segments, facts: PageFacts, chosen: Uint8Array): boolean {
  if (GENERATORS.test(facts.generator)) return true;
  let code = 0;
  for (let at = 0; at < blocks.length; at++)
    if (chosen[at] === 1 && (within[blocks[at]!.element]! & WITHIN.pre) !== 0) code++;
  return code >= 2 && facts.ogType !== 'product';
}

const WIDER = 1.3;

/** The widest container that holds little more than the content: manuals put their titles and signatures beside it. */
function widen({ parent, elements, blocks }: Segments, container: number): number {
  const words = new Float64Array(elements.length);
  for (const { element, count } of blocks) words[element]! += count;
  for (let at = elements.length - 1; at > 0; at--) words[parent[at]!]! += words[at]!;
  let wide = container;
  while (parent[wide]! >= 0 && words[parent[wide]!]! <= WIDER * words[container]!) wide = parent[wide]!;
  return wide;
}

const LINKED_MOST = 0.5;

function keepReference(segments: Segments, facts: PageFacts, chosen: Uint8Array, inside: Uint8Array): void {
  const { blocks, within, tag } = segments;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    const bits = within[block.element]!;
    if ((bits & (CHROME | WITHIN.comments | WITHIN.related | IN_BAR)) !== 0) continue;
    const isHeading = HEADING_LEVEL[tag[block.element]!]! > 0;
    if (isHeading && (inside[block.element] === 1 || names(block, facts))) chosen[at] = 1;
    else if (inside[block.element] === 1 && block.linked <= LINKED_MOST * block.count && block.count >= 2)
      chosen[at] = 1;
  }
}

/** A heading that says what the page's title says may stand above the container. */
function names({ words }: Block, { titleWords }: PageFacts): boolean {
  if (words.length === 0) return false;
  return words.filter((word) => titleWords.has(word)).length >= 0.7 * words.length;
}

/** Bars with the previous and the next page come along with their neighbours now and then. */
function dropBars({ blocks, within }: Segments, chosen: Uint8Array): void {
  for (let at = 0; at < blocks.length; at++) {
    const { element, count, linked } = blocks[at]!;
    if ((within[element]! & IN_BAR) !== 0 && count < 30 && (linked >= 0.5 * count || count < 4)) chosen[at] = 0;
  }
}

/** The smallest element that holds nine tenths of the chosen words, or -1. */
function containerOf({ parent, blocks, elements }: Segments, chosen: Uint8Array): number {
  const words = new Float64Array(elements.length);
  for (let at = 0; at < blocks.length; at++) if (chosen[at] === 1) words[blocks[at]!.element]! += blocks[at]!.count;
  for (let at = elements.length - 1; at > 0; at--) words[parent[at]!]! += words[at]!;
  if (words[0] === 0) return -1;
  let found = 0;
  for (let at = 1; at < elements.length; at++) if (words[at]! >= 0.9 * words[0]!) found = at;
  return found;
}

/** Marks the elements below `top`. Elements stand in document order, so that a parent is settled before its children. */
function below({ parent, elements }: Segments, top: number): Uint8Array {
  const inside = new Uint8Array(elements.length);
  inside[top] = 1;
  for (let at = top + 1; at < elements.length; at++) if (inside[parent[at]!] === 1) inside[at] = 1;
  return inside;
}

const CHROME = WITHIN.nav | WITHIN.footer | WITHIN.aside | WITHIN.dialog | WITHIN.form | WITHIN.button;

function keepCode({ blocks, within }: Segments, chosen: Uint8Array, inside: Uint8Array): void {
  for (let at = 0; at < blocks.length; at++) {
    const { element } = blocks[at]!;
    if (inside[element] === 1 && (within[element]! & WITHIN.pre) !== 0 && (within[element]! & CHROME) === 0)
      chosen[at] = 1;
  }
}

function keepTables({ tag, parent, blocks, elements, within }: Segments, chosen: Uint8Array): void {
  // The innermost table of each element.
  const table = new Int32Array(elements.length).fill(-1);
  const nested = new Uint8Array(elements.length);
  for (let at = 0; at < elements.length; at++) {
    const outer = at > 0 ? table[parent[at]!]! : -1;
    table[at] = tag[at] === TAG.table ? at : outer;
    if (tag[at] === TAG.table && outer >= 0) nested[outer] = 1;
  }
  const words = new Float64Array(elements.length);
  const linked = new Float64Array(elements.length);
  const taken = new Float64Array(elements.length);
  const cells = new Int32Array(elements.length);
  for (let at = 0; at < blocks.length; at++) {
    const { element, count, linked: links } = blocks[at]!;
    const own = table[element]!;
    if (own < 0) continue;
    cells[own]!++;
    words[own]! += count;
    linked[own]! += links;
    if (chosen[at] === 1) taken[own]! += count;
  }
  for (let at = 0; at < blocks.length; at++) {
    const own = table[blocks[at]!.element]!;
    if (own < 0 || nested[own] === 1 || (within[own]! & CHROME) !== 0) continue;
    if (words[own]! / cells[own]! > LAYOUT_WORDS || linked[own]! > MOSTLY_LINKS * words[own]!) continue;
    if (taken[own]! >= 0.3 * words[own]!) chosen[at] = 1;
  }
}

/** A heading is kept where the next text under it is, before a heading of its own rank or above. */
function keepHeadings({ blocks, tag, within }: Segments, chosen: Uint8Array, inside: Uint8Array): void {
  // The least rank among the chosen text's headings since each kept block, walking back.
  let open = false;
  let rank = 7;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const { element } = blocks[at]!;
    const level = HEADING_LEVEL[tag[element]!]!;
    if (level === 0) {
      if (chosen[at] === 1) {
        open = true;
        rank = 7;
      } else if (blocks[at]!.count >= 4) open = false;
      continue;
    }
    if (open && level < rank && inside[element] === 1 && (within[element]! & CHROME) === 0) chosen[at] = 1;
    if (open) rank = Math.min(rank, level);
  }
}
