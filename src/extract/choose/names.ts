import { IN_BAR, WITHIN } from './tags.js';
import { detached, hashOf } from './words.js';

/** What is known of one value of `class` or `id`. Pages use few of them many times, so each is read once. */
export interface NameFacts {
  /** Bits of what the name calls the element: comments, related, caption, social, a bar of links. */
  bits: number;
  hash: number;
  /** Hashes of its parts: `article-body__text` gives article, body, text, and the whole. */
  tokens: Int32Array;
  /** Sums of the vocabulary's weights, once they were asked for. */
  sums: TokenSums | null;
}

export interface TokenSums {
  /** The vocabulary that the sums are of. */
  of: object;
  near: number;
  far: number;
  least: number;
  most: number;
}

/** Names that sites give to what stands around their content. */
const CALLED: readonly [number, RegExp][] = [
  [
    WITHIN.comments,
    /(?:^|[\s_-])(?:comments?|commentlist|comment-?(?:section|area|body|list)|disqus|respond|discussion)(?:$|[\s_-])/i,
  ],
  [
    WITHIN.related,
    /related|recommend|read-?(?:more|next)|more-?(?:from|stories|news|on)|also-?like|popular|trending|most-?read|newsletter|subscri|promo|sponsor|outbrain|taboola|teaser|up-?next/i,
  ],
  [WITHIN.caption, /caption|credit/i],
  [WITHIN.social, /share|social|follow-us|sharing/i],
  [
    IN_BAR,
    /(?:^|[\s_-])(?:nav(?:header|footer|bar|igation|-?links|-?buttons)?|prev-?next|pager|pagination|bread-?crumbs?|toc-?nav)(?:$|[\s_-])/i,
  ],
];
const MAX_READ = 600;
const MAX_NAMES = 24;
const MAX_CACHED = 20_000;
const cache = new Map<string, NameFacts>();

export function nameFacts(name: string): NameFacts {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const facts: NameFacts = {
    bits: 0,
    hash: hashOf(name.length > 60 ? name.slice(0, 60) : name),
    tokens: tokensOf(name),
    sums: null,
  };
  if (name.length < MAX_READ) for (const [bit, pattern] of CALLED) if (pattern.test(name)) facts.bits |= bit;
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(detached(name), facts);
  return facts;
}

function tokensOf(name: string): Int32Array {
  const found = new Set<number>();
  for (const one of name.slice(0, MAX_READ).split(/\s+/, MAX_NAMES)) {
    const parts = one
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((part) => part.length > 1 && part.length < 25);
    for (const part of parts) found.add(hashOf(part));
    const whole = parts.join('-');
    if (parts.length > 1 && whole.length < 40) found.add(hashOf(`=${whole}`));
  }
  return Int32Array.from(found);
}
