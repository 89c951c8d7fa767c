export type JsonObject = { readonly [key: string]: unknown };

/** A script above this many characters is not read: the metadata of a page is small. */
const MAX_SCRIPT = 400_000;
const MAX_NODES = 5_000;

/** Every object in one JSON-LD script, outer ones first. A broken script holds none; work is bounded. */
export function readJsonLd(script: string): JsonObject[] {
  const found: JsonObject[] = [];
  if (script.length > MAX_SCRIPT) return found;
  const queue: unknown[] = [lenient(script)];
  for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
    const value = queue[at];
    if (Array.isArray(value)) {
      for (const one of value.slice(0, MAX_NODES)) queue.push(one);
    } else if (value !== null && typeof value === 'object') {
      const object = value as JsonObject;
      found.push(object);
      for (const inner of Object.values(object)) if (inner !== null && typeof inner === 'object') queue.push(inner);
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
