import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Failure, type Page, SallyportError } from '../core/index.js';
import type { ExtractOptions } from './options.js';

/** What goes to the worker, and what comes back. */
export interface WorkerRequest {
  input: Uint8Array | string;
  options: ExtractOptions;
}
export type WorkerReply = { page: Page } | { failure: Failure };

/** Heap of one worker. A page of 10 MB takes a fraction of it; what takes more is stopped, not the process. */
const HEAP_MB = 1_024;
/** Threads at work at once: one core stays for the event loop. The others wait, and their deadline runs meanwhile. */
const MAX_WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A thread that has nothing to do ends after this time. */
const IDLE_MS = 5_000;

interface Job {
  request: WorkerRequest;
  timer: NodeJS.Timeout;
  settle(outcome: Page | SallyportError): void;
  worker: Worker | null;
  /** Takes the job's listeners off its worker. */
  release(): void;
}

const waiting: Job[] = [];
const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
let working = 0;

/**
 * Reads one document in a thread of its own, which is stopped at the deadline, on abort, or when its heap is full. Throws `timeout`, `cancelled`,
 * `extract_failed`, and what the reader throws.
 */
export function extractIsolated(
  request: WorkerRequest,
  limits: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Page> {
  const { timeoutMs, signal } = limits;
  if (signal?.aborted) return Promise.reject(new SallyportError('cancelled', 'Reading the document was cancelled.'));
  return new Promise((resolve, reject) => {
    const onAbort = () => stop(job, new SallyportError('cancelled', 'Reading the document was cancelled.'));
    const onTimeout = () =>
      stop(
        job,
        new SallyportError('timeout', `Reading the document took longer than ${timeoutMs} ms.`, {
          hint: 'Allow more time, or read a smaller document.',
        }),
      );
    const job: Job = {
      request,
      worker: null,
      release: () => {},
      timer: setTimeout(onTimeout, timeoutMs),
      settle: (outcome) => {
        clearTimeout(job.timer);
        signal?.removeEventListener('abort', onAbort);
        if (outcome instanceof SallyportError) reject(outcome);
        else resolve(outcome);
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    waiting.push(job);
    next();
  });
}

function next(): void {
  while (working < MAX_WORKERS) {
    const job = waiting.shift();
    if (job === undefined) return;
    const worker = awake(job);
    if (worker === null) continue;
    working++;
    job.worker = worker;
    run(job, worker);
  }
}

/** A thread that rests, or a new one; null where none can be started, which the job is told. */
function awake(job: Job): Worker | null {
  const rested = idle.pop();
  if (rested) {
    clearTimeout(rested.timer);
    return rested.worker;
  }
  try {
    const worker = new Worker(workerFile(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // A thread that fails while it rests must not end the process, nor be woken.
    worker.on('error', () => {});
    worker.on('exit', () => forget(worker));
    return worker;
  } catch (thrown) {
    job.settle(
      thrown instanceof SallyportError
        ? thrown
        : new SallyportError('extract_failed', 'No reader could be started.', { cause: thrown }),
    );
    return null;
  }
}

function run(job: Job, worker: Worker): void {
  worker.ref();
  const onFault = (cause: unknown) =>
    stop(job, new SallyportError('extract_failed', 'The document could not be read: its reader stopped.', { cause }));
  const onReply = (reply: WorkerReply) => {
    job.release();
    rest(worker);
    done(
      job,
      'page' in reply ? reply.page : new SallyportError(reply.failure.code, reply.failure.message, reply.failure),
    );
  };
  // One by one: removing all listeners of a worker cuts it off from its messages for good.
  job.release = () => {
    worker.off('message', onReply);
    worker.off('error', onFault);
    worker.off('exit', onFault);
  };
  worker.once('message', onReply);
  worker.once('error', onFault);
  worker.once('exit', onFault);
  worker.postMessage(job.request);
}

function done(job: Job, outcome: Page | SallyportError): void {
  working--;
  job.worker = null;
  job.settle(outcome);
  next();
}

/** Ends a job before its reader has answered: the thread, which may be in any state, goes with it. */
function stop(job: Job, why: SallyportError): void {
  const queued = waiting.indexOf(job);
  if (queued >= 0) {
    waiting.splice(queued, 1);
    job.settle(why);
    return;
  }
  const { worker } = job;
  if (worker === null) return;
  job.release();
  void worker.terminate();
  done(job, why);
}

function rest(worker: Worker): void {
  // A thread that rests must not keep the process alive.
  worker.unref();
  const timer = setTimeout(() => {
    forget(worker);
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  idle.push({ worker, timer });
}

function forget(worker: Worker): void {
  const at = idle.findIndex((one) => one.worker === worker);
  if (at >= 0) idle.splice(at, 1);
}

/** The bundle of `worker.ts`: beside this code or one folder up where it is bundled, in `dist` where it runs from source. */
function workerFile(): URL {
  const places = ['./extract-worker.js', '../extract-worker.js', '../../dist/extract-worker.js'].map(
    (place) => new URL(place, import.meta.url),
  );
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  throw new SallyportError('internal', 'The reader for large documents is not built.', { hint: 'Run npm run build.' });
}
