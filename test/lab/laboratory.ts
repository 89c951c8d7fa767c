import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { systemClock } from '../../src/core/index.js';
import { sameAddress } from '../../src/jail/address-bytes.js';
import {
  createJail,
  DEFAULT_NETWORK_POLICY,
  type GuardedRequest,
  type GuardedResponse,
  type JailSeams,
  type NetworkPolicy,
} from '../../src/jail/index.js';
import { Politeness } from '../../src/jail/politeness.js';
import { type Authority, createAuthority, createIdentity, type Identity } from './certificate.js';
import { DnsResponder, type Zone } from './dns-responder.js';

/** One request as a hostile server sees it. */
export interface Seen {
  method: string;
  path: string;
  /** Header lines, lower-case names. */
  headers: Record<string, string>;
  /** 1 for the first request of this site. */
  nth: number;
}

/** Writes whatever bytes it likes; nothing is framed or corrected on the way. */
export type Behave = (socket: Socket, seen: Seen) => void;

export interface Site {
  /** Address of a path on it, as a page of the public web. */
  url: (path?: string) => string;
  host: string;
  /** `127.0.0.1:PORT`, where it really listens. */
  authority: string;
  connections: number;
  /** Bytes that reached it. For TLS: of the handshake too. */
  bytesSeen: number;
  requests: Seen[];
  sockets: Set<Socket>;
}

interface SiteOptions {
  host?: string;
  address?: string;
  port?: number;
  /** True: a good certificate; else the one given. */
  tls?: boolean | { identity: Identity; options?: TlsOptions };
  /** Called instead of reading a request. */
  onConnection?: (socket: Socket) => void;
}

let shared: Authority | undefined;

/**
 * Servers and a resolver on loopback that play the public web: names resolve through a real responder to public
 * addresses, and only the last step, opening a socket to such an address, is led to loopback.
 */
export class Laboratory {
  readonly dns: DnsResponder;
  /** Every address and port that the jail tried to open. */
  readonly dialled: string[] = [];
  readonly #sites = new Map<string, Site>();
  readonly #servers: Server[] = [];
  readonly #jails: { close(): Promise<void> }[] = [];
  #nextAddress = 1;

  private constructor(dns: DnsResponder) {
    this.dns = dns;
  }

  static async open(): Promise<Laboratory> {
    return new Laboratory(await DnsResponder.open());
  }

  static get authority(): Authority {
    shared ??= createAuthority();
    return shared;
  }

  /** A file with the laboratory's authority, as `network.caFile` takes it. */
  static caFile(): string {
    const file = join(mkdtempSync(join(tmpdir(), 'sallyport-lab-')), 'ca.pem');
    writeFileSync(file, Laboratory.authority.pem);
    return file;
  }

  async site(behave: Behave, options: SiteOptions = {}): Promise<Site> {
    const number = this.#nextAddress++;
    const host = options.host ?? `site${number}.example.org`;
    const address = options.address ?? `93.184.215.${number}`;
    const port = options.port ?? (options.tls ? 443 : 80);
    const site: Site = {
      url: (path = '/') =>
        `${options.tls ? 'https' : 'http'}://${host}${[80, 443].includes(port) ? '' : `:${port}`}${path}`,
      host,
      authority: '',
      connections: 0,
      bytesSeen: 0,
      requests: [],
      sockets: new Set(),
    };
    const server = this.#serve(site, behave, options);
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    site.authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#sites.set(`${address} ${port}`, site);
    if (!this.dns.zones.has(host)) this.dns.zones.set(host, { addresses: [address] });
    return site;
  }

  zone(name: string, zone: Zone): void {
    this.dns.zones.set(name, zone);
  }

  jail(policy: Partial<NetworkPolicy> = {}, seams: JailSeams = {}): ReturnType<typeof createJail> {
    const jail = createJail(
      { ...DEFAULT_NETWORK_POLICY, dns: this.dns.server, ...policy },
      {
        politeness: new Politeness(seams.clock ?? systemClock),
        unsafeDial: (address, port) => {
          this.dialled.push(`${address} ${port}`);
          const site = this.#sites.get(`${address} ${port}`);
          const [, local] = site?.authority.split(':') ?? [];
          // Nobody stands there: port 9 of a loopback address that is never bound.
          const socket = connect({ host: local ? '127.0.0.1' : '127.255.255.254', port: Number(local ?? 9) });
          return { socket, peer: () => (sameAddress(socket.remoteAddress ?? '', '127.0.0.1') ? address : undefined) };
        },
        ...seams,
      },
    );
    this.#jails.push(jail);
    return jail;
  }

  /** A page fetch with the small cap of the laboratory, and time enough for a busy machine. */
  fetch(
    url: string,
    request: Partial<GuardedRequest> = {},
    policy: Partial<NetworkPolicy> = {},
  ): Promise<GuardedResponse> {
    return this.jail(policy).request({
      url,
      purpose: 'page',
      maxBytes: 256 * 1024,
      timeoutMs: 30_000,
      robots: 'ignore',
      ...request,
    });
  }

  async close(): Promise<void> {
    for (const jail of this.#jails) await jail.close();
    for (const site of this.#sites.values()) for (const socket of site.sockets) socket.destroy();
    for (const server of this.#servers) server.close();
    this.dns.close();
  }

  #serve(site: Site, behave: Behave, { tls, onConnection }: SiteOptions): Server {
    const serve = (socket: Socket): void => {
      socket.on('error', () => {});
      if (onConnection) onConnection(socket);
      else readRequests(socket, site, behave);
    };
    const count = (socket: Socket): void => {
      site.connections += 1;
      site.sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        site.bytesSeen += chunk.length;
      });
      socket.on('close', () => site.sockets.delete(socket));
    };
    if (!tls) {
      return createServer((socket) => {
        count(socket);
        serve(socket);
      });
    }
    const given = tls === true ? null : tls;
    const identity = given?.identity ?? createIdentity([site.host], { authority: Laboratory.authority });
    const server = createTlsServer({ ...identity, ...given?.options }, serve);
    server.on('tlsClientError', () => {});
    server.on('connection', (socket) => {
      site.connections += 1;
      site.sockets.add(socket);
      // Counting with a 'data' listener would take the handshake away from the TLS layer.
      socket.on('close', () => {
        site.bytesSeen += socket.bytesRead;
        site.sockets.delete(socket);
      });
    });
    return server;
  }
}

function readRequests(socket: Socket, site: Site, behave: Behave): void {
  let seen = '';
  socket.on('data', (chunk) => {
    seen += chunk.toString('latin1');
    for (let end = seen.indexOf('\r\n\r\n'); end >= 0; end = seen.indexOf('\r\n\r\n')) {
      const [line, ...lines] = seen.slice(0, end).split('\r\n');
      const [method, path] = line!.split(' ') as [string, string];
      const headers = Object.fromEntries(
        lines.map((text) => {
          const at = text.indexOf(':');
          return [text.slice(0, at).toLowerCase(), text.slice(at + 1).trim()];
        }),
      );
      seen = seen.slice(end + 4 + Number(headers['content-length'] ?? 0));
      const request: Seen = { method, path, headers, nth: site.requests.length + 1 };
      site.requests.push(request);
      behave(socket, request);
    }
  });
}

/** A whole answer with a right Content-Length, for servers that are hostile elsewhere. */
export function answer(body: string | Buffer, headers: Record<string, string> = {}, status = '200 OK'): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'Content-Type': 'text/html', 'Content-Length': String(bytes.length), ...headers });
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** A redirect. */
export function redirect(to: string, status = '302 Found'): Buffer {
  return answer('', { Location: to }, status);
}
