import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyHome, errorOf, sallyport } from '../support/cli.js';

function homeWith(config: string): string {
  const home = emptyHome();
  mkdirSync(join(home, '.config', 'sallyport'), { recursive: true });
  writeFileSync(join(home, '.config', 'sallyport', 'config.json'), config);
  return home;
}

describe('a wrong command line gets one of our errors, the right exit status and no stack trace', () => {
  it.each<[string, string[], number, string]>([
    ['no such command', ['serach', 'x'], 2, 'invalid_input'],
    ['an unknown flag', ['search', 'x', '--cuont', '3'], 2, 'invalid_input'],
    ['a flag without its value', ['search', 'x', '--count'], 2, 'invalid_input'],
    ['a count that is no number', ['search', 'x', '--provider', 'local', '--count', 'many'], 2, 'invalid_input'],
    ['a count out of range', ['search', 'x', '--provider', 'local', '--count', '99'], 2, 'invalid_input'],
    ['an empty query', ['search', '', '--provider', 'local'], 2, 'invalid_input'],
    [
      'a query of white space and control characters',
      ['search', ' \u0007\t ', '--provider', 'local'],
      2,
      'invalid_input',
    ],
    ['a query of 10,000 characters', ['search', 'x'.repeat(10_000), '--provider', 'local'], 2, 'invalid_input'],
    ['an unknown provider', ['search', 'x', '--provider', 'braev'], 2, 'invalid_input'],
    ['a provider by name without its key', ['search', 'x', '--provider', 'brave'], 7, 'not_configured'],
    ['no provider at all', ['search', 'x'], 7, 'not_configured'],
    ['no address', ['fetch'], 2, 'invalid_input'],
    ['an address that does not parse', ['fetch', 'http://[::1'], 3, 'url_refused'],
    ['an address without a scheme', ['fetch', 'example.com/x'], 3, 'url_refused'],
    ['a file address', ['fetch', 'file:///etc/passwd'], 3, 'url_refused'],
    ['a data address', ['fetch', 'data:text/html,hi'], 3, 'url_refused'],
    ['userinfo', ['fetch', 'http://user:pass@example.com/'], 3, 'url_refused'],
    ['an unknown format', ['fetch', 'https://example.com/', '--format', 'pdf'], 2, 'invalid_input'],
    ['a cursor that belongs to nothing', ['fetch', '--cursor', 'ev_000000000000000000000000.5'], 2, 'invalid_input'],
    ['a cursor with an odd number', ['fetch', '--cursor', 'ev_000000000000000000000000.1e3'], 2, 'invalid_input'],
    ['a batch that is not there', ['fetch', '--batch', '/nowhere/list.txt'], 2, 'invalid_input'],
    ['a file that is not there', ['extract', '/nowhere/page.html'], 2, 'invalid_input'],
    ['an index of nothing', ['index', 'add', '/nowhere'], 2, 'invalid_input'],
    ['packages where none are', ['index', 'packages', '.'], 2, 'invalid_input'],
    ['an index action that is unknown', ['index', 'drop'], 2, 'invalid_input'],
    ['a shell that is unknown', ['completion', 'tcsh'], 2, 'invalid_input'],
    [
      'an exception that is no host and port',
      ['fetch', 'https://example.com', '--allow-private', '10.0.0.0/8'],
      2,
      'invalid_input',
    ],
    [
      'a resolver on a port that is none',
      ['fetch', 'https://example.com', '--dns', '127.0.0.1:99999'],
      2,
      'invalid_input',
    ],
    ['arguments where none are taken', ['doctor', 'stray'], 2, 'invalid_input'],
    ['a resolver that is no address', ['fetch', 'https://example.com', '--dns', 'resolver'], 2, 'invalid_input'],
    ['a configuration file that is not there', ['doctor', '--config', '/nowhere.json'], 2, 'invalid_input'],
    ['the web switched off', ['fetch', 'https://example.com', '--no-web'], 7, 'not_configured'],
    ['an address inside', ['check', 'http://[::ffff:7f00:1]/'], 3, 'address_refused'],
  ])('%s', async (_name, argv, status, code) => {
    const json = await sallyport([...argv, '--json']);
    expect(errorOf(json).code).toBe(code);
    expect(errorOf(json).message).not.toBe('');
    expect(json.stderr).toBe('');
    expect(json.status).toBe(status);
    const plain = await sallyport(argv);
    expect(plain.status).toBe(status);
    expect(plain.stdout + plain.stderr).not.toMatch(/\n\s+at .*\(?.*:\d+:\d+\)?/);
  });

  it('names the nearest known word for a typo', async () => {
    expect(errorOf(await sallyport(['serach', 'x', '--json'])).hint).toContain("'search'");
    expect(errorOf(await sallyport(['search', 'x', '--cuont', '3', '--json'])).hint).toContain("'--count'");
  });
});

