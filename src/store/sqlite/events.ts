import { type Clock, isoTime } from '../../core/index.js';
import type { EventInput, EventLog, EventRecord } from '../contract.js';
import { CHAIN_START, ChainCheck, type ChainHead, chainEvent, ERASURE } from '../event-chain.js';
import type { Database } from './database.js';
import type { SqlRow, SqlValue } from './engine.js';

/** Events that `verify` reads in one step. */
const STEP = 2_000;

/** The hash-chained log. The write lock of the database makes one chain of whatever many processes append. */
export function sqliteEvents(database: Database, clock: Clock): EventLog {
  /**
   * The head stands in a row of its own: where the tail was cut, the next event does not close the gap. Without the
   * row (deleted by hand) the last event is the head.
   */
  function head(): ChainHead {
    const row = (database.sql('SELECT seq, hash FROM event_head').get() ??
      database.sql('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1').get()) as SqlRow | undefined;
    return row === undefined
      ? { events: 0, head: CHAIN_START }
      : { events: Number(row['seq']), head: String(row['hash']) };
  }

  function append(event: EventInput): EventRecord {
    const { record, payload } = chainEvent(event, head());
    database
      .sql(
        `INSERT INTO event (seq, at, kind, agent, session, payload, payload_hash, previous, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        record.seq,
        record.at,
        record.kind,
        record.agent,
        record.session,
        payload,
        record.payloadHash,
        record.previous,
        record.hash,
      );
    database
      .sql('INSERT INTO event_head (only, seq, hash) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET seq = ?1, hash = ?2')
      .run(record.seq, record.hash);
    return record;
  }

  return {
    append: (event) => database.write(() => append(event)),

    async list({ session, agent, kinds, after = 0, limit = 10_000, newest = false }) {
      const where = ['seq > ?'];
      const values: SqlValue[] = [after];
      if (session !== undefined) where.push('session = ?') && values.push(session);
      if (agent !== undefined) where.push('agent = ?') && values.push(agent);
      if (kinds !== undefined) {
        where.push('kind IN (SELECT value FROM json_each(?))');
        values.push(JSON.stringify(kinds));
      }
      const rows = await database.read(() =>
        database
          .sql(`SELECT * FROM event WHERE ${where.join(' AND ')} ORDER BY seq ${newest ? 'DESC' : 'ASC'} LIMIT ?`)
          .all(...values, Math.max(0, Math.floor(limit))),
      );
      const events = rows.map((row) => toRecord(row as SqlRow));
      return newest ? events.reverse() : events;
    },

    async verify(expected) {
      const check = new ChainCheck(expected);
      const stored = await database.read(head);
      let last = 0;
      for (;;) {
        const rows = (await database.read(() =>
          database.sql(`SELECT * FROM event WHERE seq > ? ORDER BY seq LIMIT ${STEP}`).all(last),
        )) as SqlRow[];
        if (rows.length === 0) break;
        for (const row of rows) check.add(toRecord(row), row['payload'] as string | null);
        last = Number(rows.at(-1)?.['seq']);
      }
      return check.end(stored.events > last ? stored : undefined);
    },

    async erase(seq) {
      const erased = await database.write(() => {
        const row = database
          .sql('UPDATE event SET payload = NULL WHERE seq = ? AND payload IS NOT NULL AND kind <> ? RETURNING session')
          .get(seq, ERASURE) as SqlRow | undefined;
        if (row === undefined) return false;
        const session = String(row['session']);
        append({ at: isoTime(clock), kind: ERASURE, agent: 'operator', session, payload: { seq } });
        return true;
      });
      if (erased) await database.flushLog();
      return erased;
    },
  };
}

function toRecord(row: SqlRow): EventRecord {
  const payload = row['payload'];
  return {
    seq: Number(row['seq']),
    at: String(row['at']),
    kind: String(row['kind']),
    agent: String(row['agent']),
    session: String(row['session']),
    payload: typeof payload === 'string' ? parsePayload(payload) : {},
    payloadHash: String(row['payload_hash']),
    previous: String(row['previous']),
    hash: String(row['hash']),
    ...(payload === null ? { erased: true } : {}),
  };
}

/** A payload that somebody edited into no JSON must not keep the rest of the log from being read. */
function parsePayload(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
