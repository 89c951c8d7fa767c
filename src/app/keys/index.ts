import { join } from 'node:path';
import { SallyportError } from '../../core/index.js';
import type { Environment, LoadedConfig } from '../config.js';
import { runCommand } from '../exec.js';
import { KeyStore } from './key-store.js';
import { systemKeyring } from './keyring.js';
import { type AskPassphrase, findPassphrase } from './passphrase.js';

export { type Kept, KeyStore } from './key-store.js';
export { type AskPassphrase, PASSPHRASE_VARIABLE } from './passphrase.js';

const HELPER_MS = 60_000;

/** The key store of one application, wired to the environment, the keyring and the operator's helper program. */
export function openKeyStore(config: LoadedConfig, env: Environment, ask: AskPassphrase | null): KeyStore {
  const { keyCommand } = config.settings.search;
  return new KeyStore({
    path: join(config.paths.config, 'keys.json'),
    keyring: systemKeyring,
    passphrase: (twice) => findPassphrase(env, ask, twice),
    command: keyCommand === null ? null : (id) => keyFromCommand(keyCommand, id, env),
  });
}

/** Whether the helper can be asked for any provider: without `{provider}` nobody knows whose key it prints. */
export function namesProvider(keyCommand: readonly string[] | null): boolean {
  return keyCommand?.some((part) => part.includes('{provider}')) === true;
}

/**
 * The first line that the helper prints. It is handed the whole environment, as its own agents and sockets are named there.
 * Nothing it prints reaches a message.
 */
async function keyFromCommand(command: readonly string[], id: string, env: Environment): Promise<string> {
  const [file = '', ...args] = command.map((part) => part.replaceAll('{provider}', id));
  const call = { file, args, env: Object.keys(env), timeoutMs: HELPER_MS };
  const ran = await runCommand(call, { env, signal: AbortSignal.timeout(HELPER_MS), setting: 'search.keyCommand' });
  const value = ran.stdout.split('\n')[0]?.trim() ?? '';
  if (ran.exitCode === 0 && value !== '') return value;
  throw new SallyportError(
    'not_configured',
    ran.exitCode === 0
      ? 'The program in search.keyCommand printed no key.'
      : `The program in search.keyCommand ended with status ${ran.exitCode}.`,
    { hint: 'Run it by hand to see why.' },
  );
}
