import { encodingOf } from './labels.js';

/** The `charset` parameter of a Content-Type header, quoted or not, or null. */
export function headerCharset(contentType: string | undefined): string | null {
  const match = /;\s*charset\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^;\s"]+))/i.exec(contentType ?? '');
  if (!match) return null;
  return encodingOf((match[1] ?? match[2] ?? match[3])!.replace(/\\(.)/g, '$1'));
}

/** The encoding that an XML declaration at the very start names, or null. */
export function xmlCharset(head: string): string | null {
  const match = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(head.slice(0, 1024));
  if (!match) return null;
  return asciiCompatible(encodingOf((match[1] ?? match[2])!));
}

/** A declaration that could be read as ASCII cannot be in UTF-16 (WHATWG: use UTF-8). */
function asciiCompatible(encoding: string | null): string | null {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/**
 * The encoding that a `meta` element names (WHATWG HTML 13.2.3.2, prescan), or null. `head`: the first bytes as
 * Latin-1. Comments, other tags and attribute values are passed over, so that text about `<meta>` does not count.
 */
export function metaCharset(head: string): string | null {
  let at = 0;
  for (;;) {
    at = head.indexOf('<', at);
    if (at < 0) return null;
    if (head.startsWith('<!--', at)) {
      const end = head.indexOf('-->', at + 2);
      if (end < 0) return null;
      at = end + 3;
    } else if (/^<meta[\t\n\f\r /]/i.test(head.slice(at, at + 6))) {
      const { attributes, end, closed } = readAttributes(head, at + 5);
      if (!closed) return null;
      const found = charsetOf(attributes);
      if (found !== null) return found;
      at = end;
    } else if (/^<\/?[a-zA-Z]/.test(head.slice(at, at + 3))) {
      const name = /[\t\n\f\r />]/g;
      name.lastIndex = at + 1;
      const stop = name.exec(head);
      at = stop === null ? head.length : readAttributes(head, stop.index).end;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      const end = head.indexOf('>', at);
      if (end < 0) return null;
      at = end + 1;
    } else at++;
  }
}

function charsetOf(attributes: ReadonlyMap<string, string>): string | null {
  const direct = attributes.get('charset');
  if (direct !== undefined) return asciiCompatible(encodingOf(direct));
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i.exec(
    attributes.get('content') ?? '',
  );
  return match ? asciiCompatible(encodingOf((match[1] ?? match[2] ?? match[3])!)) : null;
}

function readAttributes(text: string, from: number): { attributes: Map<string, string>; end: number; closed: boolean } {
  const attributes = new Map<string, string>();
  const pattern =
    /[\t\n\f\r /]*(?:(>)|([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?)/y;
  let end = from;
  for (;;) {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    if (!match || pattern.lastIndex === end) return { attributes, end: Math.max(end, from + 1), closed: false };
    end = pattern.lastIndex;
    if (match[1] !== undefined) return { attributes, end, closed: true };
    const name = match[2]!.toLowerCase();
    if (!attributes.has(name)) attributes.set(name, match[3] ?? match[4] ?? match[5] ?? '');
  }
}
