import { parse } from '../../src/extract/parse.js';
import { ELEMENT, type Element, TEXT, type TreeNode } from '../../src/extract/tree.js';

/** Kept and expected, for each measure of one documentation page. `leak` is better the smaller it is. */
export type DocsScore = Record<(typeof MEASURES)[number], [number, number]>;
export const MEASURES = ['code', 'head', 'cells', 'prose', 'leak'] as const;

const NAV_TAGS = new Set(['nav', 'footer']);
const NAV_ROLES = new Set(['navigation', 'contentinfo']);
const NAV_CLASSES = new Set(
  'sphinxsidebar related breadcrumb breadcrumbs navheader navfooter sidebar headertop navpath tabs top-nav sub-nav nav-chapters nav-wrapper ltoc up langselector toplang bottomlang docnav previous next navigation'.split(
    ' ',
  ),
);
const NAV_IDS = new Set(['side-nav', 'nav-path', 'MSearchResultsWindow', 'quickview']);
const CHROME_TAGS = new Set(['script', 'style', 'template', 'noscript', 'head']);
const PERMALINK = new Set('headerlink anchor permalink self-link mark link id_link'.split(' '));

/** What a page of documentation must keep, read off the page itself, against the Markdown made of it. */
export function scoreDocs(html: string, markdown: string): DocsScore {
  const page = readPage(html);
  const score: DocsScore = { code: [0, 0], head: [0, 0], cells: [0, 0], prose: [0, 0], leak: [0, 0] };
  const count = (measure: (typeof MEASURES)[number], kept: boolean) => {
    score[measure][1]++;
    if (kept) score[measure][0]++;
  };
  const lines = markdown.split('\n');
  const code = ` \n${codeLines(fencedText(lines)).join('\n')}\n `;
  const words = ` ${plain(markdown)} `;
  const headings = lines.filter((line) => /^\s*(?:[>*-]\s+)?#{1,6}\s/.test(line)).map(plain);
  const rows = lines
    .filter((line) => /^\s*(?:[>*-]\s+)?\|/.test(line))
    .map(plain)
    .join(' \n ');
  for (const pre of page.code) {
    const wanted = codeLines(pre);
    if (wanted.length > 0) count('code', code.includes(`\n${wanted.join('\n')}\n`));
  }
  for (const heading of page.headings)
    if (heading && heading.length <= 160)
      count(
        'head',
        headings.some((one) => one.includes(heading)),
      );
  for (const cell of page.cells) if (cell && cell.length <= 80) count('cells', rows.includes(cell));
  for (const text of page.paragraphs) if (text.length >= 60) count('prose', words.includes(text));
  const alone = new Set(
    lines.flatMap((line) => [plain(line), ...[...line.matchAll(/\[([^\]]+)\]\(/g)].map((match) => plain(match[1]!))]),
  );
  for (const link of page.navigation) if (link.length >= 3 && !page.own.has(link)) count('leak', alone.has(link));
  return score;
}

interface DocsPage {
  code: string[];
  headings: string[];
  cells: string[];
  paragraphs: string[];
  navigation: string[];
  /** Texts that stand outside navigation too. */
  own: Set<string>;
}

function readPage(html: string): DocsPage {
  const page: DocsPage = { code: [], headings: [], cells: [], paragraphs: [], navigation: [], own: new Set() };
  const work: [Element, boolean, boolean][] = [[parse(html), false, false]];
  for (let next = work.pop(); next; next = work.pop()) {
    const [element, above, chromeAbove] = next;
    const nav = above || isNavigation(element);
    const chrome = chromeAbove || CHROME_TAGS.has(element.name);
    visit(element, nav, chrome, page);
    for (let at = element.children.length - 1; at >= 0; at--) {
      const child = element.children[at]!;
      if (child.kind === ELEMENT) work.push([child, nav, chrome]);
    }
  }
  return page;
}

function visit(element: Element, nav: boolean, chrome: boolean, page: DocsPage): void {
  const { name } = element;
  if (nav && name === 'a') page.navigation.push(plain(textOf(element)));
  if (nav || chrome) return;
  if (/^(?:a|h[1-6]|p|li|td|th|dt|code|pre)$/.test(name)) page.own.add(plain(textOf(element)));
  if (name === 'pre' && !holds(element, new Set(['table']))) page.code.push(textOf(element));
  else if (/^h[1-4]$/.test(name)) page.headings.push(plain(textOf(element)));
  else if (name === 'p') page.paragraphs.push(plain(textOf(element)));
  else if ((name === 'td' || name === 'th') && !holds(element, BLOCKS) && !inNestingTable(element))
    page.cells.push(plain(textOf(element)));
}
const BLOCKS = new Set(['table', 'pre', 'p', 'ul', 'ol', 'dl', 'div']);

function inNestingTable(element: Element): boolean {
  let at = element.parent;
  while (at && at.name !== 'table') at = at.parent;
  return at !== null && holds(at, new Set(['table']));
}

function isNavigation({ name, attrs }: Element): boolean {
  if (NAV_TAGS.has(name) || NAV_ROLES.has(attrs['role'] ?? '') || NAV_IDS.has(attrs['id'] ?? '')) return true;
  return (attrs['class'] ?? '').split(/\s+/).some((one) => NAV_CLASSES.has(one));
}

/** True where a descendant has one of the names. */
function holds(element: Element, names: ReadonlySet<string>): boolean {
  const work: TreeNode[] = [...element.children];
  for (let node = work.pop(); node; node = work.pop()) {
    if (node.kind === TEXT) continue;
    if (names.has(node.name)) return true;
    work.push(...node.children);
  }
  return false;
}

/** All text below, permalink signs and line-number gutters left out, line breaks as such. */
function textOf(element: Element): string {
  const parts: string[] = [];
  const work: TreeNode[] = [element];
  for (let node = work.pop(); node; node = work.pop()) {
    if (node.kind === TEXT) parts.push(node.value);
    else if (node.name === 'br') parts.push('\n');
    else if (!isMark(node)) for (let at = node.children.length - 1; at >= 0; at--) work.push(node.children[at]!);
  }
  return parts.join('');
}

function isMark(element: Element): boolean {
  const names = (element.attrs['class'] ?? '').split(/\s+/);
  const marks = names.includes('linenos') || (element.name === 'a' && names.some((one) => PERMALINK.has(one)));
  return marks && element.children.every((child) => child.kind === TEXT && /^[\s¶#§🔗↩]*$/u.test(child.value));
}

function plain(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~&])/g, '$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The text inside fences; the prefix of a fence in a quote is taken off its lines. */
function fencedText(lines: readonly string[]): string {
  const code: string[] = [];
  let fence: string | null = null;
  let prefix = '';
  for (const line of lines) {
    if (fence === null) {
      const open = /^((?:\s*>)*\s*(?:[*+-]\s+|\d+[.)]\s+)?\s*)(`{3,}|~{3,})[^`]*$/.exec(line);
      if (!open) continue;
      fence = open[2]!;
      prefix = /^(?:\s*>)+ ?/.exec(open[1]!)?.[0] ?? '';
      continue;
    }
    const body = prefix && line.startsWith(prefix) ? line.slice(prefix.length) : line;
    const shut = body.trim();
    if (shut.length >= fence.length && shut === fence[0]!.repeat(shut.length)) fence = null;
    else code.push(body);
  }
  return code.join('\n');
}

function codeLines(text: string): string[] {
  return text
    .replaceAll('\u200b', '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    ').trim())
    .filter(Boolean);
}

/** Share kept for each measure, null where no page has one: the mean over generators, so that one large site does not decide. */
export function totalDocs(
  scores: readonly { generator: string; score: DocsScore }[],
): Record<(typeof MEASURES)[number], number | null> {
  const total = {} as Record<(typeof MEASURES)[number], number | null>;
  for (const measure of MEASURES) {
    const generators = new Map<string, [number, number]>();
    for (const { generator, score } of scores) {
      const sum = generators.get(generator) ?? [0, 0];
      generators.set(generator, [sum[0] + score[measure][0], sum[1] + score[measure][1]]);
    }
    const shares = [...generators.values()]
      .filter(([, expected]) => expected > 0)
      .map(([kept, expected]) => kept / expected);
    total[measure] = shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : null;
  }
  return total;
}
