import { ELEMENT, type Element, TEXT, type TreeNode } from '../tree.js';
import { visit } from './collect.js';

const BLOCKS = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table', 'tbody', 'section']);
const GUTTER =
  /(?:^|[\s_-])(?:linenos?|line-?numbers?|line-number|ln-n|ln-numbers|gutter|lnt|ln|blob-num|rouge-gutter|linenodiv)(?:$|[\s_-])/i;
const NUMBERS = /^[\s\d|.:]*$/;

/** A code block's characters as they stand, with line-number gutters left out and line elements on their own lines. */
export function codeText(pre: Element): string {
  const parts: string[] = [];
  const budget = { nodes: GUTTER_BUDGET };
  let ended = true;
  const breakLine = (): void => {
    if (ended) return;
    parts.push('\n');
    ended = true;
  };
  visit(
    pre,
    (text) => {
      if (text === '') return;
      parts.push(text);
      ended = text.endsWith('\n');
    },
    (element) => {
      if (element.name === 'br') {
        parts.push('\n');
        ended = true;
        return true;
      }
      if (isGutter(element, budget)) return true;
      if (BLOCKS.has(element.name)) breakLine();
      return (
        element.name === 'button' || element.name === 'script' || element.name === 'style' || element.name === 'svg'
      );
    },
    (element) => {
      if (element !== pre && BLOCKS.has(element.name)) breakLine();
    },
  );
  return parts.join('').replace(/\n$/, '');
}

/** Nodes that may be looked at to tell gutters in one block: nested ones would otherwise be read again and again. */
const GUTTER_BUDGET = 100_000;

/** Whether an element only holds line numbers beside code. */
export function isGutter(element: Element, budget = { nodes: GUTTER_BUDGET }): boolean {
  const name = element.attrs['class'];
  if (name === undefined || !GUTTER.test(name)) return false;
  const queue: TreeNode[] = [element];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (--budget.nodes < 0) return false;
    if (node.kind === TEXT) {
      if (!NUMBERS.test(node.value)) return false;
    } else for (const child of node.children) queue.push(child);
  }
  return true;
}

/** The fenced block for `code`; the fence is longer than any run of backticks inside. */
export function fenced(code: string, language: string): string {
  let fence = '```';
  if (code.includes('```')) {
    let longest = 3;
    for (const run of code.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length + 1);
    fence = '`'.repeat(longest);
  }
  return `${fence}${language}\n${code}\n${fence}`;
}

const NAMED =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight)-|(?:brush:|sourceCode|source|src)\s*-?\s*)([a-zA-Z][\w+#-]*)(?=$|[\s;])/g;
const NOT_A_LANGUAGE = new Set(
  'default none notranslate text-plain wrapper code block content table pre container html-container body inner lines line source output highlight highlighter rouge literal'.split(
    ' ',
  ),
);
/** Languages whose bare name is used as a class by highlighters (hljs, Pygments, rustdoc, GeSHi). */
const KNOWN = new Set(
  'bash sh shell zsh console powershell c cpp csharp css diff dockerfile elixir erlang go graphql groovy haskell html http ini java javascript js json jsonc json5 jsx julia kotlin latex less lua make makefile markdown matlab nginx objectivec ocaml perl php plaintext python python3 pycon r ruby rust scala scss sql swift toml ts tsx typescript vim xml yaml yml'.split(
    ' ',
  ),
);
const HIGHLIGHTED =
  /(?:^|\s)(?:hljs|prettyprint|shiki|prism|chroma|geshi|code|rust|sourceCode|highlight|syntax)(?:$|\s)/;

/** The language a code block is declared to be in, '' where nothing says so: on itself, its code, or its wrappers. */
export function codeLanguage(pre: Element): string {
  const inner = pre.children.find((child) => child.kind === ELEMENT && child.name === 'code');
  const code = inner?.kind === ELEMENT ? inner : null;
  const around = [pre.parent, pre.parent?.parent ?? null, pre.parent?.parent?.parent ?? null];
  for (const element of [code, pre, ...around]) {
    if (!element) continue;
    // A wrapper that holds more than this block says nothing about it.
    if (element !== code && element !== pre && (element.children.length > 8 || !mayWrap(element))) break;
    const language = declared(element);
    if (language !== '') return language;
  }
  return '';
}

function mayWrap(element: Element): boolean {
  return /^(?:div|figure|td|tr|tbody|table|span|section|code|p|clipboard-copy)$/.test(element.name);
}

function declared(element: Element): string {
  const { attrs } = element;
  const given = attrs['data-lang'] ?? attrs['data-language'] ?? attrs['data-code-lang'];
  if (given !== undefined && /^[\w+#.-]+$/.test(given)) return clean(given);
  const names = attrs['class'];
  if (names !== undefined) {
    for (const match of names.matchAll(NAMED)) {
      if (!NOT_A_LANGUAGE.has(match[1]!.toLowerCase()) && !/^(?:source|text)-/.test(match[1]!)) return clean(match[1]!);
    }
    if (element.name === 'pre' || element.name === 'code' || HIGHLIGHTED.test(names)) {
      for (const name of names.split(/\s+/)) if (KNOWN.has(name.toLowerCase())) return clean(name);
    }
  }
  if (element.name === 'pre' && attrs['lang'] !== undefined && KNOWN.has(attrs['lang'].toLowerCase())) {
    return clean(attrs['lang']);
  }
  return '';
}

function clean(language: string): string {
  const lower = language.toLowerCase();
  return NOT_A_LANGUAGE.has(lower) ? '' : lower;
}
