import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedPath } from '../shared.js';

const truth = sharedPath('articles', 'wcxb', 'ground-truth');
const news = sharedPath('articles', 'news', 'ground-truth.json');

/** Addresses of the handed documentation and articles, those with a query or fragment left out. */
export function realAddresses(): string[] {
  if (truth === null || news === null) return [];
  const wcxb = readdirSync(truth).map(
    (name) =>
      JSON.parse(readFileSync(join(truth, name), 'utf8')) as {
        url?: string;
        _internal: { page_type: { primary: string } };
      },
  );
  const read = wcxb.filter((page) => /^(?:article|documentation)$/.test(page._internal.page_type.primary));
  const press = Object.values(JSON.parse(readFileSync(news, 'utf8')) as Record<string, { url: string }>);
  return [...read, ...press].map(({ url }) => url ?? '').filter((url) => /^https?:\/\/[^?#]+$/.test(url));
}
