import { existsSync, readFileSync } from 'node:fs';
import { SallyportError } from '../../core/index.js';
import { replaceFile } from '../private-file.js';
import type { Client } from './clients.js';

/** Name under which a client knows us. */
const NAME = 'sallyport';

export interface Wanted {
  /** Program and arguments: `['sallyport', 'mcp']`. */
  run: readonly string[];
  /** Variables that the server needs from the environment, by name: a value never stands in a client's file. */
  variables: readonly string[];
}

/** What goes into the client's file, as text that a person can paste. */
export function clientLines(client: Client, wanted: Wanted): string {
  return client.format === 'toml'
    ? tomlTable(client, wanted)
    : `${JSON.stringify({ [client.root]: { [NAME]: jsonEntry(client, wanted) } }, null, 2)}\n`;
}

/**
 * The client's file with our entry in it: everything else as it was. Throws `invalid_input` where the file is not plain
 * JSON (comments are lost by rewriting), naming what to do.
 */
export function withEntry(client: Client, wanted: Wanted, file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (client.format === 'toml') return withTable(text, client, tomlTable(client, wanted));
  const value = text.trim() === '' ? {} : parseObject(text, file);
  const servers = value[client.root] ?? {};
  if (typeof servers !== 'object' || servers === null || Array.isArray(servers)) throw notOurs(file);
  const merged = { ...value, [client.root]: { ...servers, [NAME]: jsonEntry(client, wanted) } };
  return `${JSON.stringify(merged, null, 2)}\n`;
}

/** Writes the entry in one step; a file that was there keeps its rights. Returns false where nothing had to change. */
export function writeEntry(client: Client, wanted: Wanted, file: string): boolean {
  const text = withEntry(client, wanted, file);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  replaceFile(file, text, { keepMode: true });
  return true;
}

function jsonEntry(client: Client, { run, variables }: Wanted): Record<string, unknown> {
  const [command, ...args] = run;
  const { variable } = client;
  const env = variable === null ? {} : Object.fromEntries(variables.map((name) => [name, variable(name)]));
  return { ...client.extra, command, args, ...(Object.keys(env).length === 0 ? {} : { env }) };
}

function tomlTable(client: Client, { run, variables }: Wanted): string {
  const [command, ...args] = run;
  // TOML's basic strings are JSON's, but for escapes that none of these texts needs.
  const lines = [`[${client.root}.${NAME}]`, `command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`];
  if (variables.length > 0) lines.push(`env_vars = ${JSON.stringify(variables)}`);
  return `${lines.join('\n')}\n`;
}

/** Puts the table in the place of an older one with what is below it, or at the end. */
function withTable(text: string, client: Client, table: string): string {
  const ours = new RegExp(`^\\s*\\[\\s*${client.root}\\s*\\.\\s*"?${NAME}"?\\s*(\\.[^\\]]*)?\\]`);
  const kept: string[] = [];
  let at: number | null = null;
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) inside = ours.test(line);
    if (inside) at ??= kept.length;
    else kept.push(line);
  }
  if (at === null) return `${text.trimEnd()}${text.trim() === '' ? '' : '\n\n'}${table}`;
  const [before, after] = [kept.slice(0, at).join('\n').trimEnd(), kept.slice(at).join('\n').trim()];
  return [before, table.trimEnd(), after]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function parseObject(text: string, file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw notOurs(file);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notOurs(file);
  return value as Record<string, unknown>;
}

const notOurs = (file: string): SallyportError =>
  new SallyportError('invalid_input', `${file} is not plain JSON (it may hold comments), so it is left as it is.`, {
    hint: 'Print the lines with --print and put them in by hand.',
  });
