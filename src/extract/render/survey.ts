import { ELEMENT, type Element, TEXT } from '../tree.js';
import { CELL, HEADING, LINK, PRE, ROW, roleOf, SKIP, TABLE } from './tags.js';

/** What must be known of a table before its first cell is written. */
export interface TableFacts {
  rows: number;
  /** Most cells in one row. */
  columns: number;
  headers: number;
  /** A cell holds what a table row cannot: code of several lines, a heading, another table. */
  blocks: boolean;
  /** Longest cell, in characters. */
  longest: number;
}

export interface Survey {
  tables: Map<Element, TableFacts>;
  ids: Map<string, Element>;
  /** Links within the page. */
  fragments: Element[];
}

interface OpenTable {
  facts: TableFacts;
  rowCells: number;
  cellText: number;
}

/** One pass over the content for facts that are needed ahead of the writing. */
export function survey(root: Element): Survey {
  const found: Survey = { tables: new Map(), ids: new Map(), fragments: [] };
  const open: OpenTable[] = [];
  const path: Element[] = [root];
  const next: number[] = [0];
  enter(root, open, found);
  while (path.length > 0) {
    const top = path.length - 1;
    const element = path[top]!;
    const child = element.children[next[top]!++];
    if (child === undefined) {
      if (open.length > 0) leave(element, open);
      path.pop();
      next.pop();
    } else if (child.kind === TEXT) {
      if (open.length > 0) open[open.length - 1]!.cellText += child.value.length;
    } else if (child.dropped === null && enter(child, open, found)) {
      path.push(child);
      next.push(0);
    }
  }
  return found;
}

function enter(element: Element, open: OpenTable[], found: Survey): boolean {
  const id = element.attrs['id'];
  if (id !== undefined && !found.ids.has(id)) found.ids.set(id, element);
  const role = roleOf(element.name);
  if (role === LINK) {
    if (element.attrs['href']?.charCodeAt(0) === 35) found.fragments.push(element);
    return true;
  }
  if (role === TABLE) {
    const outer = open[open.length - 1];
    if (outer) outer.facts.blocks = true;
    const facts: TableFacts = { rows: 0, columns: 0, headers: 0, blocks: isLayout(element), longest: 0 };
    found.tables.set(element, facts);
    open.push({ facts, rowCells: 0, cellText: 0 });
    return true;
  }
  const table = open[open.length - 1];
  if (table === undefined) return role !== SKIP;
  if (role === ROW) {
    table.facts.rows++;
    table.rowCells = 0;
  } else if (role === CELL) {
    table.facts.columns = Math.max(table.facts.columns, ++table.rowCells);
    table.cellText = 0;
    if (element.name === 'th') table.facts.headers++;
  } else if (role === HEADING || (role === PRE && !isOneLine(element))) table.facts.blocks = true;
  return role !== SKIP;
}

function leave(element: Element, open: OpenTable[]): void {
  const table = open[open.length - 1]!;
  const role = roleOf(element.name);
  if (role === CELL) table.facts.longest = Math.max(table.facts.longest, table.cellText);
  else if (role === TABLE) open.pop();
}

function isLayout(table: Element): boolean {
  const role = table.attrs['role'];
  return (
    role === 'presentation' ||
    role === 'none' ||
    /(?:^|\s)(?:highlighttable|rouge-table)(?:$|\s)/.test(table.attrs['class'] ?? '')
  );
}

/** Whether a code block is one short line, which a cell can hold as inline code. */
function isOneLine(pre: Element): boolean {
  let node: Element = pre;
  for (let depth = 0; depth < 3; depth++) {
    const [first, ...others] = node.children;
    if (first === undefined || others.length > 0) return first === undefined;
    if (first.kind === TEXT) return !first.value.trim().includes('\n');
    if (first.kind === ELEMENT) node = first;
  }
  return false;
}

/** Whether a table is a way to lay out a page: its cells are then written as blocks. */
export function isUnwrapped(facts: TableFacts): boolean {
  if (facts.blocks) return true;
  if (facts.columns <= 1 && facts.headers === 0) return facts.rows <= 1 || facts.longest > 300;
  return facts.headers === 0 && facts.longest > 1_500;
}
