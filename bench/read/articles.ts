import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../src/extract/charset/index.js';
import { type Model, unpack } from '../../src/extract/choose/model.js';
import { readHtml } from '../../src/extract/html.js';
import { bagF1, markdownToText, mean, shingleF1, shingleScore } from './measure.js';
import { ARTICLES, FOLDS, foldOf, labelledPages } from './pages.js';

const TYPES = ['article', 'documentation', 'service', 'forum', 'collection', 'listing', 'product'];

/** The models that have not seen the pages of each fold, where the training has left them; null where it has not. */
export function foldModels(): Model[] | null {
  const cache = process.env['TRAIN_CACHE'] ?? '/tmp/sallyport-train';
  const files = Array.from({ length: FOLDS }, (_, fold) => join(cache, `fold-${fold}.bin`));
  return files.every((file) => existsSync(file)) ? files.map((file) => unpack(readFileSync(file))) : null;
}

/** Scores the handed pages through the whole chain, each page with the model that was trained without its site. */
export function articles(): string {
  if (!existsSync(ARTICLES)) return `## Articles\n\nSkipped: no pages at ${ARTICLES}.`;
  const models = foldModels();
  if (models === null)
    return '## Articles\n\nSkipped: `node scripts/train/run.mjs fit` leaves the cross-validated models that this part needs.';
  const byType = new Map<string, number[]>();
  const news = [];
  const worst: [number, string, string][] = [];
  let snippets = 0;
  for (const page of labelledPages(ARTICLES)) {
    const { text } = readHtml(decode(page.html).text, {
      url: page.url || null,
      format: 'markdown',
      trace: false,
      model: models[foldOf(page.domain)]!,
    });
    const said = markdownToText(text);
    if (page.set === 'news') {
      const score = shingleScore(page.truth, said);
      news.push(score);
      worst.push([Math.min(score.precision ?? 0, score.recall), page.id, `news ${page.url}`]);
      continue;
    }
    const f1 = bagF1(page.truth, said);
    byType.set(page.type, [...(byType.get(page.type) ?? []), f1]);
    worst.push([f1, page.id, `${page.type} ${page.url}`]);
    snippets++;
  }
  if (process.env['WORST']) {
    worst.sort((a, b) => a[0] - b[0]);
    for (const [f1, id, about] of worst.slice(0, Number(process.env['WORST'])))
      console.log(f1.toFixed(3), id.slice(0, 12), about);
  }
  const { f1, precision, recall } = shingleF1(news);
  const cells = TYPES.map((type) => mean(byType.get(type) ?? []).toFixed(3));
  return [
    '## Articles and other pages (cross-validated by site)',
    '',
    `${news.length} news pages, 4-gram F1: **${f1.toFixed(3)}** (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}).`,
    '',
    `${snippets} WCXB pages, word F1: **${mean([...byType.values()].flat()).toFixed(3)}**.`,
    '',
    `| ${TYPES.join(' | ')} |`,
    `|${TYPES.map(() => '---').join('|')}|`,
    `| ${cells.join(' | ')} |`,
  ].join('\n');
}
