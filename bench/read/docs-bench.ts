import { decode } from '../../src/extract/charset/index.js';
import { readHtml } from '../../src/extract/html.js';
import { docsPages } from './docs.js';
import { MEASURES, scoreDocs, totalDocs } from './docs-score.js';

const shown = (share: number | null) => (share === null ? '–' : share.toFixed(3));

/** Documentation pages of Debian's packages: none of them was trained on. */
export function docs(): string {
  const pages = docsPages();
  if (pages.length === 0) return '## Documentation pages\n\nSkipped: none of the documentation packages is installed.';
  const scores = pages.map(({ generator, path, bytes }) => {
    const html = decode(bytes).text;
    const { text } = readHtml(html, { url: `https://docs.example${path}`, format: 'markdown', trace: false });
    const score = scoreDocs(html, text);
    if (process.env['WORST']) {
      const poor = MEASURES.filter(
        (measure) =>
          score[measure][1] > 0 &&
          (measure === 'leak'
            ? score[measure][0] > 0.1 * score[measure][1]
            : score[measure][0] < 0.95 * score[measure][1]),
      );
      if (poor.length > 0)
        console.log(generator, path, poor.map((measure) => `${measure} ${score[measure].join('/')}`).join(' '));
    }
    return { generator, score };
  });
  const generators = [...new Set(scores.map(({ generator }) => generator))];
  const row = (name: string, of: typeof scores) =>
    `| ${name} | ${of.length} | ${MEASURES.map((measure) => shown(totalDocs(of)[measure])).join(' | ')} |`;
  return [
    '## Documentation pages',
    '',
    'Share kept of code blocks (verbatim, fenced), headings, table cells and paragraphs; share of navigation links that came along.',
    '',
    '| generator | pages | code | head | cells | prose | leak |',
    '|---|---|---|---|---|---|---|',
    ...generators.map((generator) =>
      row(
        generator,
        scores.filter((score) => score.generator === generator),
      ),
    ),
    row('**mean of generators**', scores),
  ].join('\n');
}
