import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Certificates for the laboratory, made on the spot: what is checked is our refusal, so none may lie around in a file. */
export interface Identity {
  key: string;
  cert: string;
}

export interface Authority {
  name: string;
  key: KeyObject;
  pem: string;
}

type Der = Buffer;

function der(tag: number, ...parts: Der[]): Der {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Der[]): Der => der(0x30, ...parts);
const integer = (value: number): Der => der(0x02, Buffer.from([value]));
const bits = (data: Buffer): Der => der(0x03, Buffer.from([0]), data);
const octets = (data: Buffer): Der => der(0x04, data);
const TRUE = der(0x01, Buffer.from([0xff]));

function oid(...numbers: number[]): Der {
  const [first, second, ...rest] = numbers as [number, number, ...number[]];
  const tail = rest.flatMap((n) =>
    n < 128 ? [n] : n < 16384 ? [0x80 | (n >> 7), n & 127] : [0x80 | (n >> 14), 0x80 | ((n >> 7) & 127), n & 127],
  );
  return der(0x06, Buffer.from([first * 40 + second, ...tail]));
}

const ECDSA_SHA256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2));

function commonName(name: string): Der {
  return sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(name)))));
}

function time(date: Date): Der {
  const text = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${text}Z`));
}

function extension(id: Der, critical: boolean, value: Der): Der {
  return sequence(id, ...(critical ? [TRUE] : []), octets(value));
}

interface Content {
  subject: string;
  issuer: string;
  publicKey: KeyObject;
  signedWith: KeyObject;
  days: readonly [from: number, to: number];
  names: readonly string[];
  authority: boolean;
}

const DAY = 86_400_000;
let serial = 0;

function build(content: Content): string {
  const [from, to] = content.days.map((day) => new Date(Date.now() + day * DAY)) as [Date, Date];
  serial = (serial + 1) % 120;
  const extensions = [
    extension(oid(2, 5, 29, 19), true, sequence(...(content.authority ? [TRUE] : []))),
    ...(content.names.length === 0
      ? []
      : [extension(oid(2, 5, 29, 17), false, sequence(...content.names.map((name) => der(0x82, Buffer.from(name)))))]),
  ];
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial + 1),
    ECDSA_SHA256,
    commonName(content.issuer),
    sequence(time(from), time(to)),
    commonName(content.subject),
    content.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, content.signedWith)));
  const base64 = whole.toString('base64').replace(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${base64.trimEnd()}\n-----END CERTIFICATE-----\n`;
}

export function createAuthority(name = 'Sallyport laboratory'): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = build({
    subject: name,
    issuer: name,
    publicKey,
    signedWith: privateKey,
    days: [-1, 30],
    names: [],
    authority: true,
  });
  return { name, key: privateKey, pem };
}

/** A server's certificate: by the authority, or by its own key where there is none. `days` are from now. */
export function createIdentity(
  names: readonly string[],
  options: { authority?: Authority; days?: readonly [number, number] } = {},
): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const subject = names[0]!;
  const cert = build({
    subject,
    issuer: options.authority?.name ?? subject,
    publicKey,
    signedWith: options.authority?.key ?? privateKey,
    days: options.days ?? [-1, 30],
    names,
    authority: false,
  });
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
