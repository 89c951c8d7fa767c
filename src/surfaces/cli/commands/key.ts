import { keepKey, keyedProvider, keyStates } from '../../../app/index.js';
import { EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { printJson } from '../print.js';

/** Keys at rest: kept, listed by name, removed. A key itself is never printed and never taken as an argument. */
export async function key(invocation: Invocation): Promise<number> {
  const [action, name, ...more] = invocation.positionals;
  if (action === 'set' && name !== undefined) {
    if (more.length > 0) {
      throw new SallyportError(
        'invalid_input',
        'A key is never given as an argument: others see it in the process list.',
        {
          hint: `Run 'sallyport key set NAME' and type it, or pipe it in. What you typed stands in your shell's history.`,
        },
      );
    }
    return set(invocation, name);
  }
  if (action === 'list' && name === undefined) return list(invocation);
  if (action === 'rm' && name !== undefined && more.length === 0) return remove(invocation, name);
  throw new SallyportError('invalid_input', 'key wants: set NAME, list, or rm NAME.');
}

async function set({ io, values, json, app }: Invocation, name: string): Promise<number> {
  const provider = keyedProvider(name);
  const wired = await app();
  const where = values['vault'] === true ? 'vault' : values['keyring'] === true ? 'keyring' : null;
  const given = io.canAsk ? await io.secret(`Key of ${provider.title}: `) : new TextDecoder().decode(await io.input());
  const kept = await keepKey(wired, provider, given, where);
  if (json) printJson(io, { ok: true, provider: provider.id, kept });
  else io.out(`the key of ${provider.id} is kept in the ${kept}\n`);
  return 0;
}

async function list({ io, json, app }: Invocation): Promise<number> {
  const keys = keyStates(await app());
  if (json) printJson(io, { ok: true, keys });
  else
    for (const { provider, kept, used } of keys) io.out(`${provider}  kept: ${kept ?? 'no'}  used: ${used ?? 'no'}\n`);
  return keys.length === 0 ? EXIT_NOTHING_FOUND : 0;
}

async function remove({ io, json, app }: Invocation, name: string): Promise<number> {
  const provider = keyedProvider(name);
  if (!(await (await app()).keys.remove(provider.id))) {
    throw new SallyportError('invalid_input', `No key of ${provider.id} is kept.`, { hint: 'See sallyport key list.' });
  }
  if (json) printJson(io, { ok: true, removed: provider.id });
  else io.out(`removed the key of ${provider.id}\n`);
  return 0;
}
