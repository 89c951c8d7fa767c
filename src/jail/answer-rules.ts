import { SallyportError } from '../core/index.js';
import type { GuardedRequest } from './contract.js';
import { type BodyRules, readEncodings } from './decode-body.js';
import { badResponse, tooLarge } from './failures.js';
import { judgeType, kindOfDeclared, type TypeVerdict } from './judge-type.js';
import type { ResponseHead } from './response-headers.js';

/** What is kept of an answer that is not the page: enough to say why, never enough to flood. */
const ERROR_BODY_BYTES = 64 * 1024;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The target of a redirect as the server wrote it, or null: 300 and 304 are answers, and so is one without a target. */
export function redirectTarget({ status, headers }: ResponseHead): string | null {
  return REDIRECTS.has(status) ? headers['location'] || null : null;
}

/** How the body of one answer is read, and what was judged of it on the way. */
export interface AnswerPlan {
  rules: BodyRules;
  type: () => TypeVerdict | null;
}

type Accept = NonNullable<GuardedRequest['accept']>;

/**
 * Header first: a declared length above the cap, a declared binary type and an encoding that cannot be undone are
 * refused before a byte of body. Throws `too_large`, `unsupported_type`, `bad_response`.
 */
export function planAnswer(
  head: ResponseHead,
  url: string,
  wanted: { maxBytes: number; accept: Accept; partialIsFine: boolean },
): AnswerPlan {
  // RFC 9112, 6.1: any other coding leaves the end of the body, or its bytes, to guesswork.
  if (!/^(chunked)?$/i.test(head.headers['transfer-encoding'] ?? '')) {
    throw badResponse('framing', 'The answer comes in a transfer coding that nobody asked for.');
  }
  const good = head.status >= 200 && head.status < 300;
  const declared = head.headers['content-type'] ?? null;
  const length = Number(head.headers['content-length'] ?? 0);
  if (good && length > wanted.maxBytes && !wanted.partialIsFine) {
    throw tooLarge('declared-length', `The answer declares ${length} bytes; at most ${wanted.maxBytes} are read.`, {
      declaredBytes: length,
      maxBytes: wanted.maxBytes,
    });
  }
  let type: TypeVerdict | null = null;
  const said = kindOfDeclared(declared);
  if (good && said?.kind) refuseKind(said.kind, said.contentType, wanted.accept);
  return {
    type: () => type,
    rules: {
      encodings: readEncodings(head.headers['content-encoding']),
      cap: good ? wanted.maxBytes : Math.min(wanted.maxBytes, ERROR_BODY_BYTES),
      inspect: (bytes) => {
        if (bytes.length === 0) return;
        type = judgeType(bytes, declared, url);
        if (good) refuseKind(type.kind, type.contentType, wanted.accept);
      },
    },
  };
}

function refuseKind(kind: TypeVerdict['kind'], contentType: string, accept: Accept): void {
  if (accept === 'any' || kind === 'text' || (kind === 'document' && accept === 'document')) return;
  throw new SallyportError('unsupported_type', `The answer is ${contentType}, which is not a text.`, {
    rule: kind === 'document' ? 'document' : 'binary',
    hint: 'Look for a page about it, or for the same in HTML.',
    facts: { contentType },
  });
}

/** Cut off by the cap: a text keeps what came, anything else is useless in part. */
export function checkCut(type: TypeVerdict | null, maxBytes: number): void {
  if (type === null || type.kind === 'text') return;
  throw tooLarge('cap', `The answer is larger than ${maxBytes} bytes and of no use in part.`, { maxBytes });
}

/** Whether the same request may do better a little later. */
export function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status < 600 && status !== 501 && status !== 505);
}

/** Wait before the second try where the server named none, in milliseconds. */
export const DEFAULT_BACKOFF_MS = 500;
