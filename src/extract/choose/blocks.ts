import { type Element, TEXT, type Text, type TreeNode } from '../tree.js';
import { nameFacts } from './names.js';
import { INLINE, TAG, tagNumber, UNREAD, WITHIN, WITHIN_PROPERTY, WITHIN_ROLE, WITHIN_TAG } from './tags.js';
import { CAPITAL, classOf, DIGIT, FREQUENT_WORDS, HASH_START, HASH_STEP, LETTER } from './words.js';

/** The page as the choice sees it: elements in document order, and the blocks of text in them. */
export interface Segments {
  elements: Element[];
  /** For each element: its parent's place (-1 for the first), number of its name, depth, bits of what it stands in. */
  parent: Int32Array;
  tag: Uint8Array;
  depth: Uint16Array;
  within: Int32Array;
  blocks: Block[];
}

/** A run of text that no element boundary breaks: a paragraph, a cell, a heading, a line between two line breaks. */
export class Block {
  /** Place of the nearest element that is not inline. */
  readonly element: number;
  readonly nodes: Text[] = [];
  /** Place of the element that holds each node. */
  readonly holders: number[] = [];
  /** White space collapsed. */
  text = '';
  /** Hashes of the words, at most 4,000. */
  readonly words: number[] = [];
  /** Over all words: equal texts have equal hashes. */
  hash = 0;
  /** Words; scripts that are written without spaces count two characters a word. */
  count = 0;
  /** Words in links, and the links. */
  linked = 0;
  links = 0;
  frequent = 0;
  capitalised = 0;
  shouted = 0;
  numbers = 0;
  commas = 0;
  sentences = 0;
  bold = 0;
  code = 0;
  punctuation = 0;
  separators = 0;
  /** Characters of scripts that are written without spaces. */
  dense = 0;

  constructor(element: number) {
    this.element = element;
  }
}

const MAX_WORDS = 4_000;
/** Bits that say how the text of a node is set. */
const IN_LINK = 1;
const IN_BOLD = 2;
const IN_CODE = 4;

/** Cuts the page into blocks. Dropped subtrees and elements without readable text are left out. Iterative, linear. */
export function segment(root: Element): Segments {
  const elements: Element[] = [];
  const parents: number[] = [];
  const tags: number[] = [];
  const depths: number[] = [];
  const withins: number[] = [];
  const styles: number[] = [];
  const holders: number[] = [];
  const blocks: Block[] = [];
  let open: Block | null = null;
  let breaks = 0;
  const work: TreeNode[] = [root];
  const above: number[] = [-1];
  while (work.length > 0) {
    const node = work.pop()!;
    const parent = above.pop()!;
    if (node.kind === TEXT) {
      if (isBlank(node.value)) continue;
      const holder = holders[parent]!;
      if (open === null || open.element !== holder || breaks >= 2) {
        open = new Block(holder);
        blocks.push(open);
      }
      open.nodes.push(node);
      open.holders.push(parent);
      breaks = 0;
      continue;
    }
    if (node.dropped !== null) continue;
    const tag = tagNumber(node.name);
    const inline = INLINE[tag] === 1;
    if (parent >= 0 && UNREAD[tag] === 1) {
      if (!inline) open = null;
      continue;
    }
    if (tag === TAG.br) {
      breaks++;
      continue;
    }
    const place = elements.length;
    elements.push(node);
    parents.push(parent);
    tags.push(tag);
    depths.push(parent < 0 ? 0 : depths[parent]! + 1);
    holders.push(inline && parent >= 0 ? holders[parent]! : place);
    withins.push((parent < 0 ? 0 : withins[parent]!) | WITHIN_TAG[tag]! | declared(node));
    styles.push((parent < 0 ? 0 : styles[parent]!) | styleOf(tag));
    if (!inline) {
      open = null;
      breaks = 0;
    }
    const { children } = node;
    for (let at = children.length - 1; at >= 0; at--) {
      work.push(children[at]!);
      above.push(place);
    }
  }
  for (const block of blocks) measure(block, styles);
  return {
    elements,
    parent: Int32Array.from(parents),
    tag: Uint8Array.from(tags),
    depth: Uint16Array.from(depths),
    within: Int32Array.from(withins),
    blocks,
  };
}

