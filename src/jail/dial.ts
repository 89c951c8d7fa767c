import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { LIMITS, SallyportError } from '../core/index.js';
import { sameAddress } from './address-bytes.js';
import type { Deadline } from './deadline.js';
import { connectFailure, tlsFailure } from './failures.js';

/** A TCP connection under way, and whom it is connected to once it is. */
export interface Line {
  socket: Socket;
  peer: () => string | undefined;
}

/** Opens one connection to one checked address. Replaced only by a laboratory, where public addresses are played. */
export type Dial = (address: string, port: number) => Line;

export const dialTcp: Dial = (address, port) => {
  const socket = connectTcp({ host: address, port, noDelay: true, autoSelectFamily: false });
  return { socket, peer: () => socket.remoteAddress };
};

/** Addresses of one answer that are tried; the rest would not be reached within a connect timeout. */
const MOST_TRIED = 6;
/** RFC 8305, 5: how long one address has before the next is tried beside it. */
const STAGGER_MS = 250;

/**
 * The first connection that stands, among checked addresses only. The peer is compared with the address that was
 * asked for before a byte is sent, so that nothing between check and dial (a patched resolver, a redirecting socket
 * layer) can put another one in its place.
 */
export function connectWithin(
  dial: Dial,
  target: { host: string; addresses: readonly string[]; port: number },
  deadline: Deadline,
): Promise<{ socket: Socket; peer: string }> {
  return deadline.run('connect', (resolve, reject) => {
    const queue = interleave(target.addresses).slice(0, MOST_TRIED);
    const open = new Set<Socket>();
    let next: NodeJS.Timeout | undefined;
    let lastError: unknown;
    const finish = (): void => {
      clearTimeout(next);
      clearTimeout(limit);
      for (const socket of open) socket.destroy();
      open.clear();
    };
    const limit = setTimeout(() => {
      finish();
      reject(slowConnect(target.host));
    }, LIMITS.connectMs);

    const attempt = (): void => {
      clearTimeout(next);
      const address = queue.shift();
      if (address === undefined) return;
      const { socket, peer } = dial(address, target.port);
      // Whoever holds the socket next listens too; this one is there so that no gap between them can end the process.
      socket.on('error', () => {});
      open.add(socket);
      const failed = (error: unknown): void => {
        lastError = error;
        socket.destroy();
        if (!open.delete(socket)) return;
        if (queue.length > 0) attempt();
        else if (open.size === 0) {
          finish();
          reject(connectFailure(target.host, lastError));
        }
      };
      socket.once('error', failed);
      socket.once('close', failed);
      socket.once('connect', () => {
        const seen = peer() ?? '';
        if (!sameAddress(seen, address)) {
          finish();
          reject(otherPeer(target.host));
          return;
        }
        socket.off('error', failed);
        socket.off('close', failed);
        open.delete(socket);
        finish();
        resolve({ socket, peer: address });
      });
      if (queue.length > 0) next = setTimeout(attempt, STAGGER_MS);
    };
    attempt();
    return finish;
  });
}

/** Alternates families, the family of the first answer first (RFC 8305, 4). */
function interleave(addresses: readonly string[]): string[] {
  const [six, four] = [addresses.filter((a) => a.includes(':')), addresses.filter((a) => !a.includes(':'))];
  const [first, second] = addresses[0]?.includes(':') ? [six, four] : [four, six];
  return first.flatMap((a, i) => (second[i] === undefined ? [a] : [a, second[i]])).concat(second.slice(first.length));
}

/**
 * The secure channel over a connected socket. `host` is verified against the certificate whatever address was dialled.
 * Only HTTP/1.1 is offered: one protocol is one set of limits.
 */
export function secureWithin(
  socket: Socket,
  target: { host: string; literal: boolean; context: SecureContext },
  deadline: Deadline,
): Promise<Socket> {
  return deadline.run('connect', (resolve, reject) => {
    const secure = connectTls({
      socket,
      host: target.host,
      // RFC 6066, 3: an address is no server name.
      ...(target.literal ? {} : { servername: target.host }),
      ALPNProtocols: ['http/1.1'],
      secureContext: target.context,
      // Spelled out because NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would change the default.
      rejectUnauthorized: true,
    });
    const limit = setTimeout(() => fail(slowConnect(target.host)), LIMITS.connectMs);
    const fail = (error: unknown): void => {
      clearTimeout(limit);
      secure.destroy();
      socket.destroy();
      reject(error instanceof SallyportError ? error : tlsFailure(target.host, error));
    };
    secure.once('error', fail);
    secure.once('close', fail);
    secure.once('secureConnect', () => {
      clearTimeout(limit);
      secure.off('error', fail);
      secure.off('close', fail);
      resolve(secure);
    });
    return fail;
  });
}

function slowConnect(host: string): SallyportError {
  return new SallyportError('timeout', `${host} did not accept the connection within ${LIMITS.connectMs} ms.`, {
    rule: 'connect',
    hint: 'The server may be down; try later or take another source.',
    facts: { stage: 'connect', timeoutMs: LIMITS.connectMs },
  });
}

function otherPeer(host: string): SallyportError {
  return new SallyportError('address_refused', `The connection for ${host} reached an address that was not checked.`, {
    rule: 'peer-mismatch',
    hint: 'Something on this machine redirects connections; the operator can name it as network.proxy.',
  });
}
