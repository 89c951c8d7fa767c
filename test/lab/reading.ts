import { extract } from '../../src/extract/index.js';
import type { GuardedResponse } from '../../src/jail/index.js';
import { type LabCase, must } from './lab-case.js';
import { answer } from './laboratory.js';

function read(response: GuardedResponse): ReturnType<typeof extract> {
  return extract(response.body, { url: response.finalUrl, contentType: response.headers['content-type'] ?? '' });
}

/** Behaviours that the wire carries as they are and the reader has to meet: from the socket to the page. */
export const READING: readonly LabCase[] = [
  {
    id: 'wrong-charset',
    area: 'content',
    does: 'windows-1252 bytes under a utf-8 meta and header charsets that lie; BOM against header; utf-7',
    right: 'BOM > header > meta; utf-7 never; the bytes reach the reader untouched',
    run: async (lab) => {
      const pages: [string, Buffer, string][] = [
        [
          'text/html; charset=windows-1252',
          Buffer.from('<meta charset=utf-8><p>\x93quoted\x94</p>', 'latin1'),
          '\u201cquoted\u201d',
        ],
        ['text/html; charset=windows-1252', Buffer.from('\ufeff<p>\u00e9t\u00e9</p>'), '\u00e9t\u00e9'],
        ['text/html', Buffer.from('<meta charset=shift_jis><p>\x83e\x83X\x83g</p>', 'latin1'), '\u30c6\u30b9\u30c8'],
        ['text/html; charset=utf-7', Buffer.from('<p>+ADw-script+AD4-</p>'), '+ADw-script+AD4-'],
      ];
      const site = await lab.site((socket, seen) => {
        const [type, body] = pages[Number(seen.path.slice(1))]!;
        socket.end(answer(body, { 'Content-Type': type }));
      });
      for (const [i, [, , expected]] of pages.entries()) {
        const page = read(await lab.fetch(site.url(`/${i}`)));
        must(page.text.includes(expected), `${i}: ${page.charset} ${JSON.stringify(page.text)}`);
      }
      return `${pages.length} of ${pages.length} right`;
    },
  },
  {
    id: 'type-xml-bomb',
    area: 'content',
    does: 'XML with nested entities that would grow to 3 GB, and an external entity that names a file',
    right: 'no entity of a document type is expanded, nothing is read',
    run: async (lab) => {
      const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
      const xml = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">${levels}<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&l9;&x;</r>`;
      const site = await lab.site((socket) => socket.end(answer(xml, { 'Content-Type': 'application/xml' })));
      const page = read(await lab.fetch(site.url()));
      must(page.text.length < 10_000 && !page.text.includes('root:'), `${page.text.length}`);
      return `${xml.length} bytes in, ${page.text.length} characters out`;
    },
  },
  {
    id: 'html-deep',
    area: 'content',
    does: '30,000 nested tags; 200,000 attributes; 20,000 unclosed formatting tags',
    right: 'a page each; no overflow',
    run: async (lab) => {
      const bodies = [
        `${'<div>'.repeat(30_000)}deep`,
        `<p ${Array.from({ length: 200_000 }, (_, i) => `a${i}=1`).join(' ')}>wide`,
        `<p>${'<b><i>'.repeat(10_000)}loose`,
      ];
      const site = await lab.site((socket, seen) => socket.end(answer(bodies[Number(seen.path.slice(1))]!)));
      const start = performance.now();
      for (const i of bodies.keys()) read(await lab.fetch(site.url(`/${i}`), { maxBytes: 5_000_000 }));
      return `crashes 0, ${Math.round(performance.now() - start)} ms for the three`;
    },
  },
  {
    id: 'soft-404',
    area: 'politeness',
    does: '200 with the text of a missing page',
    right: 'low quality, with the reason',
    run: async (lab) => {
      const body =
        '<title>404 Not Found</title><h1>Page not found</h1><p>The page you requested could not be found.</p>';
      const site = await lab.site((socket) => socket.end(answer(body)));
      const { quality } = read(await lab.fetch(site.url()));
      must(quality.verdict === 'low' && quality.reasons.includes('soft-404'), JSON.stringify(quality));
      return `${quality.verdict}: ${quality.reasons.join(', ')}`;
    },
  },
];
