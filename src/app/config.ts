import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SallyportError, validHostPattern } from '../core/index.js';
import { DEFAULT_SETTINGS, PROJECT_KEYS, type Settings, settingsSchema } from './config-schema.js';
import { nearest } from './nearest.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value came from: `default`, `flag`, `environment BRAVE_API_KEY`, or a file's path. */
export type Origin = string;

export interface LoadedConfig {
  settings: Settings;
  /** Dotted key -> where its value came from; keys at their default are absent. */
  origins: Readonly<Record<string, Origin>>;
  /** The operator's own file, whether it is there or not. */
  file: string;
  /** Files that were read, operator's first. */
  files: string[];
  /** `sallyport` folders under the XDG base folders. */
  paths: { config: string; state: string };
}

export interface ConfigSources {
  env: Environment;
  home: string;
  cwd: string;
  /** `--config FILE`: must exist. */
  file?: string | undefined;
  /** Settings given by flags or by the library's caller, dotted keys. */
  flags?: Readonly<Record<string, unknown>>;
}

const PROJECT_FILE = '.sallyport.json';

/**
 * Flag > the operator's file > default; then every `.sallyport.json` from the working folder upwards, each of which can
 * only close the door further. Throws `invalid_input` with the key, its file and, for a typo, the nearest known key.
 */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const paths = {
    config: join(xdg(sources, 'XDG_CONFIG_HOME', '.config'), 'sallyport'),
    state: join(xdg(sources, 'XDG_STATE_HOME', '.local/state'), 'sallyport'),
  };
  const files: string[] = [];
  const origins: Record<string, Origin> = {};
  const file = sources.file === undefined ? join(paths.config, 'config.json') : resolve(sources.cwd, sources.file);
  let values: Record<string, unknown> = {};
  if (sources.file !== undefined || existsSync(file)) {
    values = readJsonObject(file);
    refuseUnknown(values, DEFAULT_SETTINGS, '', file);
    files.push(file);
    for (const key of leaves(values)) origins[key] = file;
  }
  const flags = Object.entries(sources.flags ?? {}).filter(([, value]) => value !== undefined);
  giveWay(values, Object.fromEntries(flags), origins);
  for (const [key, value] of flags) {
    setPath(values, key, value);
    origins[key] = 'flag';
  }
  let settings = parse(values, file);
  for (const project of projectFiles(sources.cwd)) {
    if (project === file) continue;
    settings = restrict(settings, project, origins);
    files.push(project);
  }
  checkHosts(settings);
  checkDoor(settings);
  return { settings, origins, file, files, paths };
}

/** Whether these values would be read as the operator's file; throws `invalid_input` where not. */
export function checkSettings(values: Record<string, unknown>, file: string): void {
  refuseUnknown(values, DEFAULT_SETTINGS, '', file);
  const settings = parse(values, file);
  checkHosts(settings);
  checkDoor(settings);
}

function xdg(sources: ConfigSources, name: string, fallback: string): string {
  const given = sources.env[name];
  // The XDG specification: a relative path is to be ignored.
  return given?.startsWith('/') ? given : join(sources.home, fallback);
}

