import type { App } from '../../app/app.js';
import type { Io } from './io.js';

export const GROUPS = ['read the web', 'prove it', 'set up', 'serve', 'take apart'] as const;
export type Group = (typeof GROUPS)[number];

export interface Option {
  type: 'string' | 'boolean';
  multiple?: boolean;
  /** Placeholder in the help: `NAME`. */
  value?: string;
  help: string;
}

export interface Command {
  name: string;
  group: Group;
  summary: string;
  usage: string;
  options: Readonly<Record<string, Option>>;
  /** Whether the options that every call of the web takes belong to it. */
  web: boolean;
  load(): Promise<(call: Invocation) => Promise<number>>;
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Invocation {
  io: Io;
  values: Values;
  positionals: readonly string[];
  json: boolean;
  /** Wires the application once, when a command first needs it. Throws `invalid_input` for a bad configuration. */
  app(): Promise<App>;
}

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', help: 'print one JSON object' },
  config: { type: 'string', value: 'FILE', help: 'read this configuration file' },
  help: { type: 'boolean', help: 'show this help' },
};

/** Options of every command that may reach the web. */
export const WEB_OPTIONS: Readonly<Record<string, Option>> = {
  session: { type: 'string', value: 'NAME', help: 'keep what was seen and approved under this name' },
  replay: { type: 'boolean', help: 'answer from evidence only, dial nothing' },
  record: { type: 'string', value: 'NAME', help: 'record under this run (with --replay: replay that run)' },
  'no-web': { type: 'boolean', help: 'turn the web off' },
  'allow-private': {
    type: 'string',
    multiple: true,
    value: 'HOST:PORT',
    help: 'let page fetches reach exactly this private address',
  },
  dns: { type: 'string', value: 'ADDR:PORT', help: 'ask this resolver instead of the system' },
};

export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

export const texts = (values: Values, name: string): string[] | undefined => {
  const value = values[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
};
