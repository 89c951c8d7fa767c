import type { Clock, IdSource } from '../../core/index.js';
import { canonicalJson } from '../canonical-json.js';
import type { EvidenceFilter, EvidenceInput, EvidenceRecord, EvidenceStore, RetentionPolicy } from '../contract.js';
import type { Blobs, PreparedBlob } from './blobs.js';
import type { Database } from './database.js';
import type { SqlRow, SqlValue } from './engine.js';

/** Records a step of pruning or verifying takes at once, so that writers of other processes get their turn. */
const STEP = 200;

/** Tables that hold a session's state and the time it was last touched. */
const SESSION_TABLES = ['memo', 'seen', 'link_spend', 'taint', 'approval'];

/** Records of what was read, in the database; their bodies and answers as blobs. */
export function sqliteEvidence(database: Database, blobs: Blobs, clock: Clock, ids: IdSource): EvidenceStore {
  async function put(input: EvidenceInput): Promise<EvidenceRecord> {
    const prepared: PreparedBlob[] = [];
    try {
      const answer = await blobs.prepare(Buffer.from(input.answer, 'utf8'));
      prepared.push(answer);
      const body = input.body === undefined ? null : await blobs.prepare(input.body);
      if (body !== null) prepared.push(body);
      const { body: _, answer: __, ...kept } = input;
      const record: EvidenceRecord = {
        ...kept,
        id: `ev_${ids(12)}`,
        meta: JSON.parse(canonicalJson(input.meta)),
        bodySha256: body?.sha256 ?? null,
        bytes: body?.bytes ?? 0,
        answerSha256: answer.sha256,
      };
      await database.write(() => {
        for (const blob of prepared) blobs.admit(blob);
        insert(record);
      });
      return record;
    } catch (thrown) {
      for (const blob of prepared) blobs.discard(blob);
      throw thrown;
    }
  }

  function insert(record: EvidenceRecord): void {
    const columns = Object.entries(COLUMNS);
    database
      .sql(
        `INSERT INTO evidence (${columns.map(([, column]) => column).join(', ')})
         VALUES (${columns.map(() => '?').join(', ')})`,
      )
      .run(
        ...columns.map(([field]) => {
          const value = record[field as keyof EvidenceRecord];
          return field === 'meta' ? canonicalJson(value) : (value as SqlValue);
        }),
      );
  }

  async function list(filter: EvidenceFilter): Promise<EvidenceRecord[]> {
    const { before, limit = 100, ...wanted } = filter;
    const where: string[] = [];
    const values: SqlValue[] = [];
    for (const [field, value] of Object.entries(wanted)) {
      if (value === undefined) continue;
      where.push(`${COLUMNS[field as keyof typeof COLUMNS]} = ?`);
      values.push(value);
    }
    if (before !== undefined) {
      where.push('seq < (SELECT seq FROM evidence WHERE id = ?)');
      values.push(before);
    }
    const rows = await database.read(() =>
      database
        .sql(
          `SELECT * FROM evidence ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
           ORDER BY seq DESC LIMIT ?`,
        )
        .all(...values, Math.max(0, Math.floor(limit))),
    );
    return rows.map((row) => toRecord(row as SqlRow));
  }

  /** Deletes rows that a query names, with the blobs that only they used. */
  async function removeWhere(where: string, ...values: SqlValue[]): Promise<{ removed: number; bytes: number }> {
    const gone = await database.write(() => {
      const rows = database
        .sql(`DELETE FROM evidence WHERE ${where} RETURNING body_sha256, answer_sha256`)
        .all(...values) as SqlRow[];
      const hashes = new Set<string>();
      for (const row of rows) {
        hashes.add(String(row['answer_sha256']));
        if (row['body_sha256'] !== null) hashes.add(String(row['body_sha256']));
      }
      return { removed: rows.length, ...blobs.forgetUnused(hashes) };
    });
    if (gone.file.length > 0) await database.write(() => blobs.deleteFiles(gone.file));
    return { removed: gone.removed, bytes: gone.bytes };
  }

  async function prune(policy: RetentionPolicy): Promise<{ removed: number; bytes: number }> {
    const total = { removed: 0, bytes: 0 };
    const uncited = 'NOT EXISTS (SELECT 1 FROM citation WHERE citation.evidence = evidence.id)';
    const { before, maxBytes } = policy;
    if (before !== undefined) {
      for (;;) {
        const oldest = `seq IN (SELECT seq FROM evidence WHERE at < ? AND ${uncited} ORDER BY seq LIMIT ${STEP})`;
        const step = await removeWhere(oldest, before);
        if (step.removed === 0) break;
        total.removed += step.removed;
        total.bytes += step.bytes;
      }
      await database.write(() => {
        for (const table of SESSION_TABLES) database.sql(`DELETE FROM ${table} WHERE at < ?`).run(before);
      });
    }
    if (maxBytes !== undefined) {
      // One at a time: the last record that has to go is the last that goes.
      while ((await size()).bytes > maxBytes) {
        const oldest = `seq = (SELECT min(seq) FROM evidence WHERE ${uncited})`;
        const step = await removeWhere(oldest);
        if (step.removed === 0) break;
        total.removed += step.removed;
        total.bytes += step.bytes;
      }
    }
    await database.write(() => blobs.sweep(clock()));
    await database.flushLog();
    return total;
  }

  async function size(): Promise<{ records: number; bytes: number }> {
    const row = (await database.read(() =>
      database
        .sql('SELECT (SELECT count(*) FROM evidence) AS records, (SELECT coalesce(sum(stored), 0) FROM blob) AS bytes')
        .get(),
    )) as SqlRow;
    return { records: Number(row['records']), bytes: Number(row['bytes']) };
  }

  async function verify(): Promise<{ records: number; faults: { id: string; fault: string }[] }> {
    const result = { records: 0, faults: [] as { id: string; fault: string }[] };
    // Blobs are shared: each is read once for all its records.
    const known = new Map<string, string | null>();
    for (let after = 0; ; ) {
      const rows = (await database.read(() =>
        database.sql(`SELECT * FROM evidence WHERE seq > ? ORDER BY seq LIMIT ${STEP}`).all(after),
      )) as SqlRow[];
      if (rows.length === 0) return result;
      for (const row of rows) {
        result.records += 1;
        after = Number(row['seq']);
        for (const part of ['body', 'answer'] as const) {
          const hash = row[`${part}_sha256`];
          if (typeof hash !== 'string') continue;
          if (!known.has(hash)) known.set(hash, await blobs.fault(hash));
          const fault = known.get(hash);
          if (fault !== null) result.faults.push({ id: String(row['id']), fault: `its ${part} ${fault}` });
        }
      }
    }
  }

  return {
    put,
    list,
    prune,
    size,
    verify,
    async get(id) {
      const row = await database.read(() => database.sql('SELECT * FROM evidence WHERE id = ?').get(id));
      return row === undefined ? null : toRecord(row as SqlRow);
    },
    async answer(record) {
      return Buffer.from(await blobs.read(record.answerSha256)).toString('utf8');
    },
    async body(record) {
      return record.bodySha256 === null ? null : blobs.read(record.bodySha256);
    },
    async remove(id) {
      const { removed } = await removeWhere('id = ?', id);
      await database.flushLog();
      return removed > 0;
    },
    async cite(cited, by) {
      await database.write(() => {
        for (const id of cited) {
          database
            .sql('INSERT OR IGNORE INTO citation (evidence, cited_by) SELECT id, ?2 FROM evidence WHERE id = ?1')
            .run(id, by);
        }
      });
    },
  };
}

/** Field of a record and the column it stands in. */
const COLUMNS = {
  id: 'id',
  kind: 'kind',
  origin: 'origin',
  agent: 'agent',
  session: 'session',
  run: 'run',
  project: 'project',
  url: 'url',
  finalUrl: 'final_url',
  at: 'at',
  requestKey: 'request_key',
  meta: 'meta',
  bodySha256: 'body_sha256',
  bytes: 'bytes',
  answerSha256: 'answer_sha256',
} as const satisfies Record<keyof EvidenceRecord, string>;

function toRecord(row: SqlRow): EvidenceRecord {
  const record: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(COLUMNS)) record[field] = row[column];
  record['meta'] = JSON.parse(String(row['meta']));
  return record as unknown as EvidenceRecord;
}
