import type { Migrations } from './migrate.js';

/** Evidence, events, counters, memo and sessions. `SPRT` marks the file. */
export const STORE_SCHEMA: Migrations = {
  applicationId: 0x53505254,
  steps: [
    `
    CREATE TABLE blob (
      sha256 TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL, -- of the content
      stored INTEGER NOT NULL, -- as it takes up room
      encoding TEXT NOT NULL CHECK (encoding IN ('raw', 'deflate')),
      data BLOB -- null: stands in a file of its own, unless nothing is stored
    );
    CREATE TABLE evidence (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      origin TEXT NOT NULL,
      agent TEXT NOT NULL,
      session TEXT NOT NULL,
      run TEXT,
      project TEXT,
      url TEXT NOT NULL,
      final_url TEXT NOT NULL,
      at TEXT NOT NULL,
      request_key TEXT NOT NULL,
      meta TEXT NOT NULL,
      body_sha256 TEXT REFERENCES blob (sha256),
      bytes INTEGER NOT NULL,
      answer_sha256 TEXT NOT NULL REFERENCES blob (sha256)
    );
    CREATE INDEX evidence_request ON evidence (request_key);
    CREATE INDEX evidence_session ON evidence (session);
    CREATE INDEX evidence_run ON evidence (run) WHERE run IS NOT NULL;
    CREATE INDEX evidence_url ON evidence (url);
    CREATE INDEX evidence_body ON evidence (body_sha256);
    CREATE INDEX evidence_answer ON evidence (answer_sha256);
    CREATE TABLE citation (
      evidence TEXT NOT NULL REFERENCES evidence (id) ON DELETE CASCADE,
      cited_by TEXT NOT NULL,
      PRIMARY KEY (evidence, cited_by)
    ) WITHOUT ROWID;
    CREATE TABLE event (
      seq INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      agent TEXT NOT NULL,
      session TEXT NOT NULL,
      payload TEXT, -- null: erased on request
      payload_hash TEXT NOT NULL,
      previous TEXT NOT NULL,
      hash TEXT NOT NULL
    );
    CREATE INDEX event_session ON event (session);
    CREATE TABLE event_head (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL);
    CREATE TABLE counter (key TEXT PRIMARY KEY, used REAL NOT NULL) WITHOUT ROWID;
    CREATE TABLE memo (
      session TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (session, key)
    );
    CREATE TABLE seen (
      session TEXT NOT NULL, url TEXT NOT NULL, host TEXT NOT NULL, source TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (session, url)
    ) WITHOUT ROWID;
    CREATE INDEX seen_host ON seen (session, host);
    CREATE TABLE link_spend (
      session TEXT NOT NULL, site TEXT NOT NULL, used INTEGER NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (session, site)
    ) WITHOUT ROWID;
    CREATE TABLE taint (session TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE approval (
      session TEXT NOT NULL, what TEXT NOT NULL, verdict TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (session, what)
    ) WITHOUT ROWID;
    `,
  ],
};
