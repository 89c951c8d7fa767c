import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse as parse5 } from 'parse5';
import { extract } from '../../src/extract/index.js';
import { parse } from '../../src/extract/parse.js';
import { ARTICLES } from './pages.js';

const PASSES = 3;

/** CPU of the whole chain, from bytes to Markdown, beside that of parsers and other readers on the same pages in the same run. */
export async function speed(): Promise<string> {
  if (!existsSync(ARTICLES)) return `## Speed\n\nSkipped: no pages at ${ARTICLES}.`;
  const lines = [
    '## Speed',
    '',
    'MB of HTML in a second of CPU, best of warm passes in one run; the ratio to parse5 is what travels between machines.',
    '',
  ];
  lines.push('| | news | ratio | WCXB (sample) | ratio |', '|---|---|---|---|---|');
  const news = load('news', Number.POSITIVE_INFINITY);
  const wcxb = load('wcxb', 120);
  const peers: [string, (bytes: Buffer) => void, number][] = [
    ['parse5 alone', (bytes) => parse5(bytes.toString()), PASSES],
    ['our parser alone', (bytes) => parse(bytes.toString()), PASSES],
    ['**the whole reader**', (bytes) => extract(bytes, { contentType: 'text/html; charset=utf-8' }), PASSES],
  ];
  const readability = await readabilityPeer();
  if (readability) peers.push(['Readability + linkedom + Turndown', readability, 1]);
  const rates = peers.map(([name, run, passes]) => [name, rate(news, run, passes), rate(wcxb, run, passes)] as const);
  for (const [name, a, b] of rates)
    lines.push(
      `| ${name} | ${a.toFixed(1)} | ${(a / rates[0]![1]).toFixed(2)} | ${b.toFixed(1)} | ${(b / rates[0]![2]).toFixed(2)} |`,
    );
  return lines.join('\n');
}

function load(set: string, most: number): Buffer[] {
  const folder = join(ARTICLES, set, 'html');
  return readdirSync(folder)
    .sort()
    .slice(0, most)
    .map((file) => gunzipSync(readFileSync(join(folder, file))));
}

/** The best of several passes: what other programs on the machine take is not ours. */
function rate(pages: readonly Buffer[], run: (bytes: Buffer) => void, passes: number): number {
  const bytes = pages.reduce((sum, page) => sum + page.length, 0);
  let best = 0;
  for (let pass = 0; pass < passes; pass++) {
    const before = process.cpuUsage();
    for (const page of pages) run(page);
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, bytes / (user + system));
  }
  return best;
}

async function readabilityPeer(): Promise<((bytes: Buffer) => void) | null> {
  try {
    const { Readability } = await import('@mozilla/readability');
    const { parseHTML } = await import('linkedom');
    const { default: Turndown } = await import('turndown');
    const turndown = new Turndown();
    return (bytes) => {
      const { document } = parseHTML(bytes.toString());
      const read = new Readability(document as never).parse();
      if (read?.content) turndown.turndown(read.content);
    };
  } catch {
    return null;
  }
}
