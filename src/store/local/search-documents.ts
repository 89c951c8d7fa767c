import type { LocalHit } from '../contract.js';
import type { Database } from '../sqlite/database.js';
import type { SqlRow } from '../sqlite/engine.js';
import { kindFactor } from './document-kind.js';
import { type Foldable, foldCopies } from './fold.js';
import { languageInAddress, languageOf } from './language.js';
import { parseQuery } from './query.js';
import { type Ranked, rank, type Segment } from './ranker.js';
import { makeSnippet, plainText } from './snippet.js';
import { TextReader, textPlace } from './text-chunks.js';

export interface SearchReach {
  project: string;
  agent: string;
  count: number;
  page: number;
  domains?: readonly string[];
  excludeDomains?: readonly string[];
}

/** Ranked documents that are looked at beyond those asked for, so that copies can be folded. */
const SLACK = 8;
/** Ranked documents that are looked up, where no domain is asked for; of those few more than this can matter. */
const LOOKED_UP = 100;
/** What a document in another language than the question's keeps of its score. */
const OTHER_LANGUAGE = 0.6;

type Candidate = Foldable & { score: number; collection: string; snippet: string };

/** One search, within one read of the database. */
export function searchDocuments(database: Database, query: string, reach: SearchReach): LocalHit[] {
  const segments = reachableSegments(database, reach);
  const concepts = parseQuery(query);
  if (segments.length === 0 || concepts.length === 0) return [];
  const wanted = languageOf(query);
  const asked = reach.count * reach.page;
  const words = concepts.filter(({ weight }) => weight >= 0.5).map(({ word }) => word);
  const ranked = rank(database, segments, concepts);
  const filtered = reach.domains !== undefined || reach.excludeDomains !== undefined;
  const rows = (filtered ? ranked : ranked.slice(0, asked + LOOKED_UP))
    .map((candidate) => ({ candidate, row: documentRow(database, candidate) }))
    .filter((pair): pair is { candidate: Ranked; row: SqlRow } => pair.row !== undefined && inDomains(pair.row, reach));
  for (const { candidate, row } of rows) {
    const language = languageOfDocument(row);
    if (language !== null && language !== wanted) candidate.score *= OTHER_LANGUAGE;
    candidate.score *= kindFactor(String(row['url']), String(row['title']));
  }
  rows.sort((a, b) => b.candidate.score - a.candidate.score);
  const texts = new TextReader(database);
  const candidates = rows
    .slice(0, asked + SLACK)
    .map(({ candidate, row }) => toCandidate(texts, candidate, row, words));
  return foldCopies(candidates, wanted)
    .slice(asked - reach.count, asked)
    .map(({ url, title, snippet, score, collection }) => ({ url, title, snippet, score, collection }));
}

function reachableSegments(database: Database, reach: SearchReach): Segment[] {
  const rows = database
    .sql(
      `SELECT segment.id, documents, lengths FROM segment JOIN collection ON collection.id = collection
       WHERE kind = 'folder' OR (kind = 'packages' AND project = ?) OR (kind = 'pages' AND agent = ?)
       ORDER BY segment.id`,
    )
    .all(reach.project, reach.agent) as SqlRow[];
  return rows.map((row) => {
    const lengths = row['lengths'] as Uint8Array;
    return {
      id: Number(row['id']),
      documents: Number(row['documents']),
      // Copied: a view needs its bytes to begin at a multiple of four.
      lengths: new Uint32Array(new Uint8Array(lengths).buffer),
    };
  });
}

function documentRow(database: Database, { segment, ordinal }: Ranked): SqlRow | undefined {
  return database
    .sql(
      `SELECT url, title, lang, sha256, segment, ordinal, text_offset, text_bytes, name FROM document
       JOIN collection ON collection.id = collection WHERE segment = ? AND ordinal = ?`,
    )
    .get(segment, ordinal) as SqlRow | undefined;
}

function languageOfDocument(row: SqlRow): string | null {
  const stated = row['lang'];
  if (typeof stated === 'string' && stated !== '') return stated.slice(0, 2).toLowerCase();
  return languageInAddress(String(row['url'])).language;
}

function inDomains(row: SqlRow, { domains, excludeDomains }: SearchReach): boolean {
  const host = /^[a-z]+:\/\/([^/:]+)/i.exec(String(row['url']))?.[1]?.toLowerCase() ?? '';
  const within = (domain: string): boolean => {
    const wanted = domain.toLowerCase().replace(/^\*\./, '');
    return host === wanted || host.endsWith(`.${wanted}`);
  };
  if (excludeDomains?.some(within) === true) return false;
  return domains === undefined || domains.length === 0 || domains.some(within);
}

function toCandidate(texts: TextReader, candidate: Ranked, row: SqlRow, words: readonly string[]): Candidate {
  const passage = texts.passage(textPlace(row), candidate.passage);
  const url = String(row['url']);
  return {
    url,
    title: String(row['title']),
    sha256: String(row['sha256']),
    language: languageOfDocument(row),
    neutral: languageInAddress(url).neutral,
    passage: plainText(passage.text),
    textBytes: Number(row['text_bytes']),
    score: candidate.score,
    collection: String(row['name']),
    snippet: makeSnippet(passage, words),
  };
}
