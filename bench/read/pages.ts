import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page with its truth. `news` pages are scored by 4-token shingles, the others by bags of words. */
export interface LabelledPage {
  id: string;
  set: 'wcxb' | 'news';
  type: string;
  url: string;
  html: Uint8Array;
  truth: string;
  domain: string;
}

/** Where the handed pages are: the folder beside the repository, or `SALLYPORT_SHARED`. */
export const ARTICLES = join(
  process.env['SALLYPORT_SHARED'] ?? new URL('../../../../shared', import.meta.url).pathname,
  'articles',
);

export function* labelledPages(articles: string): Generator<LabelledPage> {
  const wcxb = join(articles, 'wcxb');
  for (const file of readdirSync(join(wcxb, 'ground-truth')).sort()) {
    const id = file.replace('.json', '');
    const record = JSON.parse(readFileSync(join(wcxb, 'ground-truth', file), 'utf8'));
    const type = record._internal?.page_type?.primary ?? 'article';
    const url = record.url ?? '';
    yield {
      id,
      set: 'wcxb',
      type: type === 'category' ? 'collection' : type,
      url,
      html: gunzipSync(readFileSync(join(wcxb, 'html', `${id}.html.gz`))),
      truth: record.ground_truth.main_content ?? '',
      domain: domainOf(url, id),
    };
  }
  const truths = JSON.parse(readFileSync(join(articles, 'news', 'ground-truth.json'), 'utf8'));
  for (const id of Object.keys(truths).sort()) {
    const url = truths[id].url ?? '';
    const html = gunzipSync(readFileSync(join(articles, 'news', 'html', `${id}.html.gz`)));
    yield { id, set: 'news', type: 'news', url, html, truth: truths[id].articleBody, domain: domainOf(url, id) };
  }
}

/** The registrable part of an address's host: pages of one site stay in one fold. */
function domainOf(url: string, fallback: string): string {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase();
  if (!host) return fallback;
  const parts = host.split('.');
  return parts.slice(/^(?:co|com|org|net|gov|ac|edu)$/.test(parts.at(-2) ?? '') ? -3 : -2).join('.');
}

export const FOLDS = 5;
export function foldOf(domain: string): number {
  let hash = 2_166_136_261;
  for (const character of domain) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619);
  return ((hash >>> 9) ^ (hash >>> 20)) % FOLDS;
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}
