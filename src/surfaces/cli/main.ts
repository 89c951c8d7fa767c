import { parseArgs } from 'node:util';
import type { App } from '../../app/app.js';
import type { AskPassphrase } from '../../app/keys/passphrase.js';
import { nearest } from '../../app/nearest.js';
import { asSallyportError, SallyportError, VERSION } from '../../core/index.js';
import { COMMON_OPTIONS, type Command, type Option, text, texts, type Values, WEB_OPTIONS } from './command.js';
import { COMMANDS } from './commands/index.js';
import { commandHelp, mainHelp } from './help.js';
import type { Io } from './io.js';
import { printFailure } from './print.js';

export { processIo } from './io.js';

/** Runs one command line and returns the exit status. Never throws; never writes anything but data to stdout. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv;
  const json = argv.includes('--json');
  let app: App | null = null;
  try {
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
      const about = name === 'help' ? COMMANDS.find((command) => command.name === rest[0]) : undefined;
      io.out(about === undefined ? mainHelp(COMMANDS) : commandHelp(about));
      return name === undefined ? 2 : 0;
    }
    if (name === '--version' || name === '-v') {
      io.out(`${VERSION}\n`);
      return 0;
    }
    const command = COMMANDS.find((candidate) => candidate.name === name);
    if (command === undefined)
      throw unknown(
        `There is no command '${name}'.`,
        name,
        COMMANDS.map((known) => known.name),
        '',
      );
    const { values, positionals } = parse(command, rest);
    if (values['help'] === true) {
      io.out(commandHelp(command));
      return 0;
    }
    const run = await command.load();
    return await run({
      io,
      values,
      positionals,
      json,
      app: async () => {
        const { createApp } = await import('../../app/app.js');
        app ??= createApp({
          env: io.env,
          cwd: io.cwd,
          config: text(values, 'config'),
          settings: settingsOf(values),
          askPassphrase: io.canAsk ? passphraseFrom(io) : null,
        });
        return app;
      },
    });
  } catch (thrown) {
    const error = asSallyportError(thrown);
    printFailure(io, error.toFailure(), json);
    return error.exitCode;
  } finally {
    await (app as App | null)?.close();
  }
}

const passphraseFrom =
  (io: Io): AskPassphrase =>
  async ({ twice }) => {
    const given = await io.secret(twice ? 'Passphrase for the new vault: ' : 'Passphrase of the vault: ');
    if (twice && given !== (await io.secret('Once more: '))) {
      throw new SallyportError('invalid_input', 'The two passphrases differ.');
    }
    return given;
  };

/** Flags that win over the configuration file, by the dotted key they set. */
function settingsOf(values: Values): Record<string, unknown> {
  return {
    'search.provider': text(values, 'provider'),
    'network.allowPrivate': texts(values, 'allow-private'),
    'network.dns': text(values, 'dns'),
    web: values['no-web'] === true ? false : undefined,
  };
}

function parse(command: Command, args: readonly string[]): { values: Values; positionals: string[] } {
  const options: Readonly<Record<string, Option>> = {
    ...COMMON_OPTIONS,
    ...(command.web ? WEB_OPTIONS : {}),
    ...command.options,
  };
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { type, multiple }]) => [
      key,
      { type, multiple: multiple === true, ...(key === 'help' ? { short: 'h' } : {}) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: config, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = (cause as Error).message;
    const flag = /'(--?[^\s'=]+)/.exec(message)?.[1] ?? '';
    if ((cause as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      throw unknown(`${command.name} has no option '${flag}'.`, flag.replace(/^-+/, ''), Object.keys(options), '--');
    }
    throw new SallyportError('invalid_input', message.split('\n')[0] ?? message, {
      hint: `See sallyport ${command.name} --help.`,
    });
  }
}

function unknown(message: string, word: string, known: readonly string[], prefix: string): SallyportError {
  const near = nearest(word, known);
  return new SallyportError('invalid_input', message, {
    hint: near === null ? 'See sallyport --help.' : `Did you mean '${prefix}${near}'?`,
  });
}