describe('doctor', () => {
  it('answers as every failure does where nothing is set up, with what it found beside the error', async () => {
    const done = await sallyport(['doctor', '--json']);
    expect(done.status).toBe(7);
    expect(done.json[0]).toMatchObject({
      ok: false,
      error: { code: 'not_configured', retryable: false },
      providers: expect.any(Array),
    });
  });
});

describe('a configuration that is not valid', () => {
  it.each<[string, string, RegExp]>([
    ['that is not JSON', '{ "search": ', /is not JSON/],
    ['that is a list', '[]', /must hold one JSON object/],
    ['with an unknown key', '{ "serach": {} }', /Unknown key "serach"/],
    ['with an unknown inner key', '{ "egress": { "alow": [] } }', /Unknown key "egress.alow"/],
    ['with a wrong type', '{ "search": { "maxResults": "ten" } }', /search.maxResults is not valid/],
    ['with a pattern that is no host', '{ "egress": { "deny": ["https://example.com/x"] } }', /egress.deny holds/],
    ['with a key of every object', '{ "__proto__": { "web": true }, "constructor": 1 }', /Unknown key/],
  ])('%s is refused and named', async (_name, config, message) => {
    const done = await sallyport(['search', 'x', '--provider', 'local', '--json'], { home: homeWith(config) });
    expect(done.status).toBe(2);
    expect(errorOf(done).code).toBe('invalid_input');
    expect(errorOf(done).message).toMatch(message);
  });

  it('names the nearest known key', async () => {
    const done = await sallyport(['doctor', '--json'], { home: homeWith('{ "egress": { "alow": [] } }') });
    expect(errorOf(done).hint).toContain('egress.allow');
  });
});

describe("a project's own file", () => {
  const project = (config: unknown): string => {
    const folder = emptyHome();
    writeFileSync(join(folder, '.sallyport.json'), JSON.stringify(config));
    return folder;
  };

  it.each([
    [{ egress: { allow: ['evil.example'] } }],
    [{ egress: { mode: 'open' } }],
    [{ network: { allowPrivate: ['127.0.0.1:80'] } }],
    [{ search: { provider: 'searxng' } }],
    [{ search: { baseUrl: 'https://evil.example' } }],
    [{ search: { command: ['sh'] } }],
    [{ approval: 'never' }],
    [{ web: true }],
    [{ fetch: { maxTokens: 100_000 } }],
    [{ store: { url: 'sqlite:/tmp/x' } }],
  ])('cannot open the door: %j', async (config) => {
    const done = await sallyport(['doctor', '--json'], { cwd: project(config) });
    expect(done.status).toBe(2);
    expect(errorOf(done)).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('may not set') });
  });

  it('can close it further, also from a folder above', async () => {
    const folder = project({ egress: { deny: ['example.com'] }, fetch: { maxTokens: 100 } });
    const below = join(folder, 'src');
    mkdirSync(below);
    const done = await sallyport(['fetch', 'https://example.com/', '--json'], { cwd: below });
    expect(errorOf(done)).toMatchObject({ code: 'egress_refused', rule: 'deny-list' });
    const doctor = await sallyport(['doctor', '--json'], { cwd: below });
    const settings = doctor.json[0]?.['settings'] as { key: string; value: unknown; origin: string }[];
    expect(settings.find(({ key }) => key === 'fetch.maxTokens')).toMatchObject({
      value: 100,
      origin: join(folder, '.sallyport.json'),
    });
    const off = await sallyport(['search', 'x', '--provider', 'local', '--json'], { cwd: project({ web: false }) });
    expect(errorOf(off).code).toBe('not_configured');
  });
});

