import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asSallyportError, isoTime, type Page, SallyportError } from '../core/index.js';
import type { EvidenceFilter, EvidenceRecord } from '../store/contract.js';
import { makePrivateFolder } from '../store/private-folder.js';
import type { App } from './app.js';
import type { FetchAnswer } from './tools/fetch-answer.js';
import { warcFetch, warcInfo, warcMetadata } from './warc.js';

/** Records by filter, newest first; `id` wins over everything else. Throws `invalid_input` for an unknown id. */
export async function findEvidence(
  app: App,
  filter: EvidenceFilter & { ids?: readonly string[] },
): Promise<EvidenceRecord[]> {
  const { evidence } = await app.store();
  const { ids, ...rest } = filter;
  if (ids === undefined || ids.length === 0) return evidence.list(rest);
  const records: EvidenceRecord[] = [];
  for (const id of ids) {
    const record = await evidence.get(id);
    if (record === null)
      throw new SallyportError('invalid_input', `There is no evidence ${JSON.stringify(id)}.`, {
        hint: 'See sallyport evidence list.',
      });
    records.push(record);
  }
  return records;
}

/** One record with its answer, and its body where it has one. */
export async function showEvidence(app: App, id: string): Promise<{ record: EvidenceRecord; answer: unknown }> {
  const [record] = await findEvidence(app, { ids: [id] });
  const { evidence } = await app.store();
  return { record: record as EvidenceRecord, answer: JSON.parse(await evidence.answer(record as EvidenceRecord)) };
}

/** Writes records as one WARC file, oldest first. */
export async function exportWarc(app: App, records: readonly EvidenceRecord[], file: string): Promise<void> {
  const { evidence } = await app.store();
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, warcInfo(isoTime(app.clock)));
    for (const record of [...records].reverse()) {
      const answer = await evidence.answer(record);
      const body = await evidence.body(record);
      writeSync(handle, body === null ? warcMetadata(record, answer) : warcFetch(record, body, answer));
    }
  } finally {
    closeSync(handle);
  }
}

/** Writes each record as a folder of its own: `record.json`, `answer.json`, and `body` as it was read. */
export async function exportFolder(app: App, records: readonly EvidenceRecord[], folder: string): Promise<void> {
  const { evidence } = await app.store();
  for (const record of records) {
    const own = join(folder, record.id);
    makePrivateFolder(own);
    writeFileSync(join(own, 'record.json'), `${JSON.stringify(record, null, 2)}\n`);
    writeFileSync(join(own, 'answer.json'), await evidence.answer(record));
    const body = await evidence.body(record);
    if (body !== null) writeFileSync(join(own, 'body'), body);
  }
}

export interface ReExtracted {
  id: string;
  url: string;
  before: string;
  after: string;
  changed: boolean;
  /** Lines of the text that only one of the two has. */
  linesRemoved: number;
  linesAdded: number;
  error?: string;
}

/** What today's reader would make of recorded bodies: nothing recorded is changed. */
export async function reExtract(
  app: App,
  records: readonly EvidenceRecord[],
  signal: AbortSignal,
): Promise<ReExtracted[]> {
  const { extractDocument } = await import('../extract/index.js');
  const { evidence } = await app.store();
  const results: ReExtracted[] = [];
  for (const record of records) {
    const body = record.kind === 'fetch' ? await evidence.body(record) : null;
    if (body === null) continue;
    const { page } = JSON.parse(await evidence.answer(record)) as FetchAnswer;
    const about = { id: record.id, url: record.finalUrl, before: page.extractor };
    try {
      const headers = record.meta['headers'] as Record<string, string> | undefined;
      const contentType = headers?.['content-type'] ?? page.contentType;
      const now = await extractDocument(body, { url: record.finalUrl, contentType, format: page.format, signal });
      results.push({ ...about, after: now.extractor, ...difference(page, now) });
    } catch (thrown) {
      results.push({
        ...about,
        after: '',
        changed: true,
        linesRemoved: 0,
        linesAdded: 0,
        error: asSallyportError(thrown).message,
      });
    }
  }
  return results;
}

function difference(before: Page, after: Page): Pick<ReExtracted, 'changed' | 'linesRemoved' | 'linesAdded'> {
  const only = (a: Page, b: Page): number => {
    const there = new Set(b.text.split('\n'));
    return a.text.split('\n').filter((line) => !there.has(line)).length;
  };
  return { changed: before.text !== after.text, linesRemoved: only(before, after), linesAdded: only(after, before) };
}
