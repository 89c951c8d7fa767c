import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { parseAddress } from '../../src/jail/address-bytes.js';

/** What one name answers. Lists of lists are answers in turn, the last one repeated: a name that rebinds. */
export interface Zone {
  addresses?: readonly string[];
  inTurn?: readonly (readonly string[])[];
  /** DNS response code: 2 SERVFAIL, 3 NXDOMAIN. */
  rcode?: number;
  silent?: boolean;
  /** Says only that the name is an alias; resolvers that chase it ask again. */
  alias?: string;
}

const TYPE = { A: 1, CNAME: 5, AAAA: 28 };

/** A resolver on loopback, UDP and TCP, that answers what it is told and counts what it is asked. */
export class DnsResponder {
  readonly zones = new Map<string, Zone>();
  readonly asked: string[] = [];
  readonly #turns = new Map<string, number>();
  readonly #udp: UdpSocket;
  readonly #tcp: Server;

  private constructor(udp: UdpSocket, tcp: Server) {
    this.#udp = udp;
    this.#tcp = tcp;
    udp.on('message', (query, from) => {
      const reply = this.#answer(query);
      if (!reply) return;
      // RFC 1035, 4.2.1: what does not fit is cut, and the asker comes again over TCP.
      const whole = reply.length <= 512 ? reply : truncated(reply, query);
      udp.send(whole, from.port, from.address);
    });
    tcp.on('connection', (socket) => {
      let seen = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        seen = Buffer.concat([seen, chunk]);
        while (seen.length >= 2 && seen.length >= 2 + seen.readUInt16BE(0)) {
          const length = seen.readUInt16BE(0);
          const reply = this.#answer(seen.subarray(2, 2 + length));
          seen = seen.subarray(2 + length);
          if (reply) socket.write(Buffer.concat([u16(reply.length), reply]));
        }
      });
    });
  }

  static async open(): Promise<DnsResponder> {
    for (;;) {
      const tcp = createServer();
      await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
      const { port } = tcp.address() as AddressInfo;
      const udp = createSocket('udp4');
      const bound = await new Promise<boolean>((resolve) => {
        udp.once('error', () => resolve(false));
        udp.bind(port, '127.0.0.1', () => resolve(true));
      });
      if (bound) return new DnsResponder(udp, tcp);
      udp.close();
      tcp.close();
    }
  }

  get server(): string {
    return `127.0.0.1:${(this.#tcp.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#udp.close();
    this.#tcp.close();
  }

  #answer(query: Buffer): Buffer | null {
    const { name, end } = readName(query, 12);
    const type = query.readUInt16BE(end);
    this.asked.push(`${name} ${type}`);
    const zone = this.zones.get(name);
    if (zone?.silent) return null;
    const records: Buffer[] = [];
    if (zone?.alias) records.push(record(TYPE.CNAME, writeName(zone.alias)));
    for (const address of zone ? this.#addresses(name, type, zone) : []) {
      const bytes = parseAddress(address);
      if (bytes && (bytes.length === 4 ? TYPE.A : TYPE.AAAA) === type) records.push(record(type, Buffer.from(bytes)));
    }
    const rcode = zone ? (zone.rcode ?? 0) : 3;
    const header = Buffer.concat([
      query.subarray(0, 2),
      u16(0x8180 | rcode),
      u16(1),
      u16(records.length),
      u16(0),
      u16(0),
    ]);
    return Buffer.concat([header, query.subarray(12, end + 4), ...records]);
  }

  /** A and AAAA of one look-up are one turn. */
  #addresses(name: string, type: number, zone: Zone): readonly string[] {
    if (!zone.inTurn) return zone.addresses ?? [];
    const key = `${name} ${type}`;
    const turn = this.#turns.get(key) ?? 0;
    this.#turns.set(key, turn + 1);
    return zone.inTurn[Math.min(turn, zone.inTurn.length - 1)]!;
  }
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** Name pointer to the question, class IN, time to live 0. */
function record(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xc0, 0x0c]), u16(type), u16(1), Buffer.alloc(4), u16(data.length), data]);
}

function truncated(reply: Buffer, query: Buffer): Buffer {
  const cut = Buffer.from(reply.subarray(0, readName(query, 12).end + 4));
  cut[2] = cut[2]! | 0x02;
  cut.writeUInt16BE(0, 6);
  return cut;
}

function readName(packet: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  while (packet[at]! > 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + packet[at]!));
    at += packet[at]! + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
