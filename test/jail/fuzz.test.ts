import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SallyportError } from '../../src/core/index.js';
import { type Body, BodyReader, readEncodings } from '../../src/jail/decode-body.js';
import { canonicalUrl, checkAddress, checkUrl, type Jail, judgeType, readRetryAfter } from '../../src/jail/index.js';
import { parseRobots } from '../../src/jail/robots-rules.js';
import { answer, Laboratory, type Site } from '../lab/laboratory.js';

/** Kept, so that what is found can be played again; change it to look elsewhere. */
const SEED = 20261201;
const runs = (numRuns: number) => ({ seed: SEED, numRuns });

/** Text that is nearly an address of the web. */
const nearUrl = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'http:', 'HTTP:/\\', '//', 'ftp://', 'data:', ' http://', 'http://a@', ''),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          '127',
          '0x7f',
          '.',
          '..',
          '1',
          'localhost',
          '[',
          ']',
          '::',
          'ffff',
          ':',
          '@',
          '#',
          '?',
          '\\',
          '/',
          '%2e',
          '。',
          '\t',
          '\0',
          'example.com',
          'xn--',
          'é',
          '169.254.169.254',
          ':80',
          ':22',
          '8.8.8.8',
        ),
        fc.string({ maxLength: 4, unit: 'binary' }),
      ),
      { maxLength: 8 },
    ),
  )
  .map(([scheme, parts]) => scheme + parts.join(''));

describe('any text', () => {
  test('checkUrl gives a verdict, and what it allows is allowed again as it is written', () => {
    fc.assert(
      fc.property(fc.oneof(nearUrl, fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
        const verdict = checkUrl(text);
        if (verdict.verdict === 'refuse') return verdict.reason !== '' && verdict.rule !== '';
        const again = checkUrl(verdict.url);
        const literal = /^[\d.]+$/.test(verdict.host) || verdict.host.includes(':');
        return (
          again.verdict === 'allow' &&
          again.host === verdict.host &&
          again.port === verdict.port &&
          canonicalUrl(text) !== null &&
          (!literal || checkAddress(verdict.host).verdict === 'allow')
        );
      }),
      runs(20_000),
    );
  });

  test('checkAddress gives a verdict, and its canonical spelling gets the same one', () => {
    const near = fc.array(fc.constantFrom('::', ':', '.', '0', '1', 'ffff', '127', '255', '256', 'g', '%', '01'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          near.map((p) => p.join('')),
          fc.ipV4(),
          fc.ipV6(),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const verdict = checkAddress(text);
          if (verdict.verdict === 'refuse' && verdict.rule === 'not-an-address') return true;
          const again = checkAddress(verdict.address);
          return again.verdict === verdict.verdict && again.rule === verdict.rule && again.address === verdict.address;
        },
      ),
      runs(20_000),
    );
  });

  test('robots.txt, Retry-After, types and encodings are read without a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 64 }), (text, bytes) => {
        parseRobots(`User-agent: *\nDisallow: ${text}\n${text}`, 'sallyport').allows('https://example.com/a?b');
        const seconds = readRetryAfter(text, 0);
        expect(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400)).toBe(true);
        expect(judgeType(bytes, text, text).contentType).toMatch(/^[\x21-\x7e]+\/[\x21-\x7e]+$/);
        try {
          readEncodings(text);
        } catch (error) {
          expect((error as SallyportError).code).toBe('bad_response');
        }
      }),
      runs(5_000),
    );
  });
});

/** What a body comes to when it is fed in these pieces. */
function feed(pieces: readonly Uint8Array[], encoding: string, cap: number): Promise<string> {
  return new Promise((resolve) => {
    const reader = new BodyReader(
      { encodings: readEncodings(encoding), cap, inspect: () => {} },
      {
        done: (body: Body) => resolve(`${body.truncated} ${Buffer.from(body.bytes).toString('latin1')}`),
        fail: (error) => resolve(`${error.code} ${error.rule}`),
      },
    );
    for (const piece of pieces) reader.write(Buffer.from(piece));
    reader.end();
  });
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, i) => bytes.subarray(places[i - 1] ?? 0, end));
}

const PACK = {
  '': (data: Uint8Array) => Buffer.from(data),
  gzip: (data: Uint8Array) => gzipSync(data),
  deflate: (data: Uint8Array) => deflateSync(data),
  'deflate ': (data: Uint8Array) => deflateRawSync(data),
  br: (data: Uint8Array) => brotliCompressSync(data),
  'deflate, gzip': (data: Uint8Array) => gzipSync(deflateSync(data)),
};

