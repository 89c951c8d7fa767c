import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/index.js';
import { outcome, startChild } from './child.js';

it('eight processes at once keep one chain, one limit, one budget and whole evidence', {
  timeout: 180_000,
}, async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'sallyport-busy-'));
  const names = Array.from({ length: 8 }, (_, i) => `p${i}`);
  const ended = await Promise.all(
    names.map(async (name) => outcome(await startChild('busy.child.ts', stateDir, name))),
  );
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0));
  const sums = ended.map(({ output }) => JSON.parse(output) as { granted: number; links: number });
  expect(sums.reduce((sum, { granted }) => sum + granted, 0)).toBe(300);
  expect(sums.reduce((sum, { links }) => sum + links, 0)).toBe(30);

  const store = await openStore('sqlite:', { stateDir });
  expect(await store.counters.read('day')).toBe(300);
  expect(await store.events.verify()).toMatchObject({ ok: true, events: 480 });
  for (const name of names) {
    const own = (await store.events.list({ session: name })).map((event) => event.payload['i']);
    expect(own).toEqual(Array.from({ length: 60 }, (_, i) => i));
  }
  expect(await store.evidence.verify()).toEqual({ records: 24, faults: [] });
  const hits = await store.index.search('walrus operator', { project: '/', agent: 'cli', count: 20, page: 1 });
  expect(hits.length).toBeGreaterThan(0);
  await store.close();
});

/** Kills in all; `STORE_KILLS=200` for the full run, which takes a minute of processor time. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 40);

it(`killed ${KILLS} times at any moment, the store loses no finished record and keeps no half one`, {
  timeout: 600_000,
}, async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'sallyport-kill-'));
  const finished: { id: string; seq: number }[] = [];
  let kills = 0;
  let next = 0;

  async function lane(): Promise<void> {
    for (let round = next++; round < KILLS; round = next++) {
      const child = await startChild('writer.child.ts', stateDir, String(round));
      let lines = 0;
      const end = outcome(child);
      // After none to four finished records, and then somewhere in the next: another place each time.
      await new Promise<void>((ready) => {
        child.stdout?.on('data', (data: Buffer) => {
          lines += data.toString('utf8').split('\n').length - 1;
          if (lines > round % 5) ready();
        });
      });
      await sleep((round * 7) % 23);
      child.kill('SIGKILL');
      const { output, signal } = await end;
      expect(signal).toBe('SIGKILL');
      kills += 1;
      for (const line of output.split('\n').slice(1, -1)) {
        const [id = '', seq, granted] = line.split(' ');
        expect(granted).toBe('true');
        finished.push({ id, seq: Number(seq) });
      }
    }
  }
  await Promise.all([lane(), lane(), lane()]);
  expect(kills).toBe(KILLS);
  expect(finished.length).toBeGreaterThan(KILLS);

  const store = await openStore('sqlite:', { stateDir });
  expect(await store.evidence.verify()).toMatchObject({ faults: [] });
  const events = await store.events.verify();
  expect(events).toMatchObject({ ok: true, faults: [] });
  expect(await store.counters.read('day')).toBeGreaterThanOrEqual(finished.length);
  for (const { id, seq } of finished) {
    const record = await store.evidence.get(id);
    expect(record, id).not.toBeNull();
    expect(seq).toBeLessThanOrEqual(events.events);
  }
  // A day later, what the killed left half written is swept, and nothing else.
  await store.close();
  const later = await openStore('sqlite:', { stateDir, clock: () => Date.now() + 86_400_000 });
  await later.evidence.prune({});
  expect(await later.evidence.verify()).toMatchObject({ faults: [] });
  const blobs = join(stateDir, 'sallyport.blobs');
  const left = readdirSync(blobs, { recursive: true }).filter((name) => String(name).endsWith('.tmp'));
  expect(left).toEqual([]);
  await later.close();
});
