import { monitorEventLoopDelay } from 'node:perf_hooks';
import { extractDocument } from '../../src/extract/index.js';

const PAGES = 20;
const SENTENCE = 'The ferry left the harbour a little after six, when the wind had gone round to the west.';

/** How long the event loop waits while large pages are read at once. Needs the built worker. */
export async function delay(): Promise<string> {
  const page = `<main><h1>Log</h1>${Array.from({ length: 8_000 }, (_, at) => `<p class="line">Entry ${at}. ${SENTENCE}</p>`).join('')}</main>`;
  const bytes = new TextEncoder().encode(page);
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const pages = await Promise.all(
    Array.from({ length: PAGES }, () =>
      extractDocument(bytes, { contentType: 'text/html; charset=utf-8', timeoutMs: 300_000 }),
    ),
  );
  histogram.disable();
  const read = pages.filter(({ text }) => text.includes('Entry 7999')).length;
  return [
    '## Event loop',
    '',
    `${PAGES} pages of ${(bytes.length / 1e6).toFixed(1)} MB at once, ${read} read whole: 99th percentile of the event loop's delay ${(histogram.percentile(99) / 1e6 - 5).toFixed(1)} ms (beyond the timer's own 5 ms), longest ${(histogram.max / 1e6).toFixed(0)} ms.`,
  ].join('\n');
}
