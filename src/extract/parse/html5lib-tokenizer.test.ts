import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../../test/shared.js';
import { parseFragment } from '../parse.js';
import { TEXT, type TreeNode } from '../tree.js';

const folder = sharedPath('cases', 'html5lib', 'tokenizer');

type Token = [string, string, ...unknown[]];
interface Case {
  description: string;
  input: string;
  output: Token[];
  initialStates?: string[];
  lastStartTag?: string;
  doubleEscaped?: boolean;
}

/** Start tags with their attributes, and text: what is left of tokens once a tree is built. */
type Piece = string | { tag: string; attrs: Record<string, string> };

/** Names for which the tree itself does more than open an element, or does nothing. */
const SHAPED = new Set(
  'html head body frameset frame caption col colgroup tbody td tfoot th thead tr image'.split(' '),
);
const IMPLIED = new Set(['p', 'br']);

function expectedOf(output: readonly Token[]): Piece[] | null {
  const pieces: Piece[] = [];
  for (const [kind, name, attrs] of output) {
    if (kind === 'Character') addText(pieces, name.replaceAll('\0', ''));
    if (kind === 'EndTag' && IMPLIED.has(name)) return null;
    if (kind === 'StartTag') {
      if (SHAPED.has(name)) return null;
      pieces.push({ tag: name, attrs: attrs as Record<string, string> });
    }
  }
  return pieces;
}

function addText(pieces: Piece[], text: string): void {
  if (text === '') return;
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
  else pieces.push(text);
}

function actualOf(nodes: readonly TreeNode[]): Piece[] {
  const pieces: Piece[] = [];
  const visit = (node: TreeNode): void => {
    if (node.kind === TEXT) addText(pieces, node.value);
    else {
      pieces.push({ tag: node.name, attrs: { ...node.attrs } });
      for (const child of node.children) visit(child);
    }
  };
  for (const node of nodes) visit(node);
  return pieces;
}

const plain = (text: string) =>
  text.replace(/\\u([\dA-Fa-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function casesOf(file: string): Case[] {
  const { tests = [] } = JSON.parse(readFileSync(join(folder!, file), 'utf8')) as { tests?: Case[] };
  return tests
    .map((one) =>
      one.doubleEscaped
        ? {
            ...one,
            input: plain(one.input),
            output: one.output.map(
              (token) => token.map((part) => (typeof part === 'string' ? plain(part) : part)) as Token,
            ),
          }
        : one,
    )
    .filter((one) => one.initialStates === undefined || one.initialStates.includes('Data state'));
}

describe.skipIf(!folder)('the html5lib tokenizer cases give the same tags, attributes and text', () => {
  const files = folder
    ? readdirSync(folder).filter((file) => file.endsWith('.test') && file !== 'xmlViolation.test')
    : [];
  test.each(files)('%s', (file) => {
    const wrong = casesOf(file).flatMap(({ description, input, output }) => {
      const expected = expectedOf(output);
      if (expected === null) return [];
      const actual = actualOf(parseFragment(input));
      return JSON.stringify(actual) === JSON.stringify(expected) ? [] : [{ description, input, expected, actual }];
    });
    expect(wrong).toEqual([]);
  });
});
