import { SallyportError } from '../../../core/index.js';
import { COMMON_OPTIONS, type Command, type Invocation, WEB_OPTIONS } from '../command.js';

const flagsOf = (command: Command): string[] =>
  Object.keys({ ...command.options, ...(command.web ? WEB_OPTIONS : {}), ...COMMON_OPTIONS }).map(
    (name) => `--${name}`,
  );

/** A completion script for the shell that was named, made from the table of commands. */
export const completion =
  (commands: readonly Command[]) =>
  async ({ io, positionals }: Invocation): Promise<number> => {
    const shell = positionals[0];
    const script =
      shell === 'bash' ? bash(commands) : shell === 'zsh' ? zsh(commands) : shell === 'fish' ? fish(commands) : null;
    if (script === null || positionals.length > 1) {
      throw new SallyportError('invalid_input', 'completion wants bash, zsh or fish.', {
        hint: 'source <(sallyport completion bash)',
      });
    }
    io.out(script);
    return 0;
  };

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(' ')}" ;;`);
  return `_sallyport() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map((command) => command.name).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="" ;;
  esac; fi
  COMPREPLY=( $(compgen -W "$words" -- "$current") )
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=( $(compgen -f -- "$current") )
}
complete -F _sallyport sallyport
`;
}

function zsh(commands: readonly Command[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`).replaceAll(':', '\\:')}'`;
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${flagsOf(command).join(' ')}; _files ;;`);
  return `#compdef sallyport
_sallyport() {
  if (( CURRENT == 2 )); then
    local -a commands=(${commands.map(({ name, summary }) => `${quote(name).slice(0, -1)}:${quote(summary).slice(1)}`).join(' ')})
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
}
compdef _sallyport sallyport
`;
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => [
    `complete -c sallyport -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.summary)}`,
    ...flagsOf(command).map(
      (flag) => `complete -c sallyport -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
