import { createServer, request as dial, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SallyportError } from '../../src/core/index.js';
import type { ProviderDeps, ProviderRequest, StandInReply, StandInRequest } from '../../src/providers/index.js';

/** A loopback server that answers every request as told and keeps what it was asked. */
export async function serve(answer: (request: StandInRequest) => StandInReply | 'silence') {
  const asked: StandInRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: StandInRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: flat(incoming.headers),
        body: Buffer.concat(chunks).toString('utf8'),
      };
      asked.push(request);
      const reply = answer(request);
      if (reply === 'silence') return;
      outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      outgoing.end(reply.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const REPLY_BYTES = 4 * 1024 * 1024;

/** What the app hands to a provider, in small: no redirect followed, the reply capped, faults as our errors. */
export function plainRequest(signal: AbortSignal): ProviderRequest {
  return ({ url, method = 'GET', headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const outgoing = dial(url, { method, headers, signal }, (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= REPLY_BYTES) chunks.push(chunk);
          else outgoing.destroy(new SallyportError('too_large', 'The reply is too large.'));
        });
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: flat(incoming.headers), text });
        });
        incoming.on('error', fail);
      });
      const fail = (error: unknown): void => {
        const known = error instanceof SallyportError || (error instanceof Error && error.name === 'AbortError');
        reject(known ? error : new SallyportError('connect_failed', 'No connection.', { cause: error }));
      };
      outgoing.on('error', fail);
      outgoing.end(body);
    });
}

export const NOW = Date.parse('2026-12-01T10:00:00Z');

/** Deps of one call; what a test does not hand in refuses. */
export function depsFor(baseUrl: string, more: Partial<ProviderDeps> = {}): ProviderDeps {
  const signal = more.signal ?? new AbortController().signal;
  const unexpected = (what: string) => () => Promise.reject(new Error(`no ${what} was expected`));
  return {
    request: plainRequest(signal),
    exec: unexpected('program'),
    index: unexpected('look-up'),
    signal,
    key: 'key-of-the-test-0123456789',
    baseUrl,
    now: NOW,
    ...more,
  };
}