describe('a store that cannot be used', () => {
  const state = (home: string): string => join(home, '.local', 'state', 'sallyport');

  it('that is corrupt is named, and left as it is', async () => {
    const home = emptyHome();
    await sallyport(['search', 'x', '--provider', 'local'], { home });
    const { readdirSync, readFileSync } = await import('node:fs');
    const database =
      readdirSync(state(home)).find((name) => /\.(sqlite|db)$/.test(name) && !name.includes('index')) ?? '';
    for (const name of readdirSync(state(home)))
      if (/-(wal|shm)$/.test(name)) writeFileSync(join(state(home), name), '');
    writeFileSync(join(state(home), database), 'this is not a database '.repeat(500));
    const done = await sallyport(['search', 'x', '--provider', 'local', '--json'], { home });
    expect(done.status).toBe(7);
    expect(errorOf(done).code).toBe('store_failed');
    expect(readFileSync(join(state(home), database), 'utf8')).toContain('this is not a database');
  });

  it('that stands where no folder can be made is named at once', async () => {
    const done = await sallyport(['log', '--json'], { env: { XDG_STATE_HOME: '/proc' } });
    expect(errorOf(done).code).toBe('store_failed');
    expect(done.status).toBe(7);
  });

  it('that stands in a file instead of a folder is named', async () => {
    const home = emptyHome();
    mkdirSync(join(home, '.local', 'state'), { recursive: true });
    writeFileSync(state(home), 'a file');
    const done = await sallyport(['search', 'x', '--provider', 'local', '--json'], { home });
    expect(done.status).toBe(7);
    expect(errorOf(done).code).toBe('store_failed');
  });

  it.skipIf(process.getuid?.() === 0)('that is read-only is named', async () => {
    const home = emptyHome();
    await sallyport(['search', 'x', '--provider', 'local'], { home });
    chmodSync(state(home), 0o500);
    const done = await sallyport(['search', 'x', '--provider', 'local', '--json'], { home });
    expect(errorOf(done).code).toBe('store_failed');
    expect(done.status).toBe(7);
  });
});

describe('the edges of a process', () => {
  it('reads standard input that is not UTF-8', async () => {
    const input = Buffer.concat([
      Buffer.from('<html><body><main><p>caf'),
      Buffer.from([0xe9]),
      Buffer.from(' open all day, they say</p></main>'),
    ]);
    const done = await sallyport(['extract', '-', '--json'], { input });
    expect(done.json[0]).toMatchObject({
      ok: true,
      charset: 'windows-1252',
      text: expect.stringContaining('café open'),
    });
  });

  it('ends cleanly with 130 on SIGINT in the middle of a call', async () => {
    const { serve } = await import('../support/server.js');
    let kill: (signal: NodeJS.Signals) => void = () => undefined;
    const silent = await serve(() => kill('SIGINT'));
    const done = await sallyport(['fetch', silent.url('/'), '--allow-private', silent.host, '--json'], {
      started: (send) => {
        kill = send;
      },
    });
    await silent.close();
    expect(done.status).toBe(130);
    expect(errorOf(done).code).toBe('cancelled');
  });

  it('ends quietly where the reader of its output is gone', async () => {
    const { execFileSync } = await import('node:child_process');
    const { bin } = await import('../support/cli.js');
    const out = execFileSync(
      'bash',
      ['-c', `set -o pipefail; '${process.execPath}' '${bin}' --help 2>&1 | head -1; echo "status $?"`],
      { encoding: 'utf8' },
    );
    expect(out).toBe('sallyport: the web for AI agents, through one guarded door\nstatus 0\n');
  });
});
