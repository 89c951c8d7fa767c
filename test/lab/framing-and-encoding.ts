import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  deflate,
  deflateRaw,
  deflateRawSync,
  deflateSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import { failure, type LabCase, must, mustFail, text } from './lab-case.js';
import { answer } from './laboratory.js';
import { flood, left } from './time-and-size.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

/** A server that says these very bytes and closes, and the failure that must come of it. */
function refusedBytes(id: string, area: string, does: string, bytes: string | Buffer, rule: string): LabCase {
  return {
    id,
    area,
    does,
    right: `refused: bad_response (${rule})`,
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(bytes));
      return mustFail(lab.fetch(site.url()), 'bad_response', rule);
    },
  };
}

function encoded(body: Buffer, encoding: string, type = 'text/html'): Buffer {
  return answer(body, { 'Content-Encoding': encoding, 'Content-Type': type });
}

const gzipLater = promisify(gzip);
const brotliLater = (data: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

const SPACES = Buffer.alloc(16 * 1024 * 1024, ' ');

function bomb(id: string, does: string, pack: (data: Buffer) => Promise<Buffer>, encoding: string): LabCase {
  return {
    id,
    area: 'encoding',
    does,
    right: 'refused as a bomb, not unpacked',
    run: async (lab) => {
      const packed = await pack(SPACES);
      const site = await lab.site((socket) => socket.end(encoded(packed, encoding)));
      const error = await failure(lab.fetch(site.url(), { maxBytes: 10 * 1024 * 1024 }));
      must(error.code === 'too_large' && error.rule === 'decompression-bomb', `${error.code} (${error.rule})`);
      const decoded = Number(error.facts?.['decodedBytes']);
      must(decoded <= 10 * 1024 * 1024, `${decoded} decoded`);
      return `${packed.length} bytes on the wire; stopped after ${decoded} decoded`;
    },
  };
}

export const FRAMING: readonly LabCase[] = [
  refusedBytes(
    'cl-too-large',
    'framing',
    'Content-Length 100, 5 bytes, close',
    `${OK}Content-Length: 100\r\n\r\nhello`,
    'closed-early',
  ),
  {
    id: 'cl-too-small',
    area: 'framing',
    does: 'Content-Length 2 and a longer body',
    right: '2 bytes; the socket does not serve again',
    run: async (lab) => {
      const site = await lab.site((socket, seen) =>
        socket.write(
          seen.nth === 1 ? `${OK}Content-Length: 2\r\n\r\nhello, HTTP/1.1 200 OK\r\n\r\n` : answer('second'),
        ),
      );
      const jail = lab.jail();
      const ask = { url: site.url(), purpose: 'page', maxBytes: 1000, timeoutMs: 30_000 } as const;
      const first = await jail.request(ask);
      const second = await jail.request(ask);
      must(text(first) === 'he' && text(second) === 'second', `${text(first)} ${text(second)}`);
      must(site.connections === 2, `${site.connections} connections`);
      return `${first.body.length} bytes, reuse 0`;
    },
  },
  {
    id: 'cl-absurd',
    area: 'framing',
    does: 'Content-Length of 10^18',
    right: 'refused from the header',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.write(`${OK}Content-Length: 1000000000000000000\r\n\r\n`));
      return mustFail(lab.fetch(site.url()), 'too_large', 'declared-length');
    },
  },
  refusedBytes(
    'cl-twice',
    'framing',
    'two different Content-Length',
    `${OK}Content-Length: 5\r\nContent-Length: 3\r\n\r\nhello`,
    'length-mismatch',
  ),
  refusedBytes(
    'cl-and-te',
    'framing',
    'Content-Length and chunked',
    `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'length-mismatch',
  ),
  refusedBytes('cl-negative', 'framing', 'Content-Length -1', `${OK}Content-Length: -1\r\n\r\nhello`, 'framing'),
  refusedBytes(
    'bad-chunk',
    'framing',
    'a chunk size that is no number',
    `${OK}Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n`,
    'framing',
  ),
  refusedBytes(
    'chunk-overflow',
    'framing',
    'a chunk size of 17 hex digits',
    `${OK}Transfer-Encoding: chunked\r\n\r\n1fffffffffffffff5\r\nhello\r\n0\r\n\r\n`,
    'framing',
  ),
  refusedBytes(
    'chunk-cut',
    'framing',
    'chunked, closed inside a chunk',
    `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhe`,
    'closed-early',
  ),
  refusedBytes(
    'te-unknown',
    'framing',
    'Transfer-Encoding: chunked, gzip',
    `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    'framing',
  ),
  {
    id: 'chunk-ext-1mib',
    area: 'framing',
    does: '1 MiB of chunk extension around a body of 5 bytes',
    right: 'counts in the cap on the wire',
    run: async (lab) => {
      const site = await lab.site((socket) =>
        socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5;a=${'x'.repeat(1024 * 1024)}\r\nhello\r\n0\r\n\r\n`),
      );
      const wide = await lab.fetch(site.url(), { maxBytes: 1024 * 1024 });
      must(text(wide) === 'hello', text(wide));
      return `cap 1 MiB: read; cap 10 kB: ${await mustFail(lab.fetch(site.url(), { maxBytes: 10_000 }), 'too_large', 'wire')}`;
    },
  },
  {
    id: 'chunk-ext-endless',
    area: 'framing',
    does: 'a chunk extension without end',
    right: 'cut off by the cap on the wire, not by the deadline',
    run: async (lab) => {
      const site = await lab.site((socket) =>
        flood(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n5;a=`, Buffer.alloc(16_384, 'x')),
      );
      const figure = await mustFail(lab.fetch(site.url(), { maxBytes: 10_000 }), 'too_large', 'wire');
      return `${figure}, sockets left ${await left(site.sockets)}`;
    },
  },
  {
    id: 'endless-trailers',
    area: 'framing',
    does: 'trailers for ever',
    right: 'the header limit holds for them',
    run: async (lab) => {
      const site = await lab.site((socket) =>
        flood(
          socket,
          `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
          Buffer.from(`X-T: ${'x'.repeat(1000)}\r\n`),
        ),
      );
      const figure = await mustFail(lab.fetch(site.url()), 'bad_response', 'headers-too-large');
      return `${figure}, sockets left ${await left(site.sockets)}`;
    },
  },
];

function decodes(id: string, does: string, pack: (data: Buffer) => Buffer, encoding: string): LabCase {
  return {
    id,
    area: 'encoding',
    does,
    right: 'undone',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(encoded(pack(Buffer.from('<p>plain</p>')), encoding)));
      const response = await lab.fetch(site.url());
      must(text(response) === '<p>plain</p>', text(response));
      return `${response.wireBytes} bytes on the wire, ${response.body.length} decoded`;
    },
  };
}

export const ENCODING: readonly LabCase[] = [
  decodes('gzip', 'gzip', gzipSync, 'gzip'),
  decodes('x-gzip', 'gzip under its old name, in capitals', gzipSync, 'X-GZIP'),
  decodes('deflate-zlib', 'deflate in the form of RFC 1950', deflateSync, 'deflate'),
  decodes('deflate-raw', 'deflate in the form of RFC 1951', deflateRawSync, 'deflate'),
  decodes('brotli', 'br', brotliCompressSync, 'br'),
  decodes('stacked-2', 'br inside gzip', (data) => gzipSync(brotliCompressSync(data)), 'br, gzip'),
  bomb('gzip-bomb', '16 MiB of spaces in 16 KiB of gzip', gzipLater, 'gzip'),
  bomb('brotli-bomb', '16 MiB of spaces in under 100 bytes of brotli', brotliLater, 'br'),
  bomb('deflate-bomb', '16 MiB of spaces in deflate (zlib form)', promisify(deflate), 'deflate'),
  bomb('deflate-raw-bomb', '16 MiB of spaces in deflate (raw form)', promisify(deflateRaw), 'deflate'),
  bomb('stacked-bomb', 'a gzip bomb packed once more', async (data) => gzipLater(await gzipLater(data)), 'gzip, gzip'),
  {
    id: 'zstd-bomb',
    area: 'encoding',
    does: 'a body in zstd, which nobody advertised',
    right: 'refused at the header; never handed over as text',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(encoded(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1]), 'zstd')));
      const figure = await mustFail(lab.fetch(site.url()), 'bad_response', 'unknown-encoding');
      must(!site.requests[0]!.headers['accept-encoding']!.includes('zstd'), 'zstd was advertised');
      return figure;
    },
  },
  ...[3, 6, 1000].map(
    (layers): LabCase => ({
      id: `stacked-${layers}`,
      area: 'encoding',
      does: `${layers} layers of gzip`,
      right: 'refused above 2 (CVE-2026-22036)',
      run: async (lab) => {
        const site = await lab.site((socket) =>
          socket.end(encoded(gzipSync('x'), Array(layers).fill('gzip').join(', '))),
        );
        return mustFail(lab.fetch(site.url()), 'bad_response', 'too-many-encodings');
      },
    }),
  ),
  {
    id: 'gzip-lie',
    area: 'encoding',
    does: 'says gzip, is plain',
    right: 'an error, not the bytes',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(encoded(Buffer.from('<p>plain text</p>'), 'gzip')));
      return mustFail(lab.fetch(site.url()), 'bad_response', 'bad-encoding');
    },
  },
  {
    id: 'gzip-silent',
    area: 'encoding',
    does: 'is gzip, says nothing, calls itself text/html',
    right: 'known by its magic bytes as binary',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(answer(gzipSync('<p>x</p>'))));
      return mustFail(lab.fetch(site.url()), 'unsupported_type', 'binary');
    },
  },
  ...(
    [
      ['gzip-truncated', 'gzip', gzipSync],
      ['brotli-truncated', 'br', brotliCompressSync],
      ['deflate-truncated', 'deflate', deflateSync],
      ['deflate-raw-truncated', 'deflate', deflateRawSync],
    ] as const
  ).map(
    ([id, encoding, pack]): LabCase => ({
      id,
      area: 'encoding',
      does: `${encoding} cut short, Content-Length right`,
      right: 'an error, never an empty page',
      run: async (lab) => {
        const packed = pack(Buffer.from(Array.from({ length: 4000 }, (_, i) => 32 + ((i * i) % 90))));
        const site = await lab.site((socket) => socket.end(encoded(packed.subarray(0, packed.length >> 1), encoding)));
        return mustFail(lab.fetch(site.url()), 'bad_response', 'truncated-encoding');
      },
    }),
  ),
  {
    id: 'unknown-encoding',
    area: 'encoding',
    does: 'Content-Encoding: rot13',
    right: 'refused',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(encoded(Buffer.from('uryyb'), 'rot13')));
      return mustFail(lab.fetch(site.url()), 'bad_response', 'unknown-encoding');
    },
  },
  {
    id: 'empty-gzip',
    area: 'encoding',
    does: 'Content-Encoding: gzip over a body of no bytes',
    right: 'an empty body: nothing was cut',
    run: async (lab) => {
      const site = await lab.site((socket) => socket.end(encoded(Buffer.alloc(0), 'gzip')));
      return `${(await lab.fetch(site.url())).body.length} bytes`;
    },
  },
];
