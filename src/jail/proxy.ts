import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { LIMITS, SallyportError } from '../core/index.js';
import { parseAddress } from './address-bytes.js';
import type { Target } from './check-url.js';
import type { Deadline } from './deadline.js';
import { secureWithin } from './dial.js';
import { hostOf, portOf } from './parse-url.js';
import { type Resolve, resolveWithin } from './resolve.js';

/**
 * The operator's own proxy. It resolves and dials, so it is the guard: the text of an address is still judged here, its
 * DNS answers are not seen. Never taken from the environment.
 */
export class OperatorProxy {
  readonly endpoint: { host: string; port: number; literal: boolean };
  /** For plain-text requests through it. */
  readonly headers: Record<string, string>;
  readonly #secure: boolean;

  /** `address`: `http://host:port` or `https://host:port`, already validated; may carry a credential. */
  constructor(address: string) {
    const url = new URL(address);
    const bare = hostOf(url).replace(/^\[|\]$/g, '');
    this.endpoint = { host: bare, port: portOf(url), literal: parseAddress(bare) !== null };
    this.#secure = url.protocol === 'https:';
    const credential = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.headers =
      credential === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credential).toString('base64')}` };
  }

  /** The proxy's own addresses: the operator named it, so they are not judged. */
  async addresses(resolve: Resolve, deadline: Deadline): Promise<string[]> {
    if (this.endpoint.literal) return [this.endpoint.host];
    return resolveWithin(resolve, this.endpoint.host, deadline);
  }

  /** Makes a connected socket one that leads to the target: TLS to the proxy where it asks for it, a tunnel for https. */
  async prepare(socket: Socket, target: Target, context: () => SecureContext, deadline: Deadline): Promise<Socket> {
    const toProxy = this.#secure
      ? await secureWithin(socket, { ...this.endpoint, context: context() }, deadline)
      : socket;
    if (target.url.protocol === 'https:') await this.#tunnel(toProxy, target, deadline);
    return toProxy;
  }

  /** RFC 9110, 9.3.6. Not a byte beyond the reply's header is read: what follows belongs to the tunnel. */
  #tunnel(socket: Socket, target: Target, deadline: Deadline): Promise<void> {
    const authority = `${target.url.hostname}:${target.port}`;
    const lines = Object.entries({ host: authority, ...this.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return deadline.run('proxy', (resolve, reject) => {
      let seen = Buffer.alloc(0);
      const end = (error: SallyportError | null): void => {
        socket.off('readable', onReadable);
        socket.off('error', onClose);
        socket.off('close', onClose);
        if (error) {
          socket.destroy();
          reject(error);
        } else resolve();
      };
      const onClose = (): void => end(proxyFault('closed the connection'));
      const onReadable = (): void => {
        for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
          seen = Buffer.concat([seen, chunk]);
          const at = seen.indexOf('\r\n\r\n');
          if (at < 0 && seen.length <= LIMITS.headerBytes) continue;
          const status = /^HTTP\/1\.[01] (\d{3})[ \r]/.exec(seen.subarray(0, 32).toString('latin1'))?.[1];
          if (at >= 0 && seen.length > at + 4) socket.unshift(seen.subarray(at + 4));
          end(at >= 0 && status?.startsWith('2') ? null : proxyFault(`answered ${status ?? 'nonsense'}`));
          return;
        }
      };
      socket.on('readable', onReadable);
      socket.once('error', onClose);
      socket.once('close', onClose);
      socket.write(`CONNECT ${authority} HTTP/1.1\r\n${lines.join('')}\r\n`);
      return () => socket.destroy();
    });
  }
}

function proxyFault(what: string): SallyportError {
  return new SallyportError('connect_failed', `The proxy of the operator ${what}.`, {
    rule: 'proxy',
    hint: 'Check network.proxy and its credential.',
  });
}