describe('bodies fed in random pieces equal bodies fed whole', () => {
  const pieces = fc.array(fc.nat(100_000), { maxLength: 8 });

  test.each(Object.keys(PACK) as (keyof typeof PACK)[])(
    'encoding "%s", sound, cut short or damaged',
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 3_000 }),
          pieces,
          fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
          fc.option(fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 255 }))),
          fc.constantFrom(100, 100_000),
          async (data, places, share, damage, cap) => {
            const packed = Buffer.from(PACK[encoding](data));
            if (damage && packed.length > 0) packed[damage[0] % packed.length]! ^= damage[1];
            const sent = packed.subarray(0, Math.ceil(packed.length * share));
            const whole = await feed([sent], encoding, cap);
            const inPieces = await feed(cut(sent, places), encoding, cap);
            // Damage behind the cap is met or not, as the pieces fall; both ends are right.
            const cutBefore = damage && [whole, inPieces].some((end) => end.startsWith('true '));
            // Of two damaged layers either may be the first to notice, since each is unpacked on a thread of its own: the
            // code is the same, the rule says which of the two it was.
            const stacked = damage !== null && encoding.includes(',');
            const ending = (end: string): string => (stacked ? end.replace(/^(bad_response) .*$/, '$1') : end);
            if (!cutBefore) expect(ending(inPieces)).toBe(ending(whole));
            if (share === 1 && !damage) {
              const kept = Buffer.from(data.subarray(0, cap)).toString('latin1');
              expect(whole).toBe(`${data.length > cap} ${kept}`);
            }
          },
        ),
        runs(150),
      );
    },
    120_000,
  );
});

describe('any bytes on the wire', () => {
  let lab: Laboratory;
  let site: Site;
  let jail: Jail;
  let next: readonly Uint8Array[] = [];
  beforeAll(async () => {
    lab = await Laboratory.open();
    site = await lab.site(
      (socket) => {
        const pieces = [...next];
        const write = (): void => {
          const piece = pieces.shift();
          if (piece === undefined) socket.end();
          else socket.write(piece, () => setImmediate(write));
        };
        write();
      },
      { host: 'fuzz.test', address: '10.0.0.1' },
    );
    jail = lab.jail({ allowPrivate: ['fuzz.test:80'] });
  });
  afterAll(() => lab.close());

  const ask = async (pieces: readonly Uint8Array[]): Promise<string> => {
    next = pieces;
    try {
      const response = await jail.request({
        url: site.url(),
        purpose: 'page',
        maxBytes: 5_000,
        timeoutMs: 30_000,
        retry: false,
      });
      return `${response.status} ${response.truncated} ${Buffer.from(response.body).toString('latin1')}`;
    } catch (error) {
      const { name, code, rule } = error as SallyportError;
      // One of ours, and named by what the server did: never our bug, never the deadline.
      expect(name).toBe('SallyportError');
      expect(['internal', 'timeout']).not.toContain(code);
      return `${code} ${rule}`;
    }
  };

  const line = fc.oneof(
    fc.constantFrom(
      'Content-Length: 5',
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
      'Content-Encoding: gzip',
      'Content-Encoding: br',
      'Content-Type: text/html',
      'Content-Type: image/png',
      'Location: /x',
      'Connection: close',
      'Connection: upgrade',
      'Upgrade: h2c',
      'Retry-After: 0',
      '',
    ),
    fc.string({ maxLength: 12, unit: 'binary-ascii' }),
  );
  const head = fc
    .tuple(
      fc.constantFrom(
        'HTTP/1.1 200 OK',
        'HTTP/1.1 103 X',
        'HTTP/1.1 204 X',
        'HTTP/1.1 304 X',
        'HTTP/1.0 200 OK',
        'HTTP/1.1 404 X',
        'HTTP/2 200',
        'ICY 200 OK',
      ),
      fc.array(line, { maxLength: 5 }),
    )
    .map(([status, lines]) => `${[status, ...lines].join('\r\n')}\r\n\r\n`);
  const chunk = fc.constantFrom(
    '5\r\nhello\r\n',
    '0\r\n\r\n',
    '5;x=y\r\nhello\r\n',
    'ffffffff\r\n',
    'zz\r\n',
    '0\r\nX: y\r\n\r\n',
    '\r\n',
    'hello',
  );
  const reply = fc
    .tuple(
      fc.oneof(head, fc.string({ maxLength: 40, unit: 'binary-ascii' })),
      fc.array(fc.oneof(chunk, head), { maxLength: 4 }),
    )
    .map(([first, rest]) => Buffer.from(first + rest.join(''), 'latin1'));

  test('end in a result or in one of our errors', async () => {
    await fc.assert(
      fc.asyncProperty(reply, fc.array(fc.nat(1_000), { maxLength: 3 }), async (bytes, places) => {
        await ask(cut(bytes, places));
      }),
      runs(400),
    );
  }, 120_000);

  test('a sound chunked answer is the same however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }), { maxLength: 5 }),
        fc.array(fc.nat(1_000), { maxLength: 6 }),
        async (chunks, places) => {
          const body = chunks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('');
          const bytes = Buffer.from(
            `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`,
          );
          expect(await ask(cut(bytes, places))).toBe(`200 false ${chunks.join('')}`);
        },
      ),
      runs(150),
    );
  }, 120_000);

  test('the jail serves as before after all that', async () => {
    expect(await ask([answer('sound')])).toBe('200 false sound');
  });
});
