import {
  type App,
  type ClientSetup,
  call,
  clientSetup,
  createApp,
  type Door,
  HOSTED_WORDS,
  keepKey,
  keyedProvider,
  keyedProviders,
  nothingConfigured,
  writeDoor,
} from '../../../app/index.js';
import { EXIT_CODES, type Failure, SallyportError } from '../../../core/index.js';
import { type Invocation, text, texts } from '../command.js';
import { typedContext } from '../context.js';
import { printFailure, printJson } from '../print.js';
import type { Chosen } from '../wizard.js';

/** Sets up search: asks at a terminal, or takes it all from flags. */
export async function init(invocation: Invocation): Promise<number> {
  const { io, values, positionals, app } = invocation;
  if (positionals.length > 0) throw new SallyportError('invalid_input', 'init takes no arguments, only options.');
  const wired = await app();
  await wired.prepare();
  const flagged = doorOf(invocation);
  if (flagged === null && values['yes'] !== true && io.canAsk) return finish(invocation, wired, await ask(wired));
  if (flagged === null && values['yes'] !== true) {
    throw new SallyportError('invalid_input', 'init asks its questions at a terminal, and this is none.', {
      hint: 'Give --yes, with --provider NAME, --hosted NAME or --command PART for what is not to be found out.',
    });
  }
  const key = values['key-stdin'] === true ? new TextDecoder().decode(await io.input()) : null;
  const door = flagged ?? found(wired);
  if (key !== null && door?.kind !== 'provider') {
    throw new SallyportError('invalid_input', '--key-stdin goes with a --provider that has a key.');
  }
  return finish(invocation, wired, {
    door,
    key,
    test: values['test'] === true,
    clients: texts(values, 'client') ?? [],
  });
}

function doorOf({ values }: Invocation): Door | null {
  const provider = text(values, 'provider');
  const hosted = text(values, 'hosted');
  const command = texts(values, 'command');
  const baseUrl = text(values, 'base-url') ?? null;
  if ([provider, hosted, command].filter((given) => given !== undefined).length > 1) {
    throw new SallyportError('invalid_input', 'A search goes through one door: --provider, --hosted or --command.');
  }
  if (baseUrl !== null && provider === undefined)
    throw new SallyportError('invalid_input', '--base-url goes with --provider.');
  if (hosted !== undefined) {
    if (hosted === 'anthropic' || hosted === 'openai') return { kind: 'hosted', by: hosted };
    throw new SallyportError('invalid_input', `--hosted is anthropic or openai, not ${JSON.stringify(hosted)}.`);
  }
  if (command !== undefined) return { kind: 'command', command };
  if (provider === undefined) return null;
  return provider === 'none' || provider === 'local' ? { kind: provider } : { kind: 'provider', id: provider, baseUrl };
}

/** With `--yes` alone: what was configured stays, else the first provider with a credential, else the local index. */
function found(app: App): Door | null {
  const { provider, hosted } = app.settings.search;
  if (provider !== null || hosted !== null) return null;
  const selection = app.select();
  return selection.provider === null
    ? { kind: 'local' }
    : { kind: 'provider', id: selection.provider.id, baseUrl: null };
}

async function ask(app: App): Promise<Chosen> {
  const { wizard } = await import('../wizard.js');
  return wizard({
    hostedWords: HOSTED_WORDS,
    keyed: keyedProviders().map((provider) => ({
      id: provider.id,
      title: provider.title,
      variable: provider.env.key?.[0] ?? '',
      found: app.keyOf(provider)?.origin ?? null,
    })),
  });
}

interface Report {
  file: string;
  changed: boolean;
  door: string;
  kept: string | null;
  missing: Failure | null;
  tested: Failure | 'answered' | null;
  clients: ClientSetup[];
}

async function finish(
  invocation: Invocation,
  app: App,
  chosen: Omit<Chosen, 'door'> & { door: Door | null },
): Promise<number> {
  const { io, values } = invocation;
  const { door, key, clients } = chosen;
  // The key first: a configuration that names a provider without its key would be half a set-up.
  const where = values['vault'] === true ? 'vault' : null;
  const kept =
    key !== null && door?.kind === 'provider' ? await keepKey(app, keyedProvider(door.id), key, where) : null;
  const file = door === null ? app.config.file : writeDoor(app, door);
  const ready = createApp({
    env: io.env,
    cwd: io.cwd,
    config: text(values, 'config'),
    askPassphrase: app.askPassphrase,
    // At hand already: the vault need not be opened for it.
    keys: key !== null && door?.kind === 'provider' ? { [door.id]: key.trim() } : {},
  });
  try {
    await ready.prepare();
    const place = { home: ready.home, cwd: io.cwd, env: io.env, platform: process.platform };
    const report: Report = {
      file,
      changed: door !== null,
      door:
        ready.settings.search.hosted === null
          ? (ready.settings.search.provider ?? 'none')
          : `hosted ${ready.settings.search.hosted}`,
      kept,
      missing: missingOf(ready),
      tested: chosen.test ? await test(ready, invocation) : null,
      clients: clients.map((id) => clientSetup(ready, id, place, { npx: false })),
    };
    return print(invocation, report);
  } finally {
    await ready.close();
  }
}

function missingOf(app: App): Failure | null {
  const { hosted, provider } = app.settings.search;
  const selection = app.select();
  if (selection.provider !== null || hosted !== null || provider === 'none') return null;
  return nothingConfigured(app.settings.search, selection.diagnosis).toFailure();
}

async function test(app: App, invocation: Invocation): Promise<Failure | 'answered'> {
  const result = await call(app, 'web_search', { query: 'sallyport', count: 1 }, typedContext(invocation));
  return result.ok ? 'answered' : result.error;
}

function print({ io, json }: Invocation, report: Report): number {
  const { file, changed, door, kept, missing, tested, clients } = report;
  const failure = typeof tested === 'object' && tested !== null ? tested : missing;
  if (json) printJson(io, { ok: failure === null, ...report, ...(failure === null ? {} : { error: failure }) });
  else {
    io.out(`${changed ? 'written' : 'left as it is'}: ${file}\ndoor: ${door}\n`);
    if (door.startsWith('hosted')) io.out(`mind: ${HOSTED_WORDS}\n`);
    if (kept !== null) io.out(`key: kept in the ${kept}\n`);
    if (tested === 'answered') io.out('test: it answered one query, which was counted\n');
    for (const { title, file: at, lines, command, notes } of clients) {
      io.out(`\n${title}, in ${at}${command === null ? '' : `, or: ${command}`}\n${lines}`);
      for (const note of notes) io.out(`${note}\n`);
    }
    if (failure !== null) printFailure(io, failure, false);
  }
  return failure === null ? 0 : EXIT_CODES[failure.code];
}
