import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { LIMITS, type SallyportError } from '../core/index.js';
import type { Deadline } from './deadline.js';
import { type Body, BodyReader, type BodyRules } from './decode-body.js';
import { badResponse, exchangeFailure, tooLarge } from './failures.js';
import { type ResponseHead, readHead } from './response-headers.js';

/** What is sent. */
export interface WireRequest {
  /** Origin as undici takes it: `https://host:port`. */
  method: 'GET' | 'POST';
  /** Path and query, or the absolute address towards a proxy. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

/** Decides from the header alone how the body is read; null where it is not wanted (a redirect). Throws to refuse. */
export type OnHead = (head: ResponseHead) => BodyRules | null;

export interface Exchange {
  head: ResponseHead;
  body: Body;
}

const NO_BODY: Body = { bytes: new Uint8Array(0), truncated: false, wireBytes: 0 };
/** An unwanted body up to this size is read so that the socket can serve again. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 1_000;
/** Wire bytes beside the body: header, chunk sizes (a byte in a chunk of its own takes six), trailers. */
const FRAMING_FACTOR = 6;
const FRAMING_BYTES = 256 * 1024;

/** The socket was found dead before the request was written: nothing was sent, so another socket may be taken. */
export const STALE = Symbol('stale');

/**
 * One socket that was checked, dialled and compared, and the HTTP/1.1 client on it. It can never dial again: where the
 * socket is gone, the wire is gone.
 */
export class Wire {
  readonly peer: string;
  readonly #client: Client;
  readonly #socket: Socket;
  #allowance = Number.POSITIVE_INFINITY;

  constructor(origin: string, socket: Socket, peer: string, onGone: () => void) {
    this.peer = peer;
    this.#socket = socket;
    this.#meter(socket);
    let fresh: Socket | null = socket;
    this.#client = new Client(origin, {
      connect: (_options, callback) => {
        const first = fresh;
        fresh = null;
        // Deferred: undici starts writing only on a connect that answers later.
        process.nextTick(() => (first ? callback(null, first) : callback(staleError(), null)));
      },
      pipelining: 1,
      maxHeaderSize: LIMITS.headerBytes,
      // The call's own deadline bounds both; two more timers a request would only cost.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
    });
    this.#client.on('disconnect', () => {
      onGone();
      this.destroy();
    });
    this.#client.on('connectionError', () => {
      onGone();
      this.destroy();
    });
  }

  destroy(why: Error = new Error('wire closed')): void {
    this.#client.destroy(why).catch(() => {});
    this.#socket.destroy();
  }

  /**
   * One request and its answer. Rejects with `SallyportError`, or with `STALE`. `onIdle` is called where the socket
   * may serve again.
   */
  exchange(request: WireRequest, onHead: OnHead, deadline: Deadline, onIdle: () => void): Promise<Exchange> {
    return deadline.run<Exchange>('answer', (resolve, reject) => {
      const fail = (error: unknown): void => {
        reject(error);
        this.destroy();
      };
      this.#allowance = FRAMING_BYTES;
      const setBodyCap = (cap: number): void => {
        this.#allowance += FRAMING_FACTOR * cap;
      };
      const handler = new AnswerHandler(onHead, { resolve, reject, fail, onIdle, setBodyCap });
      this.#client.dispatch(request, handler);
      return (why) => {
        handler.drop();
        this.destroy(why);
      };
    });
  }

  /**
   * Counts every byte that the parser is given. Chunk extensions, trailers and informational replies never reach a
   * body callback, so a cap on the body alone would let them flow for the whole deadline. The socket is ended with the
   * error rather than through a callback of the running call: a wire that lives long and points at each call in turn
   * makes the collector keep them (measured: a fifth of the time of a small request).
   */
  #meter(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size?: number): Buffer | null => {
      const chunk: Buffer | null = read(size);
      if (chunk !== null) {
        this.#allowance -= chunk.length;
        if (this.#allowance < 0) socket.destroy(flood());
      }
      return chunk;
    };
  }
}

function staleError(): Error {
  return Object.assign(new Error('stale socket'), { code: 'SALLYPORT_STALE' });
}

function flood(): SallyportError {
  return tooLarge('wire', 'The answer has far more bytes on the wire than in its body.', {});
}

interface Ends {
  resolve: (exchange: Exchange) => void;
  reject: (error: unknown) => void;
  /** Rejects and destroys the wire. */
  fail: (error: unknown) => void;
  onIdle: () => void;
  setBodyCap: (cap: number) => void;
}

class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #onHead: OnHead;
  readonly #ends: Ends;
  #informational = 0;
  #reader: BodyReader | null = null;
  #drained = 0;
  #drainTimer: NodeJS.Timeout | undefined;
  #complete = false;

  constructor(onHead: OnHead, ends: Ends) {
    this.#onHead = onHead;
    this.#ends = ends;
  }

  drop(): void {
    this.#reader?.destroy();
    clearTimeout(this.#drainTimer);
  }

  onRequestStart(): void {}

  onRequestUpgrade(_controller: Dispatcher.DispatchController): void {
    this.#ends.fail(badResponse('upgrade', 'The server switched to a protocol nobody asked for.'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > LIMITS.informationalReplies) {
        this.#ends.fail(badResponse('informational-flood', 'The server sends interim replies without end.'));
      }
      return;
    }
    try {
      const head = readHead(status, controller.rawHeaders as Buffer[]);
      const rules = this.#onHead(head);
      // RFC 9110, 6.4.1: these have no body whatever length they declare, which undici takes for a fault.
      if (rules && status !== 204 && status !== 304) this.#read(head, rules, controller);
      else this.#drain(head);
    } catch (error) {
      this.#ends.fail(error);
    }
  }

  #read(head: ResponseHead, rules: BodyRules, controller: Dispatcher.DispatchController): void {
    this.#ends.setBodyCap(rules.cap);
    this.#reader = new BodyReader(rules, {
      done: (body) => {
        this.#ends.resolve({ head, body });
        if (this.#complete) this.#ends.onIdle();
        else controller.abort(new Error('cap reached'));
      },
      fail: this.#ends.fail,
    });
  }

  #drain(head: ResponseHead): void {
    this.#ends.resolve({ head, body: NO_BODY });
    this.#drainTimer = setTimeout(() => this.#ends.fail(null), DRAIN_MS).unref();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#reader) {
      this.#reader.write(chunk);
      return;
    }
    this.#drained += chunk.length;
    if (this.#drained > DRAIN_BYTES) this.#ends.fail(null);
  }

  onResponseEnd(): void {
    this.#complete = true;
    clearTimeout(this.#drainTimer);
    if (this.#reader) this.#reader.end();
    else this.#ends.onIdle();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#drainTimer);
    if (this.#reader?.over) return;
    this.#reader?.destroy();
    this.#ends.reject('code' in error && error.code === 'SALLYPORT_STALE' ? STALE : exchangeFailure(error));
  }
}
