import { COMMON_OPTIONS, type Command, GROUPS, type Option, WEB_OPTIONS } from './command.js';

export function mainHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const groups = GROUPS.map((group) => {
    const rows = commands.filter((command) => command.group === group);
    return rows.length === 0
      ? ''
      : `${group}\n${rows.map((row) => `  ${row.name.padEnd(width)}  ${row.summary}`).join('\n')}\n`;
  });
  return `sallyport: the web for AI agents, through one guarded door

usage: sallyport COMMAND [options]      sallyport COMMAND --help

${groups.filter(Boolean).join('\n')}
stdout is data only; --json everywhere. Exit status: 0 done, 5 nothing found, 2 usage, 3 refused,
4 the other side failed, 6 quota, 7 not set up, 1 our fault, 130 interrupted.
`;
}

export function commandHelp(command: Command): string {
  const sections: [string, Readonly<Record<string, Option>>][] = [
    ['options', command.options],
    ['web', command.web ? WEB_OPTIONS : {}],
    ['always', COMMON_OPTIONS],
  ];
  const label = (name: string, option: Option): string =>
    `--${name}${option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''}`;
  const width = Math.max(
    ...sections.flatMap(([, options]) => Object.entries(options).map(([name, option]) => label(name, option).length)),
  );
  const lists = sections
    .filter(([, options]) => Object.keys(options).length > 0)
    .map(([title, options]) => {
      const rows = Object.entries(options).map(
        ([name, option]) =>
          `  ${label(name, option).padEnd(width)}  ${option.help}${option.multiple ? ' (repeatable)' : ''}`,
      );
      return `${title}\n${rows.join('\n')}`;
    });
  return `${command.summary}\n\nusage: sallyport ${command.usage}\n\n${lists.join('\n\n')}\n`;
}