function readJsonObject(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SallyportError('invalid_input', `Cannot read the configuration file ${file}.`, {
      hint: 'Check that it exists and that you may read it.',
      cause,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new SallyportError(
      'invalid_input',
      `The configuration file ${file} is not JSON: ${(cause as Error).message}`,
      {
        hint: 'Mend the file or move it away; `sallyport doctor` prints every setting and where it came from.',
        cause,
      },
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SallyportError('invalid_input', `The configuration file ${file} must hold one JSON object.`);
  }
  return value as Record<string, unknown>;
}

function refuseUnknown(value: Record<string, unknown>, known: object, prefix: string, file: string): void {
  for (const [key, inner] of Object.entries(value)) {
    const expected = (known as Record<string, unknown>)[key];
    if (!Object.hasOwn(known, key)) {
      const near = nearest(key, Object.keys(known));
      throw new SallyportError('invalid_input', `Unknown key ${JSON.stringify(prefix + key)} in ${file}.`, {
        hint:
          near === null
            ? `Known keys here: ${Object.keys(known).join(', ')}.`
            : `Did you mean ${JSON.stringify(prefix + near)}?`,
      });
    }
    if (isObject(expected) && isObject(inner)) refuseUnknown(inner, expected, `${prefix}${key}.`, file);
  }
}

function parse(values: Record<string, unknown>, file: string): Settings {
  const parsed = settingsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const key = issue?.path.join('.') || 'the top level';
  throw new SallyportError('invalid_input', `The setting ${key} is not valid: ${issue?.message ?? 'wrong shape'}.`, {
    hint: `It came from a flag or from ${file}.`,
  });
}

/** Applies one project's file: lists grow, limits fall, the web goes off; anything else is refused. */
function restrict(settings: Settings, file: string, origins: Record<string, Origin>): Settings {
  const values = readJsonObject(file);
  const copy = structuredClone(settings) as unknown as Record<string, unknown>;
  for (const key of leaves(values)) {
    const way = Object.hasOwn(PROJECT_KEYS, key) ? PROJECT_KEYS[key] : undefined;
    const given = getPath(values, key);
    const current = getPath(copy, key);
    const refuse = (why: string): never => {
      throw new SallyportError(
        'invalid_input',
        `The project file ${file} may not set ${JSON.stringify(key)}: ${why}.`,
        {
          hint: `A project's own file may only restrict: ${Object.keys(PROJECT_KEYS).join(', ')}. Put the rest into your own config file.`,
        },
      );
    };
    if (way === undefined) {
      const near = nearest(key, Object.keys(PROJECT_KEYS));
      refuse(near === null ? 'it could open the door' : `it could open the door (did you mean ${near}?)`);
    } else if (way === 'off') {
      if (given !== false) refuse('it can only be false');
      setPath(copy, key, false);
      origins[key] = file;
    } else if (way === 'add') {
      if (!Array.isArray(given) || !given.every((item) => typeof item === 'string'))
        refuse('it must be a list of host patterns');
      setPath(copy, key, [...(current as string[]), ...(given as string[])]);
      origins[key] = file;
    } else {
      if (typeof given !== 'number' || !Number.isFinite(given) || given < 0) refuse('it must be a number');
      if (typeof current === 'number' && (given as number) > current)
        refuse(`it may only lower the limit of ${current}`);
      setPath(copy, key, given);
      origins[key] = file;
    }
  }
  return parse(copy, file);
}

/**
 * What the file says of one door must not hold for another that a flag names: the address (and so the key) of a gateway
 * belongs to the provider it was written for, and a provider named by flag stands in for the hosted door.
 */
function giveWay(
  values: Record<string, unknown>,
  flags: Readonly<Record<string, unknown>>,
  origins: Record<string, Origin>,
): void {
  const named = flags['search.provider'];
  if (named === undefined) return;
  const written = getPath(values, 'search.provider') ?? null;
  const drop = (key: string): void => {
    if (getPath(values, key) === undefined || flags[key] !== undefined) return;
    setPath(values, key, null);
    origins[key] = 'flag';
  };
  if (written !== null && written !== named) drop('search.baseUrl');
  drop('search.hosted');
}

/** One of: none, hosted, local command, a provider. */
function checkDoor({ search }: Settings): void {
  if (search.hosted === null || (search.provider === null && search.fallback.length === 0)) return;
  throw new SallyportError('invalid_input', 'search.hosted stands beside search.provider or search.fallback.', {
    hint: 'A search goes through one door: keep one of them.',
  });
}

function projectFiles(cwd: string): string[] {
  const found: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = join(folder, PROJECT_FILE);
    if (existsSync(file)) found.push(file);
    if (dirname(folder) === folder) return found;
  }
}

function checkHosts(settings: Settings): void {
  const lists = {
    'egress.allow': settings.egress.allow,
    'egress.deny': settings.egress.deny,
    'search.blockedDomains': settings.search.blockedDomains,
  };
  for (const [key, patterns] of Object.entries(lists)) {
    for (const pattern of patterns) {
      const fault = validHostPattern(pattern);
      if (fault !== null) {
        throw new SallyportError('invalid_input', `${key} holds ${JSON.stringify(pattern)}: ${fault}.`, {
          hint: 'Write a host (example.com) or its subdomains (*.example.com).',
        });
      }
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Dotted paths of every value that is not an object itself. */
function leaves(value: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isObject(inner) ? leaves(inner, `${prefix}${key}.`) : [prefix + key],
  );
}

function getPath(value: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((inner, part) => (isObject(inner) ? inner[part] : undefined), value);
}

function setPath(value: Record<string, unknown>, key: string, to: unknown): void {
  const parts = key.split('.');
  let inner = value;
  for (const part of parts.slice(0, -1)) {
    if (!isObject(inner[part])) inner[part] = {};
    inner = inner[part] as Record<string, unknown>;
  }
  inner[parts.at(-1) ?? ''] = to;
}
