import { parentPort } from 'node:worker_threads';
import { asSallyportError } from '../core/index.js';
import { readDocument } from './document.js';
import type { WorkerReply, WorkerRequest } from './isolate.js';

/** Entry of the thread that reads large documents: one request, one reply. */
parentPort?.on('message', ({ input, options }: WorkerRequest) => {
  readDocument(input, options).then(
    (page) => parentPort?.postMessage({ page } satisfies WorkerReply),
    (thrown: unknown) =>
      parentPort?.postMessage({ failure: asSallyportError(thrown).toFailure() } satisfies WorkerReply),
  );
});
