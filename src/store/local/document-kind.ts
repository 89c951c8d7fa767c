/**
 * Pages that repeat others or list them: source listings, release notes, indexes. They hold every word of a manual and
 * answer few questions. What each keeps of its score, by what address and title say.
 */
const KINDS: readonly { keeps: number; address?: RegExp; title?: RegExp }[] = [
  // Sphinx's copies of its sources, and listings of program text.
  { keeps: 0.5, address: /\/_sources\// },
  { keeps: 0.8, address: /\.(?:rst|adoc)(?:\.txt)?$/ },
  { keeps: 0.5, address: /\/_modules\/|[_-]source\.html?$|[_-]8[a-z]+_source\.html?$/, title: /^source code for\b/i },
  {
    keeps: 0.55,
    address:
      /(?:^|[/._-])(?:changelog|changes|relnotes|release[-_]?notes?|releases|news|whatsnew|what-?s-?new)(?:[/._-]|$)/i,
    title: /\b(?:change ?log|release notes?|what(?:'|’)?s new|changes in|revision history)\b/i,
  },
  {
    keeps: 0.45,
    address:
      /(?:^|[/_-])(?:genindex|general-index|index-all|py-modindex|modindex|search|sitemap|toc|contents|theindex|globals?|functions?_(?:vars_)?[a-z]|globals?_(?:func_|defs_)?[a-z]|annotated|hierarchy|classes|files|api-index[\w-]*|directives|option-index|concept[_-]index|.*[_-]index)(?:[-_.]|$)[^/]*$/i,
    title:
      /^(?:index|general index|table of contents|contents|search|sitemap|(?:api|class|file|global|option|concept) (?:index|list))\b/i,
  },
  {
    keeps: 0.7,
    address:
      /(?:^|\/)(?:licen[cs]e|copyright|copying|authors|credits|about|glossary|colophon|bibliography)(?:[-_.]|$)[^/]*$/i,
  },
  { keeps: 0.85, address: /(?:^|\/)(?:index|readme|default)\.[a-z.]+$/i },
];

/** What a document keeps of its score for what it is, 0 to 1. */
export function kindFactor(url: string, title: string): number {
  let keeps = 1;
  for (const kind of KINDS) {
    if (kind.address?.test(url) === true || kind.title?.test(title) === true) keeps = Math.min(keeps, kind.keeps);
  }
  return keeps;
}
