import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleEvent, sampleEvidence } from '../../src/store/conformance.js';
import { openStore } from '../../src/store/index.js';
import { connect } from '../../src/store/sqlite/engine.js';

const folder = () => mkdtempSync(join(tmpdir(), 'sallyport-bad-'));
const fileOf = (stateDir: string) => join(stateDir, 'sallyport.sqlite');

/** What somebody with the file and a SQLite shell may do. */
async function edit(stateDir: string, sql: string): Promise<void> {
  const connection = await connect(fileOf(stateDir), { readOnly: false });
  connection.exec(sql);
  connection.close();
}

async function filled(): Promise<string> {
  const stateDir = folder();
  const store = await openStore('sqlite:', { stateDir });
  for (let i = 1; i <= 5; i += 1) await store.events.append(sampleEvent({ payload: { i } }));
  for (const fill of [1, 2]) await store.evidence.put(sampleEvidence({ body: noise(200_000, fill) }));
  await store.close();
  return stateDir;
}

function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

describe('opening', () => {
  it('makes the folder and the files private', async () => {
    const stateDir = join(folder(), 'deep', 'state');
    const store = await openStore('sqlite:', { stateDir });
    await store.evidence.put(sampleEvidence({ body: noise(200_000, 1) }));
    expect(statSync(stateDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(stateDir, { recursive: true })) {
      expect(statSync(join(stateDir, String(name))).mode & 0o077, String(name)).toBe(0);
    }
    await store.close();
  });

  it('closes a folder and a file that others could read', async () => {
    const stateDir = folder();
    chmodSync(stateDir, 0o755);
    writeFileSync(fileOf(stateDir), '', { mode: 0o644 });
    await (await openStore('sqlite:', { stateDir })).close();
    expect(statSync(stateDir).mode & 0o077).toBe(0);
    expect(statSync(fileOf(stateDir)).mode & 0o077).toBe(0);
  });

  it('refuses a damaged file and leaves it as it is', async () => {
    const stateDir = await filled();
    const bytes = readFileSync(fileOf(stateDir));
    bytes.fill(0x5a, 100, bytes.length);
    writeFileSync(fileOf(stateDir), bytes);
    for (const suffix of ['-wal', '-shm']) rmSync(fileOf(stateDir) + suffix, { force: true });
    await expect(openStore('sqlite:', { stateDir })).rejects.toMatchObject({
      code: 'store_failed',
      hint: expect.stringContaining('left as it is'),
    });
    expect(readFileSync(fileOf(stateDir)).equals(bytes)).toBe(true);
  });

  it('refuses a file that is no database', async () => {
    const stateDir = folder();
    writeFileSync(fileOf(stateDir), 'not a database, but a long enough text to look at '.repeat(20));
    await expect(openStore('sqlite:', { stateDir })).rejects.toMatchObject({ code: 'store_failed' });
    expect(readFileSync(fileOf(stateDir), 'utf8')).toContain('not a database');
  });

  it('refuses the database of another program', async () => {
    const stateDir = folder();
    await edit(stateDir, 'CREATE TABLE bookmarks (url TEXT)');
    await expect(openStore('sqlite:', { stateDir })).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('another program'),
    });
  });

  it('refuses a store that a newer version wrote, and says which', async () => {
    const stateDir = await filled();
    await edit(stateDir, 'PRAGMA user_version = 99');
    await expect(openStore('sqlite:', { stateDir })).rejects.toMatchObject({
      code: 'store_failed',
      hint: expect.stringContaining('99'),
    });
  });

  it('says where a folder cannot be made', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    await expect(openStore('sqlite:', { stateDir: join(file, 'state') })).rejects.toMatchObject({
      code: 'store_failed',
      hint: expect.stringMatching(/file, not a folder/),
    });
  });

  it('opens for reading alone what is there, and writes nothing', async () => {
    const stateDir = await filled();
    const store = await openStore('sqlite:', { stateDir, readonly: true });
    expect(await store.events.verify()).toMatchObject({ ok: true, events: 5 });
    await expect(store.events.append(sampleEvent())).rejects.toMatchObject({ code: 'store_failed' });
    await store.close();
    await expect(openStore('sqlite:', { stateDir: folder(), readonly: true })).rejects.toMatchObject({
      code: 'store_failed',
    });
  });

  it.each(['postgres://user:secret@host/db', 'postgresql:x', 'mysql://user:secret@host', '', 'nonsense'])(
    'says that %j is no store it can open, without repeating it',
    async (url) => {
      const error = await openStore(url, { stateDir: folder() }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'not_configured' });
      expect(JSON.stringify(error)).not.toContain('secret');
    },
  );
});

