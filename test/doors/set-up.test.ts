import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyHome, errorOf, sallyport } from '../support/cli.js';
import { type Served, serve } from '../support/server.js';
import { braveReply, filesBelow, HITS, homeWith, json } from './door.js';

const open: Served[] = [];
const served = async (...handle: Parameters<typeof serve>): Promise<Served> => {
  const server = await serve(...handle);
  open.push(server);
  return server;
};
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const KEY = 'BSAtest0Wn8Qx2Lk5Rv7';
const configOf = (home: string) =>
  JSON.parse(readFileSync(join(home, '.config', 'sallyport', 'config.json'), 'utf8')) as Record<string, unknown>;

describe('sallyport init without a terminal', () => {
  it('wants --yes or a door, and writes nothing without', async () => {
    const home = emptyHome();
    const done = await sallyport(['init', '--json'], { home });
    expect(errorOf(done).code).toBe('invalid_input');
    expect(errorOf(done).hint).toContain('--yes');
    expect(filesBelow(home)).toEqual([]);
  });

  it.each<[string, string[], Record<string, string>, object, number]>([
    ['the local index where nothing is found', ['--yes'], {}, { provider: 'local' }, 0],
    ['the provider whose key is found', ['--yes'], { EXA_API_KEY: 'k-1234567' }, { provider: 'exa' }, 0],
    ['a provider by name, though its key is missing', ['--provider', 'brave'], {}, { provider: 'brave' }, 7],
    ['none', ['--provider', 'none'], { EXA_API_KEY: 'k-1234567' }, { provider: 'none' }, 0],
    ['the hosted door', ['--hosted', 'openai'], {}, { hosted: 'openai' }, 0],
    [
      'a local command',
      ['--command', 'my-search', '--command', '{query}'],
      {},
      { provider: 'command', command: ['my-search', '{query}'] },
      0,
    ],
    [
      "a SearXNG of one's own",
      ['--provider', 'searxng', '--base-url', 'https://search.example.org'],
      {},
      { provider: 'searxng', baseUrl: 'https://search.example.org' },
      0,
    ],
  ])('writes %s', async (_what, argv, env, search, status) => {
    const home = emptyHome();
    const done = await sallyport(['init', ...argv, '--json'], { home, env });
    expect(done.status).toBe(status);
    expect(configOf(home)).toEqual({ search });
    expect((await sallyport(['doctor'], { home, env })).status).toBe(status);
  });

  it.each([
    ['two doors', ['--provider', 'brave', '--hosted', 'openai']],
    ['an unknown provider', ['--provider', 'braev']],
    ['an unknown hosted door', ['--hosted', 'nobody']],
    ['an address of nothing', ['--base-url', 'https://x.example.org', '--yes']],
    ['a key for a door without one', ['--provider', 'local', '--key-stdin']],
    ['an argument', ['brave']],
    ['an unknown client', ['--yes', '--client', 'emacs']],
  ])('refuses %s', async (_what, argv) => {
    const done = await sallyport(['init', ...argv, '--json'], { home: emptyHome(), input: KEY });
    expect(errorOf(done).code).toBe('invalid_input');
  });

  it('keeps the rest of the file, takes the other doors out, and leaves a door that stands there alone', async () => {
    const home = homeWith({ egress: { deny: ['bad.example.org'] }, search: { hosted: 'openai', maxResults: 7 } });
    expect((await sallyport(['init', '--yes', '--json'], { home })).json[0]).toMatchObject({ changed: false });
    await sallyport(['init', '--provider', 'local'], { home });
    expect(configOf(home)).toEqual({
      egress: { deny: ['bad.example.org'] },
      search: { provider: 'local', maxResults: 7 },
    });
  });

  it('keeps a key from standard input, tries it, and prints the lines for clients, the key nowhere in clear', async () => {
    const server = await served((request, response) => {
      if (request.headers['x-subscription-token'] === KEY) json(braveReply(HITS))(request, response);
      else json('{}', 401)(request, response);
    });
    const home = emptyHome();
    const passphrase = join(emptyHome(), 'passphrase');
    writeFileSync(passphrase, 'right');
    const env = { SALLYPORT_PASSPHRASE_FILE: passphrase };
    const argv = ['init', '--provider', 'brave', '--base-url', server.url(''), '--key-stdin', '--vault', '--test'];
    const done = await sallyport([...argv, '--client', 'codex', '--client', 'zed'], { home, env, input: KEY });
    expect(done.stderr).toBe('');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('it answered one query');
    expect(done.stdout).toContain('env_vars = ["SALLYPORT_PASSPHRASE_FILE"]');
    expect(server.requests).toHaveLength(1);
    const wrong = await sallyport([...argv, '--json'], { home, env, input: 'BSA-another-key-0' });
    expect(wrong.status).toBe(4);
    expect(errorOf(wrong).code).toBe('provider_auth');
    for (const { path, bytes } of filesBelow(home)) expect(`${path}: ${bytes.includes(KEY)}`).toBe(`${path}: false`);
    expect(done.stdout).not.toContain(KEY);
  });
});

