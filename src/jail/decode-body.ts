import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { LIMITS, type SallyportError } from '../core/index.js';
import { badResponse, tooLarge } from './failures.js';

/** What is advertised, and all that is undone. zstd is missing from Node 20; `compress` is dead. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * A body that grew more than RATIO times is a bomb, not a page: at the cap, or from BOMB_BYTES on if it grew more than
 * HIGH_RATIO times (gzip and deflate reach about 1,030, markup about 20).
 */
const RATIO = 100;
const HIGH_RATIO = 300;
const BOMB_BYTES = 1024 * 1024;

type Encoding = 'gzip' | 'deflate' | 'br';
type Decoder = Gunzip | BrotliDecompress | Inflate | InflateRaw;

/** The layers of a `content-encoding` header, innermost first. Throws `bad_response` for what cannot be undone. */
export function readEncodings(header: string | undefined): Encoding[] {
  const tokens = (header ?? '').split(',', 12).map((token) => token.trim().toLowerCase());
  const layers: Encoding[] = [];
  for (const token of tokens) {
    if (token === '' || token === 'identity') continue;
    if (token === 'gzip' || token === 'x-gzip') layers.push('gzip');
    else if (token === 'deflate' || token === 'br') layers.push(token);
    else throw badResponse('unknown-encoding', 'The body comes in an encoding that nobody asked for.');
  }
  // CVE-2026-22036: thousands of layers cost the receiver, not the sender.
  if (layers.length > LIMITS.contentEncodings || tokens.length >= 12) {
    throw badResponse('too-many-encodings', `The body is encoded more than ${LIMITS.contentEncodings} times.`);
  }
  return layers;
}

export interface BodyRules {
  encodings: readonly Encoding[];
  /** Decoded bytes that are kept. */
  cap: number;
  /** Called once with the first decoded bytes (all of them where the body is shorter); throws to refuse the body. */
  inspect: (head: Uint8Array) => void;
}

export interface Body {
  bytes: Uint8Array;
  /** More came than the cap; `bytes` holds the cap. */
  truncated: boolean;
  wireBytes: number;
}

/** Bytes after which a type can be judged: WHATWG MIME Sniffing, 7 reads 1445. */
const INSPECT_BYTES = 1445;

/** Packed bytes beyond the cap on unpacked ones: room for what packing may add to what cannot be packed. */
const PACKED_SLACK = 64 * 1024;

/**
 * Takes the body of one answer as it comes and ends in exactly one call of `done` or `fail`; after `done` with
 * `truncated` the sender is to be cut off. The sender is never paused: undici takes a paused answer for a broken one
 * when the server closes behind its last byte. What waits for the decoder is bounded by the cap instead.
 */
export class BodyReader {
  readonly #rules: BodyRules;
  readonly #on: { done: (body: Body) => void; fail: (error: SallyportError) => void };
  readonly #chunks: Buffer[] = [];
  #decoders: Decoder[] | null = null;
  #pending: Buffer = Buffer.alloc(0);
  #size = 0;
  #wireBytes = 0;
  #inspected = false;
  #over = false;

  constructor(rules: BodyRules, on: { done: (body: Body) => void; fail: (error: SallyportError) => void }) {
    this.#rules = rules;
    this.#on = on;
  }

  get over(): boolean {
    return this.#over;
  }

  get wireBytes(): number {
    return this.#wireBytes;
  }

