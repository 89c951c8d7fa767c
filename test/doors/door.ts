import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { emptyHome } from '../support/cli.js';

/** A home with an operator's configuration. */
export function homeWith(config: object): string {
  const home = emptyHome();
  mkdirSync(join(home, '.config', 'sallyport'), { recursive: true });
  writeFileSync(join(home, '.config', 'sallyport', 'config.json'), JSON.stringify(config));
  return home;
}

export interface StandInHit {
  title?: unknown;
  url?: unknown;
  description?: unknown;
}

export const HITS: readonly StandInHit[] = [
  { title: 'Rope knots', url: 'https://knots.example.org/bowline', description: 'How a bowline is tied.' },
  { title: 'Sail repair', url: 'https://sails.example.org/repair', description: 'How a torn sail is mended.' },
];

/** What Brave's web endpoint answers. */
export const braveReply = (hits: readonly unknown[]): string =>
  JSON.stringify({ type: 'search', query: { original: 'q' }, web: { type: 'search', results: hits } });

/** What SearXNG answers. */
export const searxReply = (hits: readonly StandInHit[]): string =>
  JSON.stringify({
    query: 'q',
    results: hits.map(({ title, url, description }) => ({ title, url, content: description, engine: 'one' })),
    unresponsive_engines: [],
  });

export const json =
  (body: string, status = 200, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

/** Every file below a folder as bytes, whatever it is. */
export function filesBelow(folder: string): { path: string; bytes: Buffer }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [{ path, bytes: readFileSync(path) }] : [];
  });
}
