import { existsSync, readFileSync } from 'node:fs';
import type { App } from './app.js';
import { checkSettings } from './config.js';
import { replaceFile } from './private-file.js';

/** Which door a search goes through. */
export type Door =
  | { kind: 'none' }
  | { kind: 'hosted'; by: 'anthropic' | 'openai' }
  | { kind: 'command'; command: readonly string[] }
  | { kind: 'provider'; id: string; baseUrl: string | null }
  | { kind: 'local' };

/** What `search` of the configuration says for a door; the keys of every other door are taken out. */
function searchOf(door: Door): Record<string, unknown> {
  const nothing = { provider: null, hosted: null, command: null, baseUrl: null };
  switch (door.kind) {
    case 'none':
      return { ...nothing, provider: 'none' };
    case 'hosted':
      return { ...nothing, hosted: door.by };
    case 'command':
      return { ...nothing, provider: 'command', command: door.command };
    case 'provider':
      return { ...nothing, provider: door.id, baseUrl: door.baseUrl };
    case 'local':
      return { ...nothing, provider: 'local' };
  }
}

/**
 * Writes the door into the operator's file and leaves everything else in it as it is; what would come out is checked as a
 * configuration first. Returns the path. Throws `invalid_input` or `store_failed`.
 */
export function writeDoor(app: App, door: Door): string {
  const { file } = app.config;
  const value = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  const merged = { ...(value['search'] as object | undefined), ...searchOf(door) };
  const search = Object.fromEntries(Object.entries(merged).filter(([, inner]) => inner !== null));
  // A hosted door stands alone: whatever a provider could not answer is not ours to ask.
  if (door.kind === 'hosted') delete search['fallback'];
  const values = { ...value, search };
  checkSettings(structuredClone(values), file);
  replaceFile(file, `${JSON.stringify(values, null, 2)}\n`, { keepMode: true });
  return file;
}
