import { readFileSync } from 'node:fs';
import { SallyportError } from '../../core/index.js';
import type { Environment } from '../config.js';

export const PASSPHRASE_VARIABLE = 'SALLYPORT_PASSPHRASE_FILE';

/** Asks a person for a passphrase without showing it; `twice` for one that is new. */
export type AskPassphrase = (about: { twice: boolean }) => Promise<string>;

/**
 * The vault's passphrase, from the file that the environment names, else from a person. Throws `not_configured` where there
 * is neither.
 */
export async function findPassphrase(env: Environment, ask: AskPassphrase | null, twice: boolean): Promise<string> {
  const file = env[PASSPHRASE_VARIABLE];
  const given = file ? fromFile(file) : await ask?.({ twice });
  if (given === undefined) {
    throw new SallyportError(
      'not_configured',
      `The vault is locked: ${PASSPHRASE_VARIABLE} is not set and nobody can be asked.`,
      {
        hint: `Put its passphrase into a file that only you may read, and name that file in ${PASSPHRASE_VARIABLE}.`,
        rule: 'vault-locked',
      },
    );
  }
  if (given === '') {
    throw new SallyportError('not_configured', 'The passphrase of the vault is empty.', { rule: 'vault-locked' });
  }
  return given;
}

function fromFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new SallyportError('not_configured', `${PASSPHRASE_VARIABLE} names a file that cannot be read.`, {
      hint: 'Check the path and who may read it.',
      rule: 'vault-locked',
      cause,
    });
  }
}
