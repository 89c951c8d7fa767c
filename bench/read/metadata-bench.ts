import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../src/extract/charset/index.js';
import { readMetadata } from '../../src/extract/metadata/index.js';
import { parse } from '../../src/extract/parse.js';
import { surveyOf } from '../../src/extract/survey.js';
import { ARTICLES, labelledPages, wordsOf } from './pages.js';

/** Title, author and date against WCXB's fields: right, wrong, and silent where the truth has one. */
export function metadata(): string {
  if (!existsSync(ARTICLES)) return `## Metadata\n\nSkipped: no pages at ${ARTICLES}.`;
  const fields = { title: tally(), author: tally(), published: tally() };
  for (const page of labelledPages(ARTICLES)) {
    if (page.set !== 'wcxb') continue;
    const truth = JSON.parse(
      readFileSync(join(ARTICLES, 'wcxb', 'ground-truth', `${page.id}.json`), 'utf8'),
    ).ground_truth;
    const said = readMetadata(surveyOf(parse(decode(page.html).text)), page.url || null);
    note(fields.title, truth.title, said.title, sameTitle, page.id);
    note(fields.author, truth.author, said.byline, sameName, page.id);
    note(fields.published, truth.publish_date, said.published, (a, b) => b.startsWith(a.slice(0, 10)), page.id);
  }
  const rows = Object.entries(fields).map(([name, { right, wrong, silent, spoke }]) => {
    const stated = right + wrong;
    return `| ${name} | ${right + wrong + silent} | ${(right / (stated || 1)).toFixed(3)} | ${(right / (stated + silent || 1)).toFixed(3)} | ${spoke} |`;
  });
  return [
    '## Metadata',
    '',
    'Against WCXB. "Said without a truth" counts pages on which the truth names none: often the page does.',
    '',
    '| field | pages with a truth | right where said | right of all | said without a truth |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

interface Tally {
  right: number;
  wrong: number;
  silent: number;
  spoke: number;
}
const tally = (): Tally => ({ right: 0, wrong: 0, silent: 0, spoke: 0 });

function note(
  sum: Tally,
  truth: unknown,
  said: string | null,
  same: (a: string, b: string) => boolean,
  id: string,
): void {
  if (typeof truth !== 'string' || truth.trim() === '') {
    if (said !== null) sum.spoke++;
  } else if (said === null) sum.silent++;
  else if (same(truth, said)) sum.right++;
  else {
    sum.wrong++;
    if (process.env['WORST']) console.log(id, '|', truth.slice(0, 90), '|', said.slice(0, 90));
  }
}

const words = (text: string) => wordsOf(text.toLowerCase().normalize('NFKD')).join(' ');

/** Equal but for case, punctuation and the site's name at an end. */
function sameTitle(truth: string, said: string): boolean {
  const a = words(truth);
  const b = words(said);
  return (
    a === b ||
    (a.length > 8 &&
      b.length > 8 &&
      (a.startsWith(`${b} `) || b.startsWith(`${a} `) || a.endsWith(` ${b}`) || b.endsWith(` ${a}`)))
  );
}

function sameName(truth: string, said: string): boolean {
  const a = words(truth.replace(/^by\s+/i, ''));
  const b = words(said.replace(/^by\s+/i, ''));
  return a === b || ` ${b} `.includes(` ${a} `) || ` ${a} `.includes(` ${b} `);
}
