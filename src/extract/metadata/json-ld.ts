import type { Element } from '../tree.js';
import { findAll, textOf } from '../walk.js';

export type JsonObject = { readonly [key: string]: unknown };

/** A script above this many characters is not read: the metadata of a page is small. */
const MAX_SCRIPT = 400_000;
const MAX_NODES = 5_000;

/** Every object in the page's JSON-LD, outer ones first. Broken scripts are skipped; work is bounded. */
export function jsonLd(root: Element): JsonObject[] {
  const found: JsonObject[] = [];
  for (const script of findAll(root, 'script')) {
    if (!/^application\/ld\+json\b/i.test((script.attrs['type'] ?? '').trim())) continue;
    const text = script.children[0]?.kind === 3 ? script.children[0].value : textOf(script, true);
    if (text.length > MAX_SCRIPT) continue;
    const queue: unknown[] = [lenient(text)];
    for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
      const value = queue[at];
      if (Array.isArray(value)) queue.push(...value.slice(0, MAX_NODES));
      else if (value !== null && typeof value === 'object') {
        const object = value as JsonObject;
        found.push(object);
        for (const inner of Object.values(object)) if (inner !== null && typeof inner === 'object') queue.push(inner);
      }
    }
  }
  return found;
}

/** The values of `@type`, without a vocabulary's address. */
export function typesOf(object: JsonObject): string[] {
  const type = object['@type'];
  return (Array.isArray(type) ? type : [type])
    .filter((one) => typeof one === 'string')
    .map((one) => one.replace(/^.*[/#:]/, ''));
}

/** Real pages wrap their data in comments or CDATA, and leave raw line breaks in strings. */
function lenient(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/, '');
  try {
    return JSON.parse(bare);
  } catch {
    try {
      return JSON.parse(bare.replace(/[\u0000-\u001f]+/g, ' '));
    } catch {
      return null;
    }
  }
}
