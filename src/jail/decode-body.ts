import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { LIMITS, type SallyportError } from '../core/index.js';
import { badResponse, tooLarge } from './failures.js';

/** What is advertised, and all that is undone. zstd is missing from Node 20; `compress` is dead. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** Beyond this many decoded bytes, a body that grew more than RATIO times is a bomb, not a page. */
const BOMB_BYTES = 1024 * 1024;
const RATIO = 300;

type Encoding = 'gzip' | 'deflate' | 'br';

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

/**
 * Takes the body of one answer as it comes. `write` returns false where the sender must wait for `onDrain`. Ends in
 * exactly one call of `onDone`, or `onFail`; after `onDone` with `truncated` the sender is to be cut off.
 */
export class BodyReader {
  readonly #rules: BodyRules;
  readonly #on: { done: (body: Body) => void; fail: (error: SallyportError) => void; drain: () => void };
  readonly #chunks: Buffer[] = [];
  #decoders: Transform[] | null = null;
  #pending: Buffer | null = null;
  #size = 0;
  #wireBytes = 0;
  #inspected = false;
  #over = false;

  constructor(
    rules: BodyRules,
    on: { done: (body: Body) => void; fail: (error: SallyportError) => void; drain: () => void },
  ) {
    this.#rules = rules;
    this.#on = on;
  }

  get over(): boolean {
    return this.#over;
  }

  get wireBytes(): number {
    return this.#wireBytes;
  }

  write(chunk: Buffer): boolean {
    if (this.#over) return true;
    this.#wireBytes += chunk.length;
    if (this.#rules.encodings.length === 0) {
      this.#take(chunk);
      return true;
    }
    if (this.#decoders) return this.#decoders[0]!.write(chunk);
    // Two bytes tell zlib's form of "deflate" from the raw one.
    const head = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk;
    if (head.length < 2) {
      this.#pending = Buffer.from(head);
      return true;
    }
    this.#pending = null;
    return this.#startDecoders(head).write(head);
  }

  end(): void {
    if (this.#over) return;
    // A body of no bytes at all is empty in any encoding; servers send it so with 200 and with errors.
    if (this.#rules.encodings.length === 0 || this.#wireBytes === 0) this.#finish(false);
    else (this.#decoders?.[0] ?? this.#startDecoders(this.#pending ?? Buffer.alloc(0))).end(this.#pending ?? undefined);
  }

  destroy(): void {
    this.#over = true;
    this.#chunks.length = 0;
    for (const decoder of this.#decoders ?? []) decoder.destroy();
  }

  #startDecoders(head: Buffer): Transform {
    const decoders = [...this.#rules.encodings]
      .reverse()
      .map((encoding, i) => createDecoder(encoding, i === 0 ? head : null));
    this.#decoders = decoders;
    for (const [i, decoder] of decoders.entries()) {
      decoder.on('error', (error: NodeJS.ErrnoException) => this.#fail(decodeFailure(error)));
      const next = decoders[i + 1];
      if (next) decoder.pipe(next);
      else decoder.on('data', (chunk: Buffer) => this.#take(chunk)).on('end', () => this.#finish(false));
    }
    decoders[0]!.on('drain', () => this.#on.drain());
    return decoders[0]!;
  }

  #take(chunk: Buffer): void {
    if (this.#over) return;
    const room = this.#rules.cap - this.#size;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#size += Math.min(chunk.length, room);
    if (!this.#inspected && this.#size >= Math.min(INSPECT_BYTES, this.#rules.cap) && !this.#inspect()) return;
    if (this.#size > BOMB_BYTES && this.#size > RATIO * this.#wireBytes) this.#fail(bomb(this.#size, this.#wireBytes));
    else if (chunk.length > room) this.#finish(true);
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

function createDecoder(encoding: Encoding, head: Buffer | null): Transform {
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

function bomb(decoded: number, wire: number): SallyportError {
  return tooLarge('decompression-bomb', `The body grows more than ${RATIO} times when it is unpacked.`, {
    decodedBytes: decoded,
    wireBytes: wire,
  });
}
