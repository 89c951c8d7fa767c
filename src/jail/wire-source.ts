import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { SallyportError } from '../core/index.js';
import { judgeAddress } from './check-address.js';
import type { Target } from './check-url.js';
import type { NetworkPolicy } from './contract.js';
import type { Deadline } from './deadline.js';
import { connectWithin, type Dial, secureWithin } from './dial.js';
import { OperatorProxy } from './proxy.js';
import { type Resolve, resolveWithin } from './resolve.js';
import { Wire } from './wire.js';
import { WirePool } from './wire-pool.js';

export interface OpenWire {
  wire: Wire;
  /** Gives the wire back after a complete answer. */
  park: () => void;
  /** It has served before, and may be dying or hold bytes that nobody asked for. */
  reused: boolean;
}

/** Hands out wires to checked targets: resolves, checks every answer, dials only what was checked. */
export class WireSource {
  readonly #policy: NetworkPolicy;
  readonly #resolve: Resolve;
  readonly #dial: Dial;
  readonly #extraCa: string | null;
  readonly #pool = new WirePool();
  readonly #proxy: OperatorProxy | null;
  #context: SecureContext | undefined;
  #closed = false;

  constructor(policy: NetworkPolicy, parts: { resolve: Resolve; dial: Dial; extraCa: string | null }) {
    this.#policy = policy;
    this.#resolve = parts.resolve;
    this.#dial = parts.dial;
    this.#extraCa = parts.extraCa;
    this.#proxy = policy.proxy === null ? null : new OperatorProxy(policy.proxy);
  }

  get guard(): 'pinned' | 'proxy' {
    return this.#proxy ? 'proxy' : 'pinned';
  }

  /** The address to write in the request line: a plain-text request to a proxy names the whole of it. */
  requestTarget(url: URL): string {
    const path = `${url.pathname}${url.search}`;
    return this.#proxy && url.protocol === 'http:' ? `${url.origin}${path}` : path;
  }

  /** For the next machine only: a proxy's credential goes to the proxy and to nobody else. */
  addProxyHeaders(headers: Record<string, string>, url: URL): void {
    if (this.#proxy && url.protocol === 'http:') Object.assign(headers, this.#proxy.headers);
  }

  /** Every address of the target, each judged. One that is refused refuses them all: a mixed answer is an attack. */
  async addresses(target: Target, deadline: Deadline): Promise<string[]> {
    if (target.literal) return [target.host];
    const answers = await resolveWithin(this.#resolve, target.host, deadline);
    return answers.map((answer) => {
      const verdict = judgeAddress(answer, this.#policy.allowRanges, target.trust);
      if (verdict.verdict === 'allow') return verdict.address;
      throw new SallyportError(
        'address_refused',
        `${target.host} resolves to an address that is refused: ${verdict.reason}.`,
        {
          rule: verdict.rule,
          hint: hintFor(verdict.range),
          facts: { host: target.host, range: verdict.range },
        },
      );
    });
  }

  async open(target: Target, deadline: Deadline, fresh: boolean): Promise<OpenWire> {
    const addresses = this.#proxy
      ? await this.#proxy.addresses(this.#resolve, deadline)
      : await this.addresses(target, deadline);
    const key = `${target.trust} ${target.url.origin} ${addresses.length === 1 ? addresses[0] : [...addresses].sort().join(' ')}`;
    const idle = fresh ? undefined : this.#pool.take(key);
    const wire = idle ?? (await this.#connect(target, addresses, key, deadline));
    return { wire, park: () => this.#pool.park(key, wire), reused: idle !== undefined };
  }

  async #connect(target: Target, addresses: string[], key: string, deadline: Deadline): Promise<Wire> {
    const next = this.#proxy?.endpoint ?? target;
    const line = await connectWithin(this.#dial, { host: next.host, addresses, port: next.port }, deadline);
    let socket = line.socket;
    if (this.#proxy) socket = await this.#proxy.prepare(socket, target, () => this.#secure(), deadline);
    if (target.url.protocol === 'https:') {
      socket = await secureWithin(socket, { ...target, context: this.#secure() }, deadline);
    }
    if (this.#closed) {
      socket.destroy();
      throw new SallyportError('cancelled', 'The jail was closed.');
    }
    const host = target.url.hostname.endsWith('.')
      ? `${target.url.protocol}//${target.host}:${target.port}`
      : target.url.origin;
    const wire: Wire = new Wire(host, socket, line.peer, () => this.#pool.forget(key, wire));
    this.#pool.add(wire);
    return wire;
  }

  #secure(): SecureContext {
    this.#context ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ...(this.#extraCa === null ? {} : { ca: [...rootCertificates, this.#extraCa] }),
    });
    return this.#context;
  }

  /** Sockets that are open, idle ones included. */
  get openSockets(): number {
    return this.#pool.size;
  }

  close(): void {
    this.#closed = true;
    this.#pool.close();
  }
}

function hintFor(range: string): string {
  if (range === '198.18.0.0/15') {
    return 'A proxy on this machine answers every name with such an address (fake-IP). The operator can allow it with network.allowRanges: ["198.18.0.0/15"].';
  }
  if (range === '64:ff9b::/96') {
    return 'This network reaches IPv4 through NAT64 (DNS64). The operator can allow it with network.allowRanges: ["64:ff9b::/96"].';
  }
  return 'The name belongs to a private network. If it is your own service, the operator can name its exact host and port in network.allowPrivate.';
}
