import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../../test/shared.js';
import { HTML_NS, MATH_NS, parse, parseFragment, SVG_NS } from '../parse.js';
import { TEXT, type TreeNode } from '../tree.js';

const folder = sharedPath('cases', 'html5lib', 'tree-construction');

/** A browser copies the chosen option into `selectedcontent`; the reader needs it once. */
const LEFT_OUT = /<selectedcontent>/;
/** Fragments are read only where markup is. */
const TEXT_CONTEXTS = new Set([
  'textarea',
  'style',
  'title',
  'plaintext',
  'script',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

interface Case {
  name: string;
  data: string;
  context: string | null;
  scripting: boolean;
  expected: string;
}

/** Names, nesting and text of a dump: comments, doctypes and attributes are not what the reader reads. */
function shape(dump: string): string {
  const lines: string[] = [];
  for (const line of dump.split('\n| ')) {
    const bare = line.replace(/^\| /, '');
    if (/^ *(?:<!|<\?)/.test(bare) || /^ *(?:[^\s"<][^=]*|<)="/.test(bare)) continue;
    lines.push(bare);
  }
  return merge(lines);
}

/** `content` stands for a template's fragment; its children are the template's own here. */
function merge(lines: string[]): string {
  const out: { depth: number; text: string }[] = [];
  const contents: number[] = [];
  for (const line of lines) {
    const indent = /^ */.exec(line)![0].length / 2;
    while (contents.length > 0 && indent <= contents.at(-1)!) contents.pop();
    if (line.trim() === 'content') {
      contents.push(indent);
      continue;
    }
    const depth = indent - contents.length;
    const text = line.slice(2 * indent);
    const last = out.at(-1);
    if (text.startsWith('"') && last?.depth === depth && last.text.startsWith('"'))
      last.text = last.text.slice(0, -1) + text.slice(1);
    else out.push({ depth, text });
  }
  return out.map(({ depth, text }) => `${'  '.repeat(depth)}${text}`).join('\n');
}

function dump(nodes: readonly TreeNode[], depth = 0): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === TEXT) return [`${'  '.repeat(depth)}"${node.value}"`];
    const ns = 'ns' in node && node.ns === SVG_NS ? 'svg ' : 'ns' in node && node.ns === MATH_NS ? 'math ' : '';
    return [`${'  '.repeat(depth)}<${ns}${node.name}>`, ...dump(node.children, depth + 1)];
  });
}

function casesOf(file: string): Case[] {
  return `\n${readFileSync(join(folder!, file), 'utf8')}`
    .split('\n#data\n')
    .slice(1)
    .map((block, at) => {
      const data = block.startsWith('#errors') ? '' : block.slice(0, block.indexOf('\n#errors'));
      const document = block.slice(block.indexOf('\n#document\n') + 11).replace(/\n+$/, '');
      const context = /\n#document-fragment\n(.*)\n/.exec(block)?.[1] ?? null;
      return {
        name: `${file} ${at}: ${data.slice(0, 60)}`,
        data,
        context,
        scripting: !block.includes('\n#script-off'),
        expected: shape(document),
      };
    });
}

function actual({ data, context }: Case): string {
  if (context === null) return merge(dump([parse(data)]));
  const ns = context.startsWith('svg ') ? SVG_NS : context.startsWith('math ') ? MATH_NS : HTML_NS;
  return merge(dump(parseFragment(data, context.replace(/^(?:svg|math) /, ''), ns)));
}

describe.skipIf(!folder)('the html5lib tree construction cases give the same elements and text', () => {
  const files = folder ? readdirSync(folder).filter((file) => file.endsWith('.dat')) : [];
  test.each(files)('%s', (file) => {
    const wrong = casesOf(file)
      .filter((one) => one.scripting && !LEFT_OUT.test(one.data) && !TEXT_CONTEXTS.has(one.context ?? ''))
      .flatMap((one) => {
        const got = actual(one);
        return got === one.expected ? [] : [`${one.name}\n  expected\n${one.expected}\n  got\n${got}`];
      });
    expect(wrong).toEqual([]);
  });
});
