import { join } from 'node:path';
import { SallyportError } from '../../core/index.js';
import { nearest } from '../nearest.js';

/** Where a client is set up, and how it is told of a variable without the value standing in its file. */
export interface Client {
  id: string;
  title: string;
  format: 'json' | 'toml';
  /** Name of the object that holds the servers. */
  root: string;
  file(place: Place): string;
  /** A reference to an environment variable, or null where the client has none. */
  variable: ((name: string) => string) | null;
  /** Further fields of an entry. */
  extra?: Readonly<Record<string, unknown>>;
  /** The same by the client's own command, where it has one. */
  command?: (run: readonly string[]) => string;
}

export interface Place {
  home: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}

const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    root: 'mcpServers',
    file: ({ cwd }) => join(cwd, '.mcp.json'),
    variable: (name) => `\${${name}}`,
    command: (run) => `claude mcp add --transport stdio sallyport -- ${run.join(' ')}`,
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    root: 'mcpServers',
    file: (place) => join(desktopFolder(place), 'claude_desktop_config.json'),
    variable: null,
  },
  {
    id: 'cursor',
    title: 'Cursor',
    format: 'json',
    root: 'mcpServers',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    variable: (name) => `\${env:${name}}`,
  },
  {
    id: 'vscode',
    title: 'VS Code',
    format: 'json',
    root: 'servers',
    file: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
    variable: (name) => `\${env:${name}}`,
    extra: { type: 'stdio' },
  },
  {
    id: 'codex',
    title: 'Codex',
    format: 'toml',
    root: 'mcp_servers',
    file: ({ home }) => join(home, '.codex', 'config.toml'),
    // Named in `env_vars` instead: Codex hands them on from its own environment.
    variable: (name) => name,
    command: (run) => `codex mcp add sallyport -- ${run.join(' ')}`,
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    root: 'mcpServers',
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    variable: (name) => `$${name}`,
    command: (run) => `gemini mcp add -s user sallyport ${run.join(' ')}`,
  },
  {
    id: 'zed',
    title: 'Zed',
    format: 'json',
    root: 'context_servers',
    file: (place) => join(zedFolder(place), 'settings.json'),
    variable: null,
  },
];

export const CLIENT_IDS = CLIENTS.map(({ id }) => id);

/** Throws `invalid_input` for a client that is not known. */
export function clientById(id: string): Client {
  const client = CLIENTS.find((known) => known.id === id);
  if (client !== undefined) return client;
  const near = nearest(id, CLIENT_IDS);
  throw new SallyportError('invalid_input', `There is no client '${id}'.`, {
    hint: near === null ? `Known: ${CLIENT_IDS.join(', ')}.` : `Did you mean '${near}'?`,
  });
}

function desktopFolder({ home, env, platform }: Place): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Claude');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Claude');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Claude');
}

function zedFolder({ home, env, platform }: Place): string {
  if (platform === 'darwin') return join(home, '.config', 'zed');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Zed');
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'zed');
}
