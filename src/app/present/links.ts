import { parseUrl } from '../../core/index.js';

const MAX_DESTINATION = 4_096;
// CommonMark's own bound; without it a run of `[a](` costs the window each time.
const MAX_NESTING = 32;

/**
 * Reads a link's destination behind `](`: the address and where the closing parenthesis ends, or null where there is
 * no well-formed one. A title is read over and dropped: it is text that a person sees only by hovering.
 */
export function readDestination(text: string, from: number): { url: string; end: number } | null {
  const window = text.slice(from, from + MAX_DESTINATION);
  let at = /^\s*/.exec(window)?.[0].length ?? 0;
  let url: string;
  if (window[at] === '<') {
    const bracketed = /^<([^<>\n]*)>/.exec(window.slice(at));
    if (bracketed === null) return null;
    url = bracketed[1] as string;
    at += bracketed[0].length;
  } else {
    const start = at;
    for (let depth = 0; at < window.length; at++) {
      const character = window[at] as string;
      if (character === '\\') at++;
      else if (character === '(' && depth++ > MAX_NESTING) return null;
      else if (character === ')' && depth-- === 0) break;
      else if (/\s/.test(character)) break;
    }
    url = window.slice(start, at);
  }
  const tail = /^(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/.exec(window.slice(at));
  return tail === null ? null : { url, end: from + at + tail[0].length };
}

/**
 * The address a link may keep, or null where it must lose it. Only http and https lead to the web; a relative one is
 * resolved where a base is known. Everything doubtful (an entity or an escape before the scheme) is no address.
 */
export function linkTarget(raw: string, base: string | undefined): string | null {
  const text = raw.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim();
  const scheme = /^[^/?#]*?(?::|&)/.exec(text)?.[0];
  if (scheme !== undefined && !/^https?:$/i.test(scheme)) return null;
  if (scheme === undefined && base === undefined) return /^\/\//.test(text) ? linkTarget(`https:${text}`, base) : raw;
  const url = parseUrl(text, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  // `https://bank.example@evil.example/` shows one host and leads to another.
  url.username = '';
  url.password = '';
  return url.href.replace(/[()<>[\]\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

// A bare name counts as an address only under a common top-level domain: `README.md` and `Next.js` are none.
const NAMED_HOST =
  /^(?:https?:\/\/|www\.)([^\s/?#:]+\.[^\s/?#:]+)|^((?:[\w-]+\.)+(?:com|org|net|io|dev|gov|edu|mil|int|info|app|ai|co|uk|de|fr|eu|ch|jp|cn|ru|in|br|bank))(?=[/?#:]|$)/i;

/** The host a link really leads to, where its text names another one; else null. */
export function targetHost(text: string, target: string): string | null {
  const plain = text.replace(/[\\*_`~]/g, '').trim();
  const match = NAMED_HOST.exec(plain);
  const named = match?.[1] ?? match?.[2];
  if (named === undefined) return null;
  const shown = parseUrl(`http://${named}`)?.hostname.replace(/^www\./, '');
  const real = parseUrl(target)?.hostname.replace(/^www\./, '');
  if (real === undefined) return null;
  if (shown !== undefined && (shown === real || shown.endsWith(`.${real}`) || real.endsWith(`.${shown}`))) return null;
  return real;
}
