import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sharedPath } from '../shared.js';

export const PAGES = sharedPath('articles', 'wcxb', 'html');

/** The first `count` of the handed pages, as bytes. */
export function handedPages(count: number): { name: string; body: Uint8Array }[] {
  if (PAGES === null) return [];
  return readdirSync(PAGES)
    .filter((name) => name.endsWith('.html.gz'))
    .sort()
    .slice(0, count)
    .map((name) => ({ name, body: gunzipSync(readFileSync(join(PAGES, name))) }));
}

/** A small repeatable source of chance: the same numbers for the same seed, in [0, 1). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
