import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from '../../src/extract/index.js';
import { type DocumentReader, openStore } from '../../src/store/index.js';
import { connect, type SqlRow } from '../../src/store/sqlite/engine.js';

const [docs, kept] = process.argv.slice(2);
if (docs === undefined || !existsSync(docs)) {
  console.log('skipped: give the folder that bench/local/docs.sh filled');
  process.exit(0);
}
const state = kept ?? mkdtempSync(join(tmpdir(), 'sallyport-bench-'));

interface Question {
  text: string;
  right: string[];
}

const questions: Question[] = readFileSync(new URL('../../../bench/local/questions.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [text = '', right = ''] = line.split(' | ');
    return { text, right: right.trim().split(/\s+/) };
  });

/** Seconds of processor time, so that what else runs on the machine does not count. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const plain: { url: string; title: string; text: string }[] = [];
let readSeconds = 0;
let characters = 0;
let peak = 0;
const read: DocumentReader = (bytes, { url, contentType }) => {
  const before = cpu();
  try {
    const page = extract(bytes, { url, contentType });
    const title = page.title ?? '';
    characters += Buffer.byteLength(page.text);
    plain.push({ url, title, text: page.text });
    return { title, text: page.text, lang: page.lang };
  } catch {
    return null;
  } finally {
    readSeconds += cpu() - before;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
};

const store = await openStore('sqlite:', { stateDir: state });
const began = cpu();
let documents = 0;
for (const name of readdirSync(docs).sort()) {
  documents += (await store.index.addFolder(join(docs, name), name, { read })).collection.documents;
}
const indexSeconds = cpu() - began - readSeconds;
const again = performance.now();
for (const name of readdirSync(docs).sort()) await store.index.addFolder(join(docs, name), name, { read });
const secondRun = performance.now() - again;

async function ask(search: (text: string) => Promise<string[]>): Promise<string> {
  let [first, five, reciprocal] = [0, 0, 0];
  const times: number[] = [];
  await search('warm up');
  for (const { text, right } of questions) {
    const before = cpu();
    const urls = await search(text);
    times.push((cpu() - before) * 1000);
    const place = urls.findIndex((url) => right.some((path) => decodeURIComponent(url).endsWith(`/${path}`))) + 1;
    if (place === 1) first += 1;
    if (place > 0 && place <= 5) five += 1;
    if (place > 0) reciprocal += 1 / place;
  }
  times.sort((a, b) => a - b);
  const share = (count: number): string => `${((100 * count) / questions.length).toFixed(1)} %`;
  const at = (part: number): string => `${(times[Math.floor(times.length * part)] ?? 0).toFixed(1)} ms`;
  const mrr = (reciprocal / questions.length).toFixed(3);
  return `first ${share(first)}, in five ${share(five)}, MRR ${mrr}; median ${at(0.5)}, 95 % ${at(0.95)}`;
}

const ours = await ask(async (query) =>
  (await store.index.search(query, { project: '/', agent: 'bench', count: 10, page: 1 })).map(({ url }) => url),
);
await store.close();

console.log(`${questions.length} questions, ${documents} documents, ${(characters / 1e6).toFixed(0)} MB of text`);
console.log(`local index: ${ours}`);
const bytes = statSync(join(state, 'sallyport.index.sqlite')).size;
console.log(`  ${(bytes / characters).toFixed(2)} of the text on disk, ${indexSeconds.toFixed(1)} s to index (CPU)`);
console.log(
  `  ${readSeconds.toFixed(1)} s to read (CPU), ${(peak / 1e6).toFixed(0)} MB at most, second run ${secondRun.toFixed(0)} ms`,
);

if (plain.length > 0) {
  const file = join(state, 'plain.sqlite');
  const database = await connect(file, { readOnly: false });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec("CREATE VIRTUAL TABLE page USING fts5 (url UNINDEXED, title, text, tokenize = 'porter unicode61')");
  const start = cpu();
  database.exec('BEGIN');
  const insert = database.prepare('INSERT INTO page VALUES (?, ?, ?)');
  for (const { url, title, text } of plain) insert.run(url, title, text);
  database.exec('COMMIT');
  const seconds = cpu() - start;
  const find = database.prepare('SELECT url FROM page WHERE page MATCH ? ORDER BY bm25(page, 0, 4, 1) LIMIT 10');
  const theirs = await ask(async (query) => {
    const words = query.match(/[\p{L}\p{N}_]+/gu) ?? [];
    return find.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => String((row as SqlRow)['url']));
  });
  database.close();
  console.log(`plain FTS5:  ${theirs}`);
  console.log(
    `  ${(statSync(file).size / characters).toFixed(2)} of the text on disk, ${seconds.toFixed(1)} s to index (CPU)`,
  );
}
if (kept === undefined) rmSync(state, { recursive: true, force: true });