describe('a store that others hold or that cannot grow', () => {
  it('waits for a lock, and says so where it does not come free', async () => {
    const stateDir = await filled();
    const other = await connect(fileOf(stateDir), { readOnly: false });
    const store = await openStore('sqlite:', { stateDir });
    other.exec('BEGIN IMMEDIATE');
    const freed = store.events.append(sampleEvent());
    setTimeout(() => other.exec('COMMIT'), 600);
    await expect(freed).resolves.toMatchObject({ seq: 6 });
    other.exec('BEGIN IMMEDIATE');
    await expect(store.events.append(sampleEvent())).rejects.toMatchObject({
      code: 'store_failed',
      retryable: true,
      message: expect.stringContaining('locked'),
    });
    // Reading goes on meanwhile.
    expect(await store.events.verify()).toMatchObject({ ok: true, events: 6 });
    other.exec('COMMIT');
    other.close();
    await store.close();
  });

  it('says that the disk is full, loses nothing and goes on when there is room', async () => {
    const stateDir = await filled();
    const store = await openStore('sqlite:', { stateDir });
    // A file that may not grow is what a full disk looks like from here; the limit is per connection, so a child has it.
    const script = `
      import { DatabaseSync } from '@photostructure/sqlite';
      const database = new DatabaseSync(process.argv[2]);
      database.exec('PRAGMA max_page_count = 1');
      try { database.exec("INSERT INTO memo VALUES ('s', 'k', '" + 'x'.repeat(1e6) + "', '')"); }
      catch (error) { process.stdout.write(String(error.errcode)); }`;
    const child = spawn(process.execPath, ['--input-type=module', '-', fileOf(stateDir)]);
    child.stdin.end(script);
    const code = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    expect(code).toBe('13');
    const { storeFault } = await import('../../src/store/sqlite/faults.js');
    expect(storeFault(Object.assign(new Error('full'), { errcode: 13 }), 'x')).toMatchObject({
      code: 'store_failed',
      hint: expect.stringContaining('Free space'),
    });
    expect(await store.events.append(sampleEvent())).toMatchObject({ seq: 6 });
    expect(await store.evidence.verify()).toEqual({ records: 2, faults: [] });
    await store.close();
  });

  it('writes no record where its blob cannot be written', async () => {
    const stateDir = folder();
    const store = await openStore('sqlite:', { stateDir });
    writeFileSync(join(stateDir, 'sallyport.blobs'), 'a file in the way');
    await expect(store.evidence.put(sampleEvidence({ body: noise(200_000, 1) }))).rejects.toMatchObject({
      code: 'store_failed',
    });
    expect(await store.evidence.size()).toEqual({ records: 0, bytes: 0 });
    // Small ones need no file.
    await store.evidence.put(sampleEvidence({ body: noise(100, 1) }));
    expect(await store.evidence.verify()).toEqual({ records: 1, faults: [] });
    await store.close();
  });
});

