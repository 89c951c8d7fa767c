import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';

/**
 * Keys at rest: AES-256-GCM under a key that scrypt makes of a passphrase. Pure but for chance; all binary values are
 * base64.
 */
export interface Kdf {
  name: 'scrypt';
  N: number;
  r: number;
  p: number;
  salt: string;
}

export interface Sealed {
  nonce: string;
  data: string;
  tag: string;
}

const NONCE_BYTES = 12;
/** A shorter tag is easier to guess; Node takes four bytes unless it is told the length. */
const TAG_BYTES = 16;
/** RFC 7914 memory is 128 * N * r: 128 MiB here. Node refuses more than 32 MiB unless it is told. */
const MOST_MEMORY = 256 * 1024 * 1024;
const LEAST_N = 2 ** 17;

export function freshKdf(): Kdf {
  return { name: 'scrypt', N: LEAST_N, r: 8, p: 1, salt: randomBytes(16).toString('base64') };
}

/**
 * Whether a file's parameters are ones that we would write or better: a file that somebody weakened must not get the
 * passphrase for a cheap guess, nor one that somebody blew up the machine.
 */
export function soundKdf(kdf: Kdf): boolean {
  return (
    kdf.name === 'scrypt' &&
    kdf.N >= LEAST_N &&
    128 * kdf.N * kdf.r <= MOST_MEMORY / 2 &&
    kdf.r >= 8 &&
    kdf.p >= 1 &&
    kdf.p <= 4 &&
    Buffer.from(kdf.salt, 'base64').length >= 16
  );
}

/** The 256-bit key of a passphrase, off the event loop; about a third of a second on one core. */
export function deriveKey(passphrase: string, kdf: Kdf): Promise<Buffer> {
  const { N, r, p } = kdf;
  const options: ScryptOptions = { N, r, p, maxmem: MOST_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(kdf.salt, 'base64'), 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** `name` is bound to the text: an entry that is moved under another name does not open. */
export function seal(key: Buffer, name: string, text: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name, 'utf8'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** The text, or null where key, name, nonce, data or tag is not the one it was sealed with. */
export function open(key: Buffer, name: string, sealed: Sealed): string | null {
  const nonce = Buffer.from(sealed.nonce, 'base64');
  const tag = Buffer.from(sealed.tag, 'base64');
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(name, 'utf8'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
