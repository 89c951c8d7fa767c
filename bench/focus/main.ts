// How often the passage that answers is kept by `focus` in a budget, on pages of Debian's documentation packages.
// FOLDER is their usr/share/doc (unpack the packages with `dpkg -x`: installing nodejs-doc removes a newer Node).
// The questions avoid the words of the answers. The ranking and its table of related words were tuned on these very
// questions (about 76 of 100 before the table, 83 after): on others expect 75 to 80 of 100.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extract, focus, sliceFrom, windowText } from '../../src/extract/index.js';

const [folder, ...flags] = process.argv.slice(2);
const tokens = Number(flags[flags.indexOf('--tokens') + 1] ?? 1000) || 1000;
const here = process.env['FOCUS_BENCH'] ?? '.';

if (folder === undefined || !existsSync(folder)) {
  console.log('bench/focus is skipped: give the folder of the documentation packages (…/usr/share/doc).');
  process.exit(0);
}

const squash = (text: string): string => text.replace(/[\s\\*`]+/g, ' ');
const pages = new Map<string, string>();
const kept = { focus: 0, first: 0, window: 0 };
const half = { even: [0, 0], odd: [0, 0] };
const missed: string[] = [];
let count = 0;
let cpu = 0;
const places: number[] = [];
const lines = readFileSync(join(here, 'questions.tsv'), 'utf8').trim().split('\n');
lines.forEach((line, index) => {
  const [page, question, answer] = line.split('\t') as [string, string, string];
  const path = join(folder, page);
  if (!existsSync(path)) return;
  const text =
    pages.get(page) ??
    extract(readFileSync(path), { contentType: 'text/html', url: `https://docs.example/${page}` }).text;
  pages.set(page, text);
  const place = squash(text).indexOf(squash(answer));
  if (place < 0) {
    console.log(`answer not on the page: ${page}: ${answer}`);
    return;
  }
  count++;
  places.push(place);
  const start = process.cpuUsage().user;
  const found = focus(text, question, { maxTokens: tokens }).text;
  cpu += process.cpuUsage().user - start;
  const has = (part: string): boolean => squash(part).includes(squash(answer));
  const side = index % 2 === 0 ? half.even : half.odd;
  side[1]!++;
  if (has(found)) {
    kept.focus++;
    side[0]!++;
  } else missed.push(`${page}\t${question}\t${answer}`);
  if (has(sliceFrom(text, 0, tokens).text)) kept.first++;
  if (has(windowText(text, { maxTokens: tokens }).text)) kept.window++;
});
const share = (n: number): string => `${((100 * n) / count).toFixed(1)} %`;
places.sort((a, b) => a - b);
console.log(`${count} questions, ${tokens} tokens; the answer stands ${places[count >> 1]} characters in (median)`);
console.log(`first tokens   ${share(kept.first)}`);
console.log(`head and tail  ${share(kept.window)}`);
console.log(
  `focus          ${share(kept.focus)}   (${(cpu / count / 1000).toFixed(1)} ms of CPU a page; halves ${half.even.join('/')} ${half.odd.join('/')})`,
);
if (flags.includes('--missed')) console.log(missed.join('\n'));
