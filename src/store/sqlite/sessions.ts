import { type Clock, isoTime } from '../../core/index.js';
import type { Memo, Sessions } from '../contract.js';
import type { Database } from './database.js';
import type { SqlRow } from './engine.js';

/** Where a seen address came from, the weightiest last: a page's link that a search finds later counts as found. */
const SOURCES = ['page', 'search', 'operator'] as const;
type Source = (typeof SOURCES)[number];

/** Answers that a session already had. */
export function sqliteMemo(database: Database, clock: Clock): Memo {
  return {
    get: (session, key) =>
      database.read(() => {
        const row = database.sql('SELECT value FROM memo WHERE session = ? AND key = ?').get(session, key);
        return row === undefined ? null : String((row as SqlRow)['value']);
      }),
    set: (session, key, value) =>
      database.write(() => {
        database
          .sql('INSERT OR REPLACE INTO memo (session, key, value, at) VALUES (?, ?, ?, ?)')
          .run(session, key, value, isoTime(clock));
      }),
  };
}

/** What a session has seen, spent, read and been told. */
export function sqliteSessions(database: Database, clock: Clock): Sessions {
  function source(session: string, url: string): Source | null {
    const row = database.sql('SELECT source FROM seen WHERE session = ? AND url = ?').get(session, url);
    return row === undefined ? null : ((row as SqlRow)['source'] as Source);
  }

  return {
    addSeen: (session, urls, from) =>
      database.write(() => {
        for (const url of urls) {
          const known = source(session, url);
          if (known !== null && SOURCES.indexOf(known) >= SOURCES.indexOf(from)) continue;
          database
            .sql('INSERT OR REPLACE INTO seen (session, url, host, source, at) VALUES (?, ?, ?, ?, ?)')
            .run(session, url, hostOf(url), from, isoTime(clock));
        }
      }),
    seen: (session, url) => database.read(() => source(session, url)),
    seenHost: (session, host) =>
      database.read(
        () =>
          database
            .sql(`SELECT 1 FROM seen WHERE session = ? AND host = ? AND host <> '' LIMIT 1`)
            .get(session, host.toLowerCase()) !== undefined,
      ),
    spendLink: (session, site, limit) =>
      database.write(() => {
        if (limit < 1) return false;
        const row = database
          .sql(
            `INSERT INTO link_spend (session, site, used, at) VALUES (?1, ?2, 1, ?4)
             ON CONFLICT DO UPDATE SET used = used + 1, at = ?4 WHERE used < ?3 RETURNING used`,
          )
          .get(session, site, limit, isoTime(clock));
        return row !== undefined;
      }),
    taint: (session, at) =>
      database.write(() => {
        database.sql('INSERT OR IGNORE INTO taint (session, at) VALUES (?, ?)').run(session, at);
      }),
    tainted: (session) =>
      database.read(() => {
        const row = database.sql('SELECT at FROM taint WHERE session = ?').get(session);
        return row === undefined ? null : String((row as SqlRow)['at']);
      }),
    remember: (session, what, verdict) =>
      database.write(() => {
        database
          .sql('INSERT OR REPLACE INTO approval (session, what, verdict, at) VALUES (?, ?, ?, ?)')
          .run(session, what, verdict, isoTime(clock));
      }),
    remembered: (session, what) =>
      database.read(() => {
        const row = database.sql('SELECT verdict FROM approval WHERE session = ? AND what = ?').get(session, what);
        return row === undefined ? null : ((row as SqlRow)['verdict'] as 'allow' | 'deny');
      }),
  };
}

/** Host of an address without its port, or nothing: an address that cannot be read makes no host seen. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}
