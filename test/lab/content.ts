import { type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const ZIP = Buffer.from('504b0304140000000800', 'hex');
const HTML = '<!doctype html><title>t</title><p>text';

/** A body under a declared type (null: none), and the type that is handed on or the rule that refuses. */
function typed(
  id: string,
  does: string,
  body: Buffer | string,
  declared: string | null,
  right: string,
  path = '/',
): LabCase {
  const refused = /^refused: (.*)$/.exec(right)?.[1];
  return {
    id,
    area: 'content',
    does,
    right,
    run: async (lab) => {
      const site = await lab.site((socket) => {
        const bytes = Buffer.from(body as string);
        const line = declared === null ? '' : `Content-Type: ${declared}\r\n`;
        socket.end(
          Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${line}Content-Length: ${bytes.length}\r\n\r\n`), bytes]),
        );
      });
      if (refused) return mustFail(lab.fetch(site.url(path)), 'unsupported_type', refused);
      const response = await lab.fetch(site.url(path));
      must(response.contentType === right, `${response.contentType} instead of ${right}`);
      return String(response.contentType);
    },
  };
}

export const CONTENT: readonly LabCase[] = [
  typed('type-html-as-image', 'HTML sent as image/png', HTML, 'image/png', 'refused: binary'),
  typed('type-octet', 'HTML as application/octet-stream', HTML, 'application/octet-stream', 'text/html'),
  typed('type-binary-as-html', 'PNG as text/html', PNG, 'text/html', 'refused: binary'),
  typed('type-pdf-as-html', 'PDF as text/html', PDF, 'text/html', 'refused: document'),
  typed('type-pdf-as-octet', 'PDF as application/octet-stream', PDF, 'application/octet-stream', 'refused: document'),
  typed('type-zip-as-text', 'ZIP as text/plain', ZIP, 'text/plain', 'refused: binary'),
  typed('type-nul-text', 'text/plain full of NUL', Buffer.alloc(2000), 'text/plain', 'refused: binary'),
  typed('type-missing', 'no Content-Type, HTML', HTML, null, 'text/html'),
  typed('type-missing-text', 'no Content-Type, plain words', 'just words\n', null, 'text/plain'),
  typed('type-missing-json', 'no Content-Type, JSON', '{"a": 1}', null, 'application/json'),
  typed(
    'type-missing-binary',
    'no Content-Type, unknown bytes',
    Buffer.from(Array.from({ length: 300 }, (_, i) => i & 255)),
    null,
    'refused: binary',
  ),
  typed(
    'type-extension',
    'application/octet-stream, named .md',
    '# Title\n\ntext',
    'application/octet-stream',
    'text/markdown',
    '/README.md',
  ),
  typed('type-markdown', 'text/markdown', '# Title', 'text/markdown; charset=utf-8', 'text/markdown'),
  typed(
    'type-utf16',
    'UTF-16 without a mark',
    Buffer.from(HTML, 'utf16le'),
    'text/html; charset=utf-16le',
    'text/html',
  ),
  typed('type-quoted', 'a type in capitals with a quoted charset', HTML, 'Text/HTML;Charset="UTF-8"', 'text/html'),
  typed('type-garbage', 'a Content-Type that is none', HTML, 'html', 'text/html'),
  typed('type-video', 'video/mp4', 'x', 'video/mp4', 'refused: binary'),
  typed(
    'svg-script',
    'SVG with script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'image/svg+xml',
    'image/svg+xml',
  ),
  {
    id: 'type-before-body',
    area: 'content',
    does: 'declares video/mp4 and never sends a byte of it',
    right: 'refused at the header, at once',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n'));
      return mustFail(lab.fetch(site.url()), 'unsupported_type', 'binary');
    },
  },
  {
    id: 'pdf-wanted',
    area: 'content',
    does: 'a PDF, where documents are wanted; half of one, where the cap is small',
    right: 'handed on; half of it is too_large',
    run: async (lab) => {
      const pdf = Buffer.concat([PDF, Buffer.alloc(5000, 'x')]);
      const site = await lab.site((socket) =>
        socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'), pdf])),
      );
      const response = await lab.fetch(site.url(), { accept: 'document' });
      must(response.contentType === 'application/pdf' && response.body.length === pdf.length, 'whole');
      return mustFail(lab.fetch(site.url(), { accept: 'document', maxBytes: 1000 }), 'too_large', 'cap');
    },
  },
  {
    id: 'not-acceptable',
    area: 'content',
    does: '406 unless the whole of Accept is */*',
    right: 'asked once more with */*',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.end(seen.headers['accept'] === '*/*' ? answer('page') : answer('', {}, '406 Not Acceptable')),
      );
      const response = await lab.fetch(site.url());
      must(text(response) === 'page' && site.requests.length === 2, `${response.status}`);
      return `${response.notes.join()}`;
    },
  },
];