function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 160 && code !== 0x200b && code !== 0xfeff) return false;
  }
  return true;
}

/** What `role`, `itemprop`, `itemtype`, and names say an element is. The whole page is never one of its parts. */
function declared({ name, attrs }: Element): number {
  const role = attrs['role'];
  const names = attrs['class'];
  const id = attrs['id'];
  const isPage = name === 'html' || name === 'body';
  const property = attrs['itemprop'];
  return (
    (role === undefined ? 0 : (WITHIN_ROLE.get(role) ?? 0)) |
    (property === undefined ? 0 : (WITHIN_PROPERTY.get(property) ?? 0)) |
    (attrs['itemtype'] === undefined ? 0 : WITHIN.item) |
    (names === undefined || isPage ? 0 : nameFacts(names).bits) |
    (id === undefined || isPage ? 0 : nameFacts(id).bits)
  );
}

function styleOf(tag: number): number {
  if (tag === TAG.a) return IN_LINK;
  if (tag === TAG.strong || tag === TAG.b) return IN_BOLD;
  return tag === TAG.code || tag === TAG.kbd || tag === TAG.tt ? IN_CODE : 0;
}

/** Reads the text of a block once, character by character, and counts. */
function measure(block: Block, styles: readonly number[]): void {
  const { words } = block;
  let text = '';
  let hash = HASH_START;
  let whole = HASH_START;
  let length = 0;
  let first = 0;
  let letters = 0;
  let digits = 0;
  let style = 0;
  let lastLink = -1;
  let count = 0;
  const { nodes, holders } = block;
  for (let node = 0; node <= nodes.length; node++) {
    const ended = node === nodes.length;
    const value = ended ? ' ' : nodes[node]!.value;
    if (!ended) {
      text += value;
      style = styles[holders[node]!]!;
      if ((style & IN_LINK) !== 0 && holders[node] !== lastLink) {
        block.links++;
        lastLink = holders[node]!;
      }
    }
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      const kind = classOf(code);
      if (kind !== 0) {
        if (code >= 0x2e80 && code < 0xfb00 && !(code >= 0xac00 && code < 0xd7b0)) block.dense++;
        if (length === 0) first = kind;
        if (kind === LETTER) letters++;
        else if (kind === DIGIT) digits++;
        hash = Math.imul(hash ^ (kind === CAPITAL ? code | 32 : code), HASH_STEP);
        length++;
        continue;
      }
      if (length > 0) {
        count++;
        if (words.length < MAX_WORDS) words.push(hash);
        whole = Math.imul(whole ^ hash, HASH_STEP);
        if ((style & IN_LINK) !== 0) block.linked++;
        if ((style & IN_BOLD) !== 0) block.bold++;
        if ((style & IN_CODE) !== 0) block.code++;
        if (FREQUENT_WORDS.has(hash)) block.frequent++;
        if (first === CAPITAL) {
          block.capitalised++;
          if (letters === 0 && length > 1) block.shouted++;
        }
        if (digits === length) block.numbers++;
        hash = HASH_START;
        length = 0;
        letters = 0;
        digits = 0;
      }
      if (code > 32 && code !== 160) {
        block.punctuation++;
        if (code === 44 || code === 0x3001 || code === 0xff0c) block.commas++;
        else if (code === 46 || code === 33 || code === 63 || code === 0x3002) block.sentences++;
        else if (code === 124 || code === 0xb7 || code === 0x2022 || code === 0xbb || code === 0x203a)
          block.separators++;
      }
    }
  }
  block.text = text.replace(/[\s\u00a0]+/g, ' ').trim();
  block.hash = whole;
  const extra = block.dense * 0.5;
  if (block.linked > 0 && count > 0) block.linked += extra * (block.linked / count);
  block.count = count + extra;
}
