// A page of 10 MB through the whole reader against parse5 alone on it, in one run; and whether the memory comes back.
// Usage: node --expose-gc bench/large/run.mjs
import { parse } from 'parse5';
import { bundle } from '../../scripts/build.mjs';

await bundle();
const { extract } = await import('../../dist/extract.js');

const paragraph = (i) =>
  `<section id="s${i}"><h2>Section ${i}</h2><p>The <a href="/ferry/${i}">ferry</a> of day ${i} leaves <em>at nine</em> &amp; returns at six.</p>` +
  `<ul><li>one</li><li>two <code>a_${i}()</code></li></ul><table><tr><th>day</th><td>${i}</td></tr></table><pre>line ${i}\nnext</pre></section>`;
let html = '<!doctype html><html><head><title>Long</title></head><body><nav><a href="/">home</a></nav><main>';
for (let i = 0; html.length < 10_000_000; i++) html += paragraph(i);
html += '</main><footer>end</footer></body></html>';
const bytes = Buffer.from(html);

function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const settle = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return process.memoryUsage().heapUsed / 1e6;
};

const rounds = [];
for (let round = 0; round < 3; round++)
  rounds.push({ parse5: cpu(() => parse(html)), reader: cpu(() => extract(bytes, { url: 'https://example.com/' })) });
const best = (name) => Math.min(...rounds.map((round) => round[name]));
const idle = await settle();
for (let i = 0; i < 5; i++) extract(bytes, { url: 'https://example.com/' });
const after = await settle();
console.log(
  `${(bytes.length / 1e6).toFixed(1)} MB: parse5 alone ${best('parse5').toFixed(0)} ms, the whole reader ${best('reader').toFixed(0)} ms of CPU`,
);
console.log(`ratio ${(best('reader') / best('parse5')).toFixed(2)} (target at most 12)`);
console.log(
  `heap before ${idle.toFixed(0)} MB, after five more ${after.toFixed(0)} MB${globalThis.gc ? '' : ' (run with --expose-gc to know)'}`,
);