describe('a log that was edited by hand', () => {
  const cases: [name: string, sql: string, fault: { seq: number; fault: RegExp }][] = [
    ['a changed payload', `UPDATE event SET payload = '{"i":9}' WHERE seq = 3`, { seq: 3, fault: /altered payload/ }],
    ['a payload that is no JSON', `UPDATE event SET payload = 'x' WHERE seq = 3`, { seq: 3, fault: /altered payload/ }],
    ['a changed kind', `UPDATE event SET kind = 'other' WHERE seq = 2`, { seq: 2, fault: /altered/ }],
    ['a changed time', `UPDATE event SET at = '2020' WHERE seq = 2`, { seq: 2, fault: /altered/ }],
    ['a deleted event', 'DELETE FROM event WHERE seq = 3', { seq: 3, fault: /missing/ }],
    ['a deleted first event', 'DELETE FROM event WHERE seq = 1', { seq: 1, fault: /missing/ }],
    [
      'two events that changed places',
      'UPDATE event SET seq = 99 WHERE seq = 2; UPDATE event SET seq = 2 WHERE seq = 3; UPDATE event SET seq = 3 WHERE seq = 99',
      { seq: 2, fault: /follow|altered/ },
    ],
    ['a cut tail', 'DELETE FROM event WHERE seq > 3', { seq: 4, fault: /missing/ }],
    [
      'a payload taken without an erasure',
      'UPDATE event SET payload = NULL WHERE seq = 4',
      { seq: 4, fault: /erasure/ },
    ],
    [
      'a hash made up to fit',
      `UPDATE event SET hash = '${'a'.repeat(64)}' WHERE seq = 3`,
      { seq: 3, fault: /altered/ },
    ],
  ];
  it.each(cases)('finds %s and says where', async (_name, sql, { seq, fault }) => {
    const stateDir = await filled();
    await edit(stateDir, sql);
    const store = await openStore('sqlite:', { stateDir });
    const verdict = await store.events.verify();
    expect(verdict.ok).toBe(false);
    expect(verdict.faults[0]).toMatchObject({ seq, fault: expect.stringMatching(fault) });
    // The rest stays readable, and what is appended does not heal the fault.
    expect((await store.events.list({})).length).toBeGreaterThanOrEqual(3);
    await store.events.append(sampleEvent());
    expect((await store.events.verify()).ok).toBe(false);
    await store.close();
  });

  it('finds a tail cut with its memory of it, by a head kept apart', async () => {
    const stateDir = await filled();
    let store = await openStore('sqlite:', { stateDir });
    const { events, head } = await store.events.verify();
    await store.close();
    await edit(stateDir, 'DELETE FROM event WHERE seq > 3; DELETE FROM event_head');
    store = await openStore('sqlite:', { stateDir });
    expect((await store.events.verify()).ok).toBe(true);
    expect(await store.events.verify({ events, head })).toMatchObject({ ok: false, faults: [{ seq: 4 }] });
    await store.close();
  });

  it('erased text stands nowhere in the files', async () => {
    const stateDir = folder();
    const store = await openStore('sqlite:', { stateDir });
    const { seq } = await store.events.append(sampleEvent({ payload: { query: 'mysterious-needle' } }));
    const files = () =>
      readdirSync(stateDir).filter((name) => readFileSync(join(stateDir, name)).includes('mysterious-needle'));
    expect(files()).not.toEqual([]);
    await store.events.erase(seq);
    expect(files()).toEqual([]);
    await store.close();
  });
});

describe('blobs that were touched', () => {
  function blobFiles(stateDir: string): string[] {
    const blobs = join(stateDir, 'sallyport.blobs');
    return readdirSync(blobs, { recursive: true })
      .map((name) => join(blobs, String(name)))
      .filter((path) => statSync(path).isFile());
  }

  it('says which record misses a blob, and a new record of the same content heals it', async () => {
    const stateDir = await filled();
    rmSync(blobFiles(stateDir)[0] ?? '');
    const store = await openStore('sqlite:', { stateDir });
    const { faults } = await store.evidence.verify();
    expect(faults).toEqual([{ id: expect.stringMatching(/^ev_/), fault: 'its body is missing' }]);
    const record = await store.evidence.get(faults[0]?.id ?? '');
    await expect(store.evidence.body(record!)).rejects.toMatchObject({ code: 'store_failed' });
    expect(await store.evidence.answer(record!)).toBe(sampleEvidence().answer);
    for (const fill of [1, 2]) await store.evidence.put(sampleEvidence({ body: noise(200_000, fill) }));
    expect((await store.evidence.verify()).faults).toEqual([]);
    await store.close();
  });

  it.each([
    ['other bytes', (path: string) => writeFileSync(path, noise(200_000, 9))],
    ['nothing', (path: string) => writeFileSync(path, '')],
    ['a cut end', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 1_000))],
  ])('finds a blob with %s in it', async (_name, damage) => {
    const stateDir = await filled();
    damage(blobFiles(stateDir)[0] ?? '');
    const store = await openStore('sqlite:', { stateDir });
    expect((await store.evidence.verify()).faults).toEqual([
      { id: expect.stringMatching(/^ev_/), fault: 'its body was altered' },
    ]);
    await store.close();
  });

  it('sweeps files that no record names, and leaves those that are none of its own', async () => {
    const stateDir = await filled();
    const blobs = join(stateDir, 'sallyport.blobs');
    mkdirSync(join(blobs, 'ab'), { recursive: true });
    writeFileSync(join(blobs, 'ab', 'c'.repeat(62)), 'left by a crash');
    writeFileSync(join(blobs, 'ab', 'README'), 'not a blob');
    symlinkSync('/nowhere', join(blobs, 'link'));
    const store = await openStore('sqlite:', { stateDir });
    await store.evidence.prune({});
    expect(existsSync(join(blobs, 'ab', 'c'.repeat(62)))).toBe(false);
    expect(existsSync(join(blobs, 'ab', 'README'))).toBe(true);
    expect(await store.evidence.verify()).toEqual({ records: 2, faults: [] });
    await store.close();
  });
});