describe('sallyport install-client', () => {
  const ENV = { BRAVE_API_KEY: KEY };
  const FILES: Record<string, string> = {
    'claude-code': '.mcp.json',
    'claude-desktop':
      process.platform === 'darwin'
        ? 'Library/Application Support/Claude/claude_desktop_config.json'
        : '.config/Claude/claude_desktop_config.json',
    cursor: '.cursor/mcp.json',
    vscode: '.vscode/mcp.json',
    codex: '.codex/config.toml',
    gemini: '.gemini/settings.json',
    zed: '.config/zed/settings.json',
  };
  const ROOTS: Record<string, string> = { vscode: 'servers', zed: 'context_servers' };
  const braced = (name: string): string => `$\{${name}}`;
  const VARIABLES: Record<string, string> = {
    'claude-code': braced('BRAVE_API_KEY'),
    cursor: braced('env:BRAVE_API_KEY'),
    vscode: braced('env:BRAVE_API_KEY'),
    gemini: '$BRAVE_API_KEY',
  };

  it.each(Object.keys(FILES))(
    'prints for %s what --write writes, with variables by name and never by value',
    async (client) => {
      const home = emptyHome();
      const printed = await sallyport(['install-client', client, '--print'], { home, env: ENV });
      expect(printed.status).toBe(0);
      expect(filesBelow(home)).toEqual([]);
      const written = await sallyport(['install-client', client, '--write'], { home, env: ENV });
      expect(written.status).toBe(0);
      const text = readFileSync(join(home, FILES[client] ?? ''), 'utf8');
      expect(text).toBe(printed.stdout);
      expect(printed.stdout + printed.stderr + written.stdout).not.toContain(KEY);
      if (client === 'codex') {
        expect(text).toBe(
          '[mcp_servers.sallyport]\ncommand = "sallyport"\nargs = ["mcp"]\nenv_vars = ["BRAVE_API_KEY"]\n',
        );
      } else {
        const variable = VARIABLES[client];
        expect(JSON.parse(text)).toEqual({
          [ROOTS[client] ?? 'mcpServers']: {
            sallyport: {
              ...(client === 'vscode' ? { type: 'stdio' } : {}),
              command: 'sallyport',
              args: ['mcp'],
              ...(variable === undefined ? {} : { env: { BRAVE_API_KEY: variable } }),
            },
          },
        });
        if (variable === undefined) expect(printed.stderr).toContain('BRAVE_API_KEY');
      }
    },
  );

  it('leaves everything else in the file, its rights, and itself when run again', async () => {
    const home = emptyHome();
    const file = join(home, '.cursor', 'mcp.json');
    mkdirSync(dirname(file));
    writeFileSync(file, '{ "mcpServers": { "other": { "command": "x" } }, "more": [1, 2] }');
    chmodSync(file, 0o640);
    const run = () => sallyport(['install-client', 'cursor', '--write', '--npx', '--json'], { home });
    expect((await run()).json[0]).toMatchObject({ written: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { other: { command: 'x' }, sallyport: { command: 'npx', args: ['-y', 'sallyport', 'mcp'] } },
      more: [1, 2],
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect((await run()).json[0]).toMatchObject({ written: false });
  });

  it('replaces its own table of a TOML file, with what is below it, and no other', async () => {
    const home = emptyHome();
    const file = join(home, '.codex', 'config.toml');
    mkdirSync(dirname(file));
    const before = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n';
    const after = '[mcp_servers.sallyport2]\ncommand = "z"\n';
    writeFileSync(
      file,
      `${before}\n[mcp_servers.sallyport]\ncommand = "old"\n\n[mcp_servers.sallyport.env]\nA = "1"\n\n${after}`,
    );
    await sallyport(['install-client', 'codex', '--write'], { home });
    const entry = '[mcp_servers.sallyport]\ncommand = "sallyport"\nargs = ["mcp"]\n';
    expect(readFileSync(file, 'utf8')).toBe(`${before}\n${entry}\n${after}`);
  });

  it.each([
    ['comments', '// mine\n{ "context_servers": {} }'],
    ['a list', '[]'],
    ['servers that are no object', '{ "context_servers": [] }'],
  ])('leaves a file with %s as it is, and says what to do', async (_what, text) => {
    const home = emptyHome();
    const file = join(home, '.config', 'zed', 'settings.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const done = await sallyport(['install-client', 'zed', '--write', '--json'], { home });
    expect(errorOf(done).code).toBe('invalid_input');
    expect(errorOf(done).hint).toContain('--print');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.each([
    ['no client', ['install-client']],
    ['an unknown one', ['install-client', 'cursr']],
    ['both ways', ['install-client', 'zed', '--print', '--write']],
  ])('refuses %s', async (_what, argv) => {
    const done = await sallyport([...argv, '--json']);
    expect(errorOf(done).code).toBe('invalid_input');
  });
});

describe('sallyport doctor', () => {
  it('asks nobody anything without --online, and one counted query with it', async () => {
    const server = await served(json(braveReply(HITS)));
    const home = homeWith({ search: { provider: 'brave', baseUrl: server.url('') } });
    const env = { BRAVE_API_KEY: KEY };
    const quiet = await sallyport(['doctor', '--json'], { home, env });
    expect(quiet.json[0]).toMatchObject({ ok: true, online: null, quota: { used: 0 } });
    expect(server.requests).toEqual([]);
    const asked = await sallyport(['doctor', '--online', '--json'], { home, env });
    expect(asked.json[0]).toMatchObject({ ok: true, online: { provider: 'brave', ok: true }, quota: { used: 1 } });
    expect(server.requests).toHaveLength(1);
  });

  it('says with --online why a provider cannot be reached, and exits as a search would', async () => {
    const gone = await serve(() => undefined);
    await gone.close();
    const home = homeWith({ search: { provider: 'searxng' } });
    const done = await sallyport(['doctor', '--online', '--json'], { home, env: { SEARXNG_URL: gone.url('') } });
    expect(done.status).toBe(4);
    expect(done.json[0]).toMatchObject({ ok: false, online: { ok: false, code: 'provider_failed' } });
  });

  it('exits 7 where nothing is configured, and lists what each provider lacks', async () => {
    const done = await sallyport(['doctor', '--json']);
    expect(done.status).toBe(7);
    const providers = done.json[0]?.['providers'] as { id: string; state: string; reason: string }[];
    expect(providers.find(({ id }) => id === 'brave')).toMatchObject({
      state: 'skipped',
      reason: 'BRAVE_API_KEY is not set',
    });
  });

  it('names where each setting came from, in what order keys are looked for, and what dials outside', async () => {
    const search = { provider: 'command', command: ['my-search', '{query}'], keyCommand: ['pass', '{provider}'] };
    const home = homeWith({ search: { ...search, fallback: ['local'] } });
    writeFileSync(join(home, '.sallyport.json'), '{"search":{"maxResults":3}}');
    const done = await sallyport(['doctor', '--json'], { home });
    const settings = done.json[0]?.['settings'] as { key: string; origin: string }[];
    const origin = (key: string) => settings.find((setting) => setting.key === key)?.origin;
    expect(origin('search.provider')).toBe(join(home, '.config', 'sallyport', 'config.json'));
    expect(origin('search.maxResults')).toBe(join(home, '.sallyport.json'));
    expect(origin('approval')).toBe('default');
    expect(done.json[0]?.['keyOrder']).toEqual([
      'option',
      'environment',
      'NAME_FILE',
      'key store',
      'search.keyCommand',
    ]);
    expect(done.json[0]?.['provider']).toMatchObject({ chosen: 'command', fallback: ['local'] });
    expect(done.json[0]?.['network']).toMatchObject({ outsideTheJail: ['my-search {query}', 'pass {provider}'] });
  });

  it('says where an address has no effect', async () => {
    const home = homeWith({ search: { baseUrl: 'https://gateway.example.org' } });
    const done = await sallyport(['doctor', '--json'], { home, env: { BRAVE_API_KEY: KEY } });
    expect(JSON.stringify(done.json[0]?.['problems'])).toContain('search.baseUrl has no effect');
  });
});
