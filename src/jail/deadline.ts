import { type Clock, SallyportError } from '../core/index.js';

/**
 * One deadline over everything that a call does: waiting, look-ups, connects, hops, headers, bodies, the retry.
 * Whatever runs registers how it is stopped; the deadline and the caller's signal both stop it with a reason.
 */
export class Deadline {
  /** What is being done, for the message. */
  stage = 'start';
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #ms: number;
  readonly #signal: AbortSignal | undefined;
  readonly #stops = new Set<(why: SallyportError) => void>();
  #timer: NodeJS.Timeout | undefined;
  #ended: SallyportError | null = null;

  constructor(ms: number, clock: Clock, signal?: AbortSignal) {
    this.#clock = clock;
    this.#startedAt = clock();
    this.#ms = ms;
    this.#signal = signal;
    if (signal?.aborted) this.#ended = cancelled();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#timer = setTimeout(() => this.#end(this.#timeout()), ms);
  }

  get elapsedMs(): number {
    return Math.max(0, this.#clock() - this.#startedAt);
  }

  get remainingMs(): number {
    return Math.max(0, this.#ms - this.elapsedMs);
  }

  /**
   * Runs one stage. `start` gets the two ends of a promise and returns how to stop the work, which is called at most
   * once, when time is up or the caller gives up; the promise is then already rejected.
   */
  run<T>(
    stage: string,
    start: (resolve: (value: T) => void, reject: (error: unknown) => void) => (why: SallyportError) => void,
  ): Promise<T> {
    this.stage = stage;
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) {
        reject(this.#ended);
        return;
      }
      let halt: ((why: SallyportError) => void) | null = null;
      const stop = (why: SallyportError): void => {
        reject(why);
        halt?.(why);
      };
      this.#stops.add(stop);
      const settle = <V>(end: (value: V) => void) => {
        return (value: V): void => {
          this.#stops.delete(stop);
          end(value);
        };
      };
      halt = start(settle(resolve), settle(reject));
    });
  }

  /** Waits, and is cut short like everything else. */
  sleep(stage: string, ms: number): Promise<void> {
    return this.run<void>(stage, (resolve) => {
      const timer = setTimeout(resolve, ms);
      return () => clearTimeout(timer);
    });
  }

  /** Ends the watch. A timer left behind would keep the process alive after a failed call. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#stops.clear();
  }

  readonly #onAbort = (): void => this.#end(cancelled());

  #end(why: SallyportError): void {
    this.#ended = why;
    for (const stop of [...this.#stops]) stop(why);
    this.clear();
  }

  #timeout(): SallyportError {
    return new SallyportError('timeout', `No complete answer within ${this.#ms} ms (stage: ${this.stage}).`, {
      rule: 'deadline',
      hint: 'Ask again with a longer timeout, or leave this source out.',
      facts: { stage: this.stage, timeoutMs: this.#ms },
    });
  }
}

function cancelled(): SallyportError {
  return new SallyportError('cancelled', 'The call was cancelled.');
}
