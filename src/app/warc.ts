import { createHash, randomUUID } from 'node:crypto';
import { cleanLine, VERSION } from '../core/index.js';
import type { EvidenceRecord } from '../store/contract.js';

/** One WARC 1.1 record (ISO 28500:2017): header lines, an empty line, the block, two empty lines. */
function warcRecord(type: string, fields: Readonly<Record<string, string>>, block: Uint8Array): Uint8Array {
  const digest = createHash('sha1').update(block).digest();
  const header = {
    'WARC-Type': type,
    'WARC-Record-ID': `<urn:uuid:${randomUUID()}>`,
    'WARC-Block-Digest': `sha1:${base32(digest)}`,
    ...fields,
    'Content-Length': String(block.byteLength),
  };
  const lines = Object.entries(header).map(([name, value]) => `${name}: ${cleanLine(value, 8_192)}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** The first record of a file: who wrote it. */
export function warcInfo(at: string): Uint8Array {
  const block = Buffer.from(`software: Sallyport/${VERSION}\r\nformat: WARC File Format 1.1\r\n`);
  return warcRecord('warcinfo', { 'WARC-Date': at, 'Content-Type': 'application/warc-fields' }, block);
}

/**
 * A fetch as it was read: the body with its content encoding undone, so that no encoding header stands beside it, and a
 * metadata record with the answer that was recorded.
 */
export function warcFetch(record: EvidenceRecord, body: Uint8Array, answer: string): Uint8Array {
  const meta = record.meta as { status?: number; headers?: Record<string, string>; peer?: string };
  const status = meta.status ?? 200;
  const headers = Object.entries({ ...meta.headers, 'content-length': String(body.byteLength) });
  const http = `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Status'}\r\n${headers.map(([name, value]) => `${name}: ${cleanLine(value, 8_192)}\r\n`).join('')}\r\n`;
  const about = { 'WARC-Target-URI': record.finalUrl, 'WARC-Date': record.at };
  const peer = /^\[?([0-9a-f.:]+?)\]?(?::\d+)?$/i.exec(meta.peer ?? '')?.[1];
  return Buffer.concat([
    warcRecord(
      'response',
      {
        ...about,
        ...(peer === undefined ? {} : { 'WARC-IP-Address': peer }),
        'WARC-Payload-Digest': `sha256:${record.bodySha256 ?? ''}`,
        'Content-Type': 'application/http;msgtype=response',
      },
      Buffer.concat([Buffer.from(http), body]),
    ),
    warcMetadata(record, answer),
  ]);
}

/** What was recorded beside the body, or all of it for a search: JSON. */
export function warcMetadata(record: EvidenceRecord, answer: string): Uint8Array {
  const block = Buffer.from(JSON.stringify({ record, answer: JSON.parse(answer) as unknown }));
  return warcRecord(
    'metadata',
    { 'WARC-Target-URI': record.finalUrl, 'WARC-Date': record.at, 'Content-Type': 'application/json' },
    block,
  );
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base 32, as WARC digests are written. */
function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? out : out + ALPHABET.charAt((value << (5 - bits)) & 31);
}
