import type { Migrations } from '../sqlite/migrate.js';

/**
 * The local index: documents with their text, and segments of postings over them. A document is known by its segment
 * and its ordinal there; a segment is written once, and dies with its last document or when it is merged. `SPIX`
 * marks the file.
 */
export const INDEX_SCHEMA: Migrations = {
  applicationId: 0x53504958,
  steps: [
    `
    CREATE TABLE collection (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('folder', 'packages', 'pages')),
      root TEXT NOT NULL,
      project TEXT, -- packages: only searches from this project see them
      agent TEXT, -- pages: only searches of this agent see them
      stamp TEXT, -- what was there at the last run, where one look tells
      updated_at TEXT NOT NULL
    );
    CREATE TABLE segment (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      documents INTEGER NOT NULL,
      lengths BLOB NOT NULL -- tokens of each document, 32 bits, little-endian
    );
    CREATE INDEX segment_collection ON segment (collection);
    CREATE TABLE posting (
      segment INTEGER NOT NULL, first BLOB NOT NULL, data BLOB NOT NULL,
      PRIMARY KEY (segment, first)
    ) WITHOUT ROWID;
    CREATE TABLE chunk (
      segment INTEGER NOT NULL, ordinal INTEGER NOT NULL, passage INTEGER NOT NULL,
      heading TEXT NOT NULL, bytes INTEGER NOT NULL, data BLOB NOT NULL,
      PRIMARY KEY (segment, ordinal, passage)
    ) WITHOUT ROWID;
    CREATE TABLE document (
      id INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      segment INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      path TEXT NOT NULL,
      file TEXT, -- below the root, where that is not the path
      url TEXT NOT NULL,
      title TEXT NOT NULL,
      content_type TEXT NOT NULL,
      lang TEXT,
      size INTEGER NOT NULL,
      mtime INTEGER NOT NULL, -- microseconds
      sha256 TEXT NOT NULL,
      indexed_at TEXT NOT NULL,
      evidence TEXT,
      text_offset INTEGER NOT NULL, -- in its chunk
      text_bytes INTEGER NOT NULL,
      UNIQUE (url, collection)
    );
    CREATE INDEX document_segment ON document (segment, ordinal);
    `,
  ],
};
