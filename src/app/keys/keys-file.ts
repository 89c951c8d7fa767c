import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod';
import { SallyportError } from '../../core/index.js';
import { replaceFile } from '../private-file.js';

const sealed = { nonce: z.string(), data: z.string(), tag: z.string() };

/** Which keys are kept, and where. Holds nothing in clear: a key is sealed here, or stands in the system's keyring. */
const keysFile = z.strictObject({
  version: z.literal(1),
  vault: z
    .strictObject({
      kdf: z.strictObject({
        name: z.literal('scrypt'),
        N: z.number().int(),
        r: z.number().int(),
        p: z.number().int(),
        salt: z.string(),
      }),
      /** Sealed under the name `sallyport`: tells a wrong passphrase from a changed entry. */
      check: z.strictObject(sealed),
    })
    .nullable(),
  keys: z.record(
    z.string(),
    z.discriminatedUnion('kept', [
      z.strictObject({ kept: z.literal('vault'), ...sealed }),
      z.strictObject({ kept: z.literal('keyring') }),
    ]),
  ),
});

export type KeysFile = z.infer<typeof keysFile>;

export const NO_KEYS: KeysFile = { version: 1, vault: null, keys: {} };

/** The file as it stands, or `NO_KEYS` where there is none. Throws `store_failed` for one that is not ours. */
export function readKeysFile(path: string): KeysFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return NO_KEYS;
    throw new SallyportError('store_failed', `The key store ${path} cannot be read.`, {
      hint: 'Check who may read it.',
      cause,
    });
  }
  const parsed = keysFile.safeParse(tryJson(text));
  if (parsed.success) return parsed.data;
  throw new SallyportError('store_failed', `The key store ${path} is damaged.`, {
    hint: 'Bring it back from a copy, or delete it and set the keys anew.',
  });
}

/** What tells whether the file is still the one that was read, or null where there is none. */
export function keysFileStamp(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

export function writeKeysFile(path: string, file: KeysFile): void {
  replaceFile(path, `${JSON.stringify(file, null, 2)}\n`);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