  write(chunk: Buffer): void {
    if (this.#over) return;
    this.#wireBytes += chunk.length;
    if (this.#rules.encodings.length === 0) this.#take(chunk);
    else if (this.#wireBytes > this.#rules.cap + PACKED_SLACK) this.#fail(packed(this.#rules.cap));
    else if (this.#decoders) this.#decoders[0]!.write(chunk);
    else this.#begin(chunk);
  }

  end(): void {
    if (this.#over) return;
    // A body of no bytes at all is empty in any encoding; servers send it so with 200 and with errors.
    if (this.#rules.encodings.length === 0 || this.#wireBytes === 0) this.#finish(false);
    else if (this.#decoders) this.#decoders[0]!.end();
    else this.#startDecoders(this.#pending).end(this.#pending);
  }

  destroy(): void {
    this.#over = true;
    this.#chunks.length = 0;
    for (const decoder of this.#decoders ?? []) decoder.destroy();
  }

  /** Two bytes tell zlib's form of "deflate" from the raw one. */
  #begin(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    if (this.#pending.length >= 2) this.#startDecoders(this.#pending).write(this.#pending);
  }

  #startDecoders(head: Buffer): Decoder {
    const decoders = [...this.#rules.encodings]
      .reverse()
      .map((encoding, i) => createDecoder(encoding, i === 0 ? head : null));
    this.#decoders = decoders;
    // The last layer may see its end before the first has checked its own sum: the body is whole when all have ended.
    let running = decoders.length;
    const ended = (): void => {
      running -= 1;
      if (running === 0) this.#finish(false);
    };
    for (const [i, decoder] of decoders.entries()) {
      decoder.on('error', (error: NodeJS.ErrnoException) => this.#fail(decodeFailure(error)));
      const next = decoders[i + 1];
      decoder.on('end', ended);
      if (next) decoder.pipe(next);
      else decoder.on('data', (chunk: Buffer) => this.#take(chunk));
    }
    return decoders[0]!;
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    const room = this.#rules.cap - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += Math.min(chunk.length, room);
    if (!this.#inspected && this.#size >= Math.min(INSPECT_BYTES, this.#rules.cap) && !this.#inspect()) return;
    const over = chunk.length > room;
    // Against what was unpacked so far, not what came: a small bomb has arrived before its first byte is unpacked.
    const unpacked = Math.max(1, this.#decoders?.[0]?.bytesWritten ?? this.#size);
    const ratio = this.#size / unpacked;
    if ((over && ratio > RATIO) || (this.#size > BOMB_BYTES && ratio > HIGH_RATIO)) {
      this.#fail(bomb(this.#size, unpacked));
    } else if (over) this.#finish(true);
  }

  #inspect(): boolean {
    this.#inspected = true;
    try {
      const head = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
      this.#rules.inspect(head.subarray(0, INSPECT_BYTES));
      return true;
    } catch (error) {
      this.#fail(error as SallyportError);
      return false;
    }
  }

  #finish(truncated: boolean): void {
    if (this.#over || (!this.#inspected && !this.#inspect())) return;
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size);
    this.destroy();
    this.#on.done({ bytes, truncated, wireBytes: this.#wireBytes });
  }

  #fail(error: SallyportError): void {
    if (this.#over) return;
    this.destroy();
    this.#on.fail(error);
  }
}

function createDecoder(encoding: Encoding, head: Buffer | null): Decoder {
  if (encoding === 'gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  return head === null || hasZlibHeader(head) ? createInflate() : createInflateRaw();
}

/** RFC 1950, 2.2: method 8, and the two bytes are a multiple of 31. "deflate" is sent in both forms. */
function hasZlibHeader(head: Buffer): boolean {
  return head.length >= 2 && (head[0]! & 0x0f) === 8 && ((head[0]! << 8) | head[1]!) % 31 === 0;
}

function decodeFailure(error: NodeJS.ErrnoException): SallyportError {
  const short = error.code === 'Z_BUF_ERROR' || /unexpected end/i.test(error.message);
  return short
    ? badResponse('truncated-encoding', 'The compressed body ends before its end.', error)
    : badResponse('bad-encoding', 'The body is not in the encoding that its header declares.', error);
}

function packed(cap: number): SallyportError {
  return tooLarge('packed', `The packed body alone is larger than ${cap} bytes.`, { maxBytes: cap });
}

function bomb(decoded: number, packedBytes: number): SallyportError {
  return tooLarge('decompression-bomb', `The body grows more than ${RATIO} times when it is unpacked.`, {
    decodedBytes: decoded,
    packedBytes,
  });
}
