import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const OTHER = 'BSAtest9Pq4Zm6Ty1Jd3';

/** A file outside of the home that is looked through afterwards. */
function outside(text: string, name = 'secret'): string {
  const path = join(emptyHome(), name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const keysFile = (home: string): string => join(home, '.config', 'sallyport', 'keys.json');

async function keep(home: string, key: string, env: Record<string, string>, name = 'brave') {
  return sallyport(['key', 'set', name, '--vault', '--json'], { home, env, input: `${key}\n` });
}

describe('sallyport key', () => {
  it('keeps a key in the vault file from standard input, uses it, lists it by name, and removes it', async () => {
    const server = await served((request, response) => {
      if (request.headers['x-subscription-token'] === KEY) json(braveReply(HITS))(request, response);
      else json('{}', 401)(request, response);
    });
    const home = homeWith({ search: { provider: 'brave', baseUrl: server.url('') } });
    const env = { SALLYPORT_PASSPHRASE_FILE: outside('a long passphrase\n') };
    expect((await keep(home, KEY, env)).json[0]).toEqual({ ok: true, provider: 'brave', kept: 'vault' });
    expect(statSync(keysFile(home)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, '.config', 'sallyport')).mode & 0o077).toBe(
      statSync(join(home, '.config')).mode & 0o077,
    );
    const list = await sallyport(['key', 'list', '--json'], { home });
    expect(list.json[0]?.['keys']).toEqual([{ provider: 'brave', kept: 'vault', used: 'vault' }]);
    expect((await sallyport(['search', 'knots'], { home, env })).status).toBe(0);
    expect((await sallyport(['key', 'rm', 'BRAVE_API_KEY'], { home })).status).toBe(0);
    expect((await sallyport(['key', 'list'], { home })).status).toBe(5);
    expect(errorOf(await sallyport(['key', 'rm', 'brave', '--json'], { home })).code).toBe('invalid_input');
    const without = await sallyport(['search', 'knots', '--json'], { home, env });
    expect(errorOf(without).code).toBe('not_configured');
  });

  it('holds several keys under one passphrase, each replaced by itself', async () => {
    const home = emptyHome();
    const env = { SALLYPORT_PASSPHRASE_FILE: outside('a long passphrase') };
    await keep(home, KEY, env);
    await keep(home, 'tvly-test', env, 'tavily');
    await keep(home, OTHER, env);
    const doctor = await sallyport(['doctor', '--json'], { home, env });
    const providers = doctor.json[0]?.['providers'] as { id: string; state: string; key: string | null }[];
    // tavily is the first in the order, so nothing further is fetched.
    expect(doctor.json[0]?.['provider']).toMatchObject({ chosen: 'tavily' });
    expect(providers.find(({ id }) => id === 'tavily')).toMatchObject({ state: 'ready', key: 'vault' });
  });

  it.each<[string, string[], string, string]>([
    ['a key as an argument', ['key', 'set', 'brave', KEY], '', 'invalid_input'],
    ['a key in place of a name', ['key', 'set', KEY], '', 'invalid_input'],
    ['a provider that has no key', ['key', 'set', 'searxng'], KEY, 'invalid_input'],
    ['an empty key', ['key', 'set', 'brave'], ' \n', 'invalid_input'],
    ['a key of two lines', ['key', 'set', 'brave'], `${KEY}\n${OTHER}\n`, 'invalid_input'],
    ['a key with a space', ['key', 'set', 'brave'], `${KEY} x`, 'invalid_input'],
    ['a key of a megabyte', ['key', 'set', 'brave'], 'k'.repeat(1_000_000), 'invalid_input'],
    ['nothing', ['key'], '', 'invalid_input'],
    ['an unknown action', ['key', 'show', 'brave'], '', 'invalid_input'],
    ['no passphrase', ['key', 'set', 'brave', '--vault'], KEY, 'not_configured'],
  ])('refuses %s, and repeats none of it', async (_what, argv, input, code) => {
    const home = emptyHome();
    const done = await sallyport([...argv, '--json'], { home, input });
    expect(errorOf(done).code).toBe(code);
    expect(done.stdout + done.stderr).not.toContain(KEY);
    expect(filesBelow(home).map(({ path }) => path)).toEqual([]);
  });

  it('refuses with what to do where the passphrase is wrong, empty or unreadable', async () => {
    const home = emptyHome();
    await keep(home, KEY, { SALLYPORT_PASSPHRASE_FILE: outside('right') });
    const before = readFileSync(keysFile(home), 'utf8');
    for (const file of [outside('wrong'), outside('\n'), '/nowhere/passphrase']) {
      const env = { SALLYPORT_PASSPHRASE_FILE: file };
      expect(errorOf(await keep(home, OTHER, env)).code).toBe('not_configured');
      const search = await sallyport(['search', 'x', '--provider', 'brave', '--json'], { home, env });
      expect(errorOf(search).code).toBe('not_configured');
      expect(errorOf(search).message).toMatch(/passphrase|SALLYPORT_PASSPHRASE_FILE/);
    }
    expect(readFileSync(keysFile(home), 'utf8')).toBe(before);
  });

  it.each<[string, (text: string) => string]>([
    ['an entry moved under another name', (text) => text.replace('"brave"', '"tavily"')],
    ['a changed tag', (text) => text.replace(/("brave": \{[^}]*"tag": ")../, '$1AA')],
    ['a tag cut short', (text) => text.replace(/("brave": \{[^}]*"tag": "[^"]{8})[^"]*/, '$1')],
    ['weaker parameters', (text) => text.replace('131072', '1024')],
    ['no JSON', () => '{'],
    ['another shape', () => '{"version":1,"keys":{"brave":"clear"}}'],
  ])('uses no key of a file with %s, and says so', async (_what, change) => {
    const home = emptyHome();
    const env = { SALLYPORT_PASSPHRASE_FILE: outside('right') };
    await keep(home, KEY, env);
    const text = readFileSync(keysFile(home), 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(keysFile(home), change(text));
    for (const name of ['brave', 'tavily']) {
      const done = await sallyport(['search', 'x', '--provider', name, '--json'], { home, env });
      expect(errorOf(done).code).toBe('not_configured');
    }
    expect((await sallyport(['doctor'], { home, env })).status).toBe(7);
  });
});

describe('the order option > environment > NAME_FILE > key store > keyCommand', () => {
  it('is kept at every step, and doctor names the one that won', async () => {
    const seen: unknown[] = [];
    const server = await served((request, response) => {
      seen.push(request.headers['x-subscription-token']);
      json(braveReply(HITS))(request, response);
    });
    const script = outside('#!/bin/sh\necho key-of-$1\necho more\n', 'helper');
    chmodSync(script, 0o700);
    const search = { provider: 'brave', baseUrl: server.url(''), keyCommand: [script, '{provider}'] };
    const home = homeWith({ search });
    const passphrase = { SALLYPORT_PASSPHRASE_FILE: outside('right') };
    const run = async (env: Record<string, string>) => {
      expect((await sallyport(['search', 'knots'], { home, env })).status).toBe(0);
      const doctor = await sallyport(['doctor', '--json'], { home, env });
      const providers = doctor.json[0]?.['providers'] as { id: string; key: string }[];
      return [seen.at(-1), providers.find(({ id }) => id === 'brave')?.key];
    };
    expect(await run({})).toEqual(['key-of-brave', 'search.keyCommand']);
    await keep(home, KEY, passphrase);
    expect(await run(passphrase)).toEqual([KEY, 'vault']);
    const file = { ...passphrase, BRAVE_API_KEY_FILE: outside('key-in-file\n') };
    expect(await run(file)).toEqual(['key-in-file', 'file in BRAVE_API_KEY_FILE']);
    const second = { ...file, BRAVE_SEARCH_API_KEY: 'key-of-second-name' };
    expect(await run(second)).toEqual(['key-of-second-name', 'environment BRAVE_SEARCH_API_KEY']);
    const first = { ...second, BRAVE_API_KEY: 'key-of-first-name' };
    expect(await run(first)).toEqual(['key-of-first-name', 'environment BRAVE_API_KEY']);
    const doctor = await sallyport(['doctor'], { home, env: first });
    expect(doctor.stdout).toContain('option > environment > NAME_FILE > key store > search.keyCommand');
  });

  it.each<[string, string, RegExp]>([
    ['fails', 'echo secret-word; exit 3', /ended with status 3/],
    ['prints nothing', 'exit 0', /printed no key/],
  ])('repeats nothing of a helper that %s', async (_what, body, message) => {
    const script = outside(`#!/bin/sh\n${body}\n`, 'helper');
    chmodSync(script, 0o700);
    const home = homeWith({ search: { provider: 'brave', keyCommand: [script] } });
    const done = await sallyport(['search', 'knots', '--json'], { home });
    expect(errorOf(done).code).toBe('not_configured');
    expect(errorOf(done).message).toMatch(message);
    expect(done.stdout).not.toContain('secret-word');
  });

  it('asks a helper that names no provider only for the one that was chosen by name', async () => {
    const script = outside('#!/bin/sh\necho somebodys-key\n', 'helper');
    chmodSync(script, 0o700);
    const home = homeWith({ search: { keyCommand: [script] } });
    expect((await sallyport(['search', 'knots'], { home })).status).toBe(7);
    const named = await sallyport(['doctor', '--provider', 'exa', '--json'], { home });
    expect(named.json[0]?.['provider']).toMatchObject({ chosen: 'exa' });
  });
});

it('a key stands nowhere in what a full run writes or prints: good answers, echoes, refusals, logs, doctor', async () => {
  let turn = 0;
  // A provider that repeats the key wherever it can.
  const server = await served((request, response) => {
    const key = String(request.headers['x-subscription-token']);
    const replies = [
      json(braveReply([...HITS, { title: `your key is ${key}`, url: 'https://echo.example.org/', description: 'x' }])),
      json(`{"error":{"detail":"bad key ${key}"}}`, 401),
      json(`{"error":{"code":"SUBSCRIPTION_TOKEN_INVALID","detail":"${key}"}}`, 422),
      json(`{"detail":"${key}"}`, 429, { 'retry-after': '99999', 'x-key': key }),
      json(`${key}`, 500),
      json(`<html>${key}</html>`),
      json(`{"web":"${key}"}`),
      json('', 302, { location: `https://elsewhere.example.org/?key=${key}` }),
    ];
    (replies[turn] ?? replies[0])?.(request, response);
  });
  const home = homeWith({ search: { provider: 'brave', baseUrl: server.url('') } });
  const env = { SALLYPORT_PASSPHRASE_FILE: outside('right') };
  let printed = '';
  const run = async (argv: string[], input = '') => {
    const done = await sallyport(argv, { home, env, input });
    printed += done.stdout + done.stderr;
    return done;
  };
  await run(['key', 'set', 'brave', '--vault'], KEY);
  for (turn = 0; turn < 8; turn++) {
    const flags = turn % 2 === 0 ? ['--json'] : [];
    const { status } = await run(['search', `question ${turn}`, '--session', 's', '--record', 'r', ...flags]);
    expect(status).toBe(turn === 0 ? 0 : turn === 3 ? 6 : 4);
  }
  await run(['search', `what is ${KEY} for`, '--json']);
  await run(['search', 'question 0', '--session', 's', '--record', 'r', '--replay', '--json']);
  for (const argv of [['doctor'], ['doctor', '--json'], ['key', 'list'], ['log', '--json', '--limit', '500']])
    await run(argv);
  // The echo came back as a hit: a stranger's text may say anything but our key.
  expect(printed).toContain('https://echo.example.org/');
  expect(printed).not.toContain(KEY);
  const files = filesBelow(home);
  // Answers are packed in the database: the replay and the log above have printed what is in them.
  expect(files.map(({ path }) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['config.json', 'keys.json', 'sallyport.sqlite']),
  );
  for (const { path, bytes } of files) expect(`${path}: ${bytes.includes(KEY)}`).toBe(`${path}: false`);
}, 240_000);

it('a project folder may not set a key helper', async () => {
  const home = emptyHome();
  mkdirSync(join(home, 'project'));
  writeFileSync(join(home, 'project', '.sallyport.json'), '{"search":{"keyCommand":["sh","-c","echo x"]}}');
  const done = await sallyport(['search', 'x', '--json'], { home, cwd: join(home, 'project') });
  expect(errorOf(done).code).toBe('invalid_input');
});
