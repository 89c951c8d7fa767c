import { existsSync } from 'node:fs';
import { extract } from '../../src/extract/index.js';
import { ARTICLES, labelledPages } from './pages.js';
import { QUALITY_PAGES } from './quality-pages.js';

/** Precision and recall of the verdicts on pages of our own writing, and how often real pages are called poor. */
export function quality(): string {
  const judged = QUALITY_PAGES.map((page) => ({
    ...page,
    quality: extract(page.html, { contentType: 'text/html', url: 'https://harbour.example/page' }).quality,
  }));
  const poor = judged.filter(({ reason }) => reason !== null);
  const good = judged.filter(({ reason }) => reason === null);
  const found = poor.filter(({ quality }) => quality.verdict === 'low').length;
  const wrongly = good.filter(({ quality }) => quality.verdict === 'low');
  const named = poor.filter(({ reason, quality }) => quality.reasons.includes(reason!)).length;
  if (process.env['WORST']) {
    for (const { name, reason, quality } of judged)
      if ((reason === null && quality.verdict === 'low') || (reason !== null && !quality.reasons.includes(reason)))
        console.log(reason, '|', name, '|', quality.verdict, quality.reasons.join(' '));
  }
  const lines = [
    '## Quality verdicts',
    '',
    `${judged.length} pages of our own writing, on which the phrases were tuned, ${poor.length} poor and ${good.length} good: precision **${(found / (found + wrongly.length || 1)).toFixed(3)}**, recall **${(found / poor.length).toFixed(3)}**; the right reason named on ${(named / poor.length).toFixed(3)} of the poor ones.`,
  ];
  const real = realPages();
  if (real)
    lines.push(
      '',
      `Of ${real.pages} handed WCXB pages, whose truth has 150 words or more, ${real.low} are called poor (${real.reasons}).`,
    );
  return lines.join('\n');
}

function realPages(): { pages: number; low: number; reasons: string } | null {
  if (!existsSync(ARTICLES)) return null;
  const reasons = new Map<string, number>();
  let pages = 0;
  let low = 0;
  for (const page of labelledPages(ARTICLES)) {
    if (page.set !== 'wcxb' || page.truth.split(/\s+/).length < 150) continue;
    pages++;
    const { quality } = extract(page.html, { contentType: 'text/html', url: page.url });
    if (quality.verdict !== 'low') continue;
    low++;
    if (process.env['WORST']) console.log('real', page.id, quality.reasons.join(' '), page.url);
    for (const reason of quality.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return { pages, low, reasons: [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ') };
}
