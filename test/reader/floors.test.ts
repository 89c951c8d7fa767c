import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bagF1, markdownToText, mean, shingleF1, shingleScore } from '../../bench/read/measure.js';
import { labelledPages } from '../../bench/read/pages.js';
import { decode } from '../../src/extract/charset/index.js';
import { readHtml } from '../../src/extract/html.js';
import { sharedPath } from '../shared.js';

const articles = sharedPath('articles');
const floors = JSON.parse(readFileSync(new URL('../../bench/read/floors.json', import.meta.url), 'utf8')) as {
  wcxb: number;
  news: number;
};

/** Every this-manyth page, so that the sample is read in well under a minute. */
const STEP = 12;

/**
 * The floors catch a fall between two versions. They are scored with the shipped weights, which have seen these pages, so they say nothing of
 * how well unseen pages are read: docs/reading.md does.
 */
describe.skipIf(!articles)('the reader does not fall below its floors on a sample of the handed pages', () => {
  test('word F1 of WCXB pages and 4-gram F1 of news pages', { timeout: 120_000 }, () => {
    const wcxb: number[] = [];
    const news = [];
    let number = 0;
    for (const page of labelledPages(articles!)) {
      if (number++ % STEP !== 0) continue;
      const { text } = readHtml(decode(page.html).text, { url: page.url || null, format: 'markdown', trace: false });
      const said = markdownToText(text);
      if (page.set === 'news') news.push(shingleScore(page.truth, said));
      else wcxb.push(bagF1(page.truth, said));
    }
    expect(mean(wcxb)).toBeGreaterThanOrEqual(floors.wcxb);
    expect(shingleF1(news).f1).toBeGreaterThanOrEqual(floors.news);
  });
});
