import { deepStrictEqual, match, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import type { EventInput, EvidenceInput, Store } from './contract.js';
import { openSeal, sealHead } from './event-chain.js';

/** One thing that every store must do. `run` throws where it does not. */
export interface StoreCheck {
  name: string;
  run(): Promise<void>;
}

/**
 * What every store must do, as named checks for any test runner. `open` gives a fresh, empty store each time; each
 * check closes the store it opened.
 */
export function storeConformance(open: () => Promise<Store>): StoreCheck[] {
  const check = (name: string, run: (store: Store) => Promise<void>): StoreCheck => ({
    name,
    async run() {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    },
  });
  return [...evidenceChecks, ...eventChecks, ...counterChecks, ...sessionChecks].map(([name, run]) => check(name, run));
}

type Check = readonly [name: string, run: (store: Store) => Promise<void>];

/** A record as the checks write it. */
export function sampleEvidence(over: Partial<EvidenceInput> = {}): EvidenceInput {
  return {
    kind: 'fetch',
    origin: 'web',
    agent: 'cli',
    session: 's1',
    run: null,
    project: null,
    url: 'https://example.com/a',
    finalUrl: 'https://example.com/a',
    at: '2026-01-02T03:04:05.678Z',
    requestKey: 'key-1',
    meta: { status: 200, hops: [] },
    answer: '{"text":"ünïcode \u0000 and \ud83d\ude00"}',
    ...over,
  };
}

/** An event as the checks write it. */
export function sampleEvent(over: Partial<EventInput> = {}): EventInput {
  return {
    at: '2026-01-02T03:04:05.678Z',
    kind: 'call_asked',
    agent: 'cli',
    session: 's1',
    payload: { query: 'what left' },
    ...over,
  };
}

/** Bytes that do not pack, so that a large blob stays large. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

const evidenceChecks: readonly Check[] = [
  [
    'a record comes back as it was put, with its answer and body byte for byte',
    async ({ evidence }) => {
      for (const body of [noise(0), noise(10), noise(65_536), noise(300_000), new Uint8Array(300_000)]) {
        const record = await evidence.put(sampleEvidence({ body }));
        match(record.id, /^ev_[0-9a-f]{24}$/);
        strictEqual(record.bytes, body.length);
        deepStrictEqual(await evidence.get(record.id), record);
        strictEqual(await evidence.answer(record), sampleEvidence().answer);
        ok(Buffer.from(body).equals((await evidence.body(record)) ?? Buffer.from('missing')));
      }
      deepStrictEqual(await evidence.verify(), { records: 5, faults: [] });
    },
  ],
  [
    'a record without a body has none',
    async ({ evidence }) => {
      const record = await evidence.put(sampleEvidence());
      strictEqual(record.bodySha256, null);
      strictEqual(record.bytes, 0);
      strictEqual(await evidence.body(record), null);
    },
  ],
  [
    'an unknown id is null, and removing it is false',
    async ({ evidence }) => {
      strictEqual(await evidence.get('ev_000000000000000000000000'), null);
      strictEqual(await evidence.remove('ev_000000000000000000000000'), false);
    },
  ],
  [
    'lists are newest first by the order of writing, filtered, limited and read on in parts',
    async ({ evidence }) => {
      const ids: string[] = [];
      for (let i = 0; i < 7; i += 1) {
        const over = { session: i % 2 === 0 ? 'even' : 'odd', requestKey: `key-${i}`, run: i < 3 ? 'first' : null };
        // The clock goes backwards: the order of writing is what counts.
        ids.unshift((await evidence.put(sampleEvidence({ ...over, at: `2026-01-0${9 - i}T00:00:00.000Z` }))).id);
      }
      const idsOf = async (filter: Parameters<typeof evidence.list>[0]) =>
        (await evidence.list(filter)).map((record) => record.id);
      deepStrictEqual(await idsOf({}), ids);
      deepStrictEqual(await idsOf({ limit: 2 }), ids.slice(0, 2));
      deepStrictEqual(await idsOf({ limit: 0 }), []);
      deepStrictEqual(await idsOf({ before: ids[1]!, limit: 3 }), ids.slice(2, 5));
      deepStrictEqual(await idsOf({ session: 'odd' }), [ids[1], ids[3], ids[5]]);
      deepStrictEqual(await idsOf({ run: 'first' }), ids.slice(4));
      deepStrictEqual(await idsOf({ requestKey: 'key-2', session: 'even' }), [ids[4]]);
      deepStrictEqual(await idsOf({ session: 'even', requestKey: 'key-1' }), []);
      deepStrictEqual(await idsOf({ kind: 'search' }), []);
    },
  ],
  [
    'equal bodies share one blob, which stays until its last record goes',
    async ({ evidence }) => {
      const body = noise(200_000);
      const first = await evidence.put(sampleEvidence({ body }));
      const alone = (await evidence.size()).bytes;
      const second = await evidence.put(sampleEvidence({ body }));
      strictEqual((await evidence.size()).bytes, alone);
      strictEqual(await evidence.remove(first.id), true);
      ok(Buffer.from(body).equals((await evidence.body(second)) ?? Buffer.from('missing')));
      strictEqual(await evidence.remove(second.id), true);
      deepStrictEqual(await evidence.size(), { records: 0, bytes: 0 });
      // And the same content may come again.
      const third = await evidence.put(sampleEvidence({ body }));
      ok(Buffer.from(body).equals((await evidence.body(third)) ?? Buffer.from('missing')));
    },
  ],
  [
    'pruning removes what is old, oldest first down to a size, and never what is cited',
    async ({ evidence, sessions }) => {
      const put = (at: string, seed: number) =>
        evidence.put(sampleEvidence({ at, body: noise(100_000 + seed), answer: `{"n":${seed}}` }));
      const cited = await put('2025-01-01T00:00:00.000Z', 1);
      const old = await put('2025-06-01T00:00:00.000Z', 2);
      const newer = await put('2026-01-01T00:00:00.000Z', 3);
      const newest = await put('2026-02-01T00:00:00.000Z', 4);
      await evidence.cite([cited.id, 'ev_unknown'], 'report.md');
      await sessions.remember('s1', 'tool:web_search', 'allow');
      strictEqual((await evidence.prune({ before: '2025-12-01T00:00:00.000Z' })).removed, 1);
      strictEqual(await evidence.get(old.id), null);
      strictEqual((await evidence.prune({ maxBytes: 250_000 })).removed, 1);
      strictEqual(await evidence.get(newer.id), null);
      strictEqual((await evidence.prune({ maxBytes: 0 })).removed, 1);
      strictEqual(await evidence.get(newest.id), null);
      ok((await evidence.body(cited))?.length === 100_001);
      deepStrictEqual(await evidence.verify(), { records: 1, faults: [] });
      strictEqual(await evidence.remove(cited.id), true);
    },
  ],
];

const eventChecks: readonly Check[] = [
  [
    'events are numbered from 1 and each names the hash of the one before',
    async ({ events }) => {
      deepStrictEqual(await events.verify(), { ok: true, events: 0, head: '0'.repeat(64), faults: [] });
      const first = await events.append(sampleEvent());
      const second = await events.append(sampleEvent({ payload: { b: 2, a: { d: [1, null], c: 'x' } } }));
      strictEqual(first.seq, 1);
      strictEqual(first.previous, '0'.repeat(64));
      strictEqual(second.previous, first.hash);
      deepStrictEqual(await events.list({}), [first, second]);
      deepStrictEqual(await events.verify(), { ok: true, events: 2, head: second.hash, faults: [] });
    },
  ],
  [
    'lists are oldest first, filtered and limited from either end',
    async ({ events }) => {
      for (let i = 1; i <= 6; i += 1) {
        await events.append(sampleEvent({ session: i % 2 ? 'odd' : 'even', kind: i < 4 ? 'early' : 'late' }));
      }
      const seqs = async (filter: Parameters<typeof events.list>[0]) => (await events.list(filter)).map((e) => e.seq);
      deepStrictEqual(await seqs({ limit: 2 }), [1, 2]);
      deepStrictEqual(await seqs({ limit: 2, newest: true }), [5, 6]);
      deepStrictEqual(await seqs({ after: 4 }), [5, 6]);
      deepStrictEqual(await seqs({ session: 'odd', kinds: ['late'] }), [5]);
      deepStrictEqual(await seqs({ kinds: ['early', 'late'], agent: 'cli', after: 2, limit: 2 }), [3, 4]);
      deepStrictEqual(await seqs({ kinds: [] }), []);
    },
  ],
  [
    'many appends at once make one chain without gaps',
    async ({ events }) => {
      const done = await Promise.all(
        Array.from({ length: 50 }, (_, i) => events.append(sampleEvent({ payload: { i } }))),
      );
      strictEqual(new Set(done.map((event) => event.seq)).size, 50);
      strictEqual((await events.verify()).ok, true);
    },
  ],
  [
    'a payload can be erased, the erasure is on record, and the chain still holds',
    async ({ events }) => {
      const { seq } = await events.append(sampleEvent({ payload: { query: 'private' } }));
      await events.append(sampleEvent());
      strictEqual(await events.erase(seq), true);
      strictEqual(await events.erase(seq), false);
      strictEqual(await events.erase(99), false);
      const [erased, , erasure] = await events.list({});
      strictEqual(erased?.erased, true);
      deepStrictEqual(erased?.payload, {});
      strictEqual(erasure?.kind, 'payload_erased');
      deepStrictEqual(erasure?.payload, { seq });
      strictEqual(await events.erase(erasure?.seq ?? 0), false);
      strictEqual((await events.verify()).ok, true);
    },
  ],
  [
    'a head kept apart finds a log that was cut or rewritten',
    async ({ events }) => {
      await events.append(sampleEvent());
      const { head, events: count } = await events.verify();
      await events.append(sampleEvent());
      const kept = openSeal(sealHead({ events: count, head }, 'a key'), 'a key');
      deepStrictEqual(kept, { events: 1, head });
      strictEqual(openSeal(sealHead({ events: count, head }, 'a key'), 'another key'), null);
      strictEqual((await events.verify(kept ?? undefined)).ok, true);
      strictEqual((await events.verify({ events: 1, head: 'f'.repeat(64) })).ok, false);
      strictEqual((await events.verify({ events: 3, head })).ok, false);
    },
  ],
];

const counterChecks: readonly Check[] = [
  [
    'a counter never passes its limit, whoever adds at once',
    async ({ counters }) => {
      const tries = await Promise.all(Array.from({ length: 30 }, () => counters.reserve('day', 1, 20)));
      strictEqual(tries.filter((one) => one.granted).length, 20);
      strictEqual(await counters.read('day'), 20);
      deepStrictEqual(await counters.reserve('day', 1, 20), { granted: false, used: 20 });
      deepStrictEqual(await counters.reserve('day', 0, 20), { granted: true, used: 20 });
      deepStrictEqual(await counters.reserve('day', 1, 21), { granted: true, used: 21 });
    },
  ],
  [
    'what is too much at once is not granted in part',
    async ({ counters }) => {
      deepStrictEqual(await counters.reserve('k', 5, 4), { granted: false, used: 0 });
      deepStrictEqual(await counters.reserve('k', 4, 4), { granted: true, used: 4 });
      strictEqual(await counters.read('other'), 0);
    },
  ],
  [
    'a refund gives back, never below nothing',
    async ({ counters }) => {
      await counters.reserve('k', 3, 10);
      await counters.refund('k', 1);
      strictEqual(await counters.read('k'), 2);
      await counters.refund('k', 9);
      strictEqual(await counters.read('k'), 0);
    },
  ],
  [
    'an amount that is negative or no number moves nothing',
    async ({ counters }) => {
      await counters.reserve('k', 3, 10);
      for (const amount of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await rejects(counters.reserve('k', amount, 10));
        await rejects(counters.refund('k', amount));
      }
      strictEqual((await counters.reserve('k', 1, Number.NaN)).granted, false);
      strictEqual(await counters.read('k'), 3);
    },
  ],
];

const sessionChecks: readonly Check[] = [
  [
    'an answer is remembered for its session only',
    async ({ memo }) => {
      await memo.set('s1', 'k', 'one');
      await memo.set('s1', 'k', 'two');
      strictEqual(await memo.get('s1', 'k'), 'two');
      strictEqual(await memo.get('s2', 'k'), null);
      strictEqual(await memo.get('s1', 'K'), null);
    },
  ],
  [
    'an address is seen by its exact text, its weightiest source and its host',
    async ({ sessions }) => {
      await sessions.addSeen('s1', ['https://a.example/x', 'no address'], 'page');
      strictEqual(await sessions.seen('s1', 'https://a.example/x'), 'page');
      strictEqual(await sessions.seen('s1', 'https://a.example/X'), null);
      strictEqual(await sessions.seen('s2', 'https://a.example/x'), null);
      await sessions.addSeen('s1', ['https://a.example/x'], 'operator');
      await sessions.addSeen('s1', ['https://a.example/x'], 'search');
      strictEqual(await sessions.seen('s1', 'https://a.example/x'), 'operator');
      strictEqual(await sessions.seenHost('s1', 'A.example'), true);
      strictEqual(await sessions.seenHost('s1', 'example'), false);
      strictEqual(await sessions.seenHost('s1', ''), false);
      strictEqual(await sessions.seenHost('s2', 'a.example'), false);
    },
  ],
  [
    'links of a site are spent up to the limit, also at once',
    async ({ sessions }) => {
      const spent = await Promise.all(Array.from({ length: 8 }, () => sessions.spendLink('s1', 'a.example', 5)));
      strictEqual(spent.filter(Boolean).length, 5);
      strictEqual(await sessions.spendLink('s1', 'b.example', 0), false);
      strictEqual(await sessions.spendLink('s2', 'a.example', 5), true);
    },
  ],
  [
    'the first taint and the last approval stand',
    async ({ sessions }) => {
      strictEqual(await sessions.tainted('s1'), null);
      await sessions.taint('s1', '2026-01-01T00:00:00.000Z');
      await sessions.taint('s1', '2026-01-02T00:00:00.000Z');
      strictEqual(await sessions.tainted('s1'), '2026-01-01T00:00:00.000Z');
      strictEqual(await sessions.remembered('s1', 'tool:web_fetch'), null);
      await sessions.remember('s1', 'tool:web_fetch', 'allow');
      await sessions.remember('s1', 'tool:web_fetch', 'deny');
      strictEqual(await sessions.remembered('s1', 'tool:web_fetch'), 'deny');
      notStrictEqual(await sessions.remembered('s2', 'tool:web_fetch'), 'deny');
    },
  ],
];
