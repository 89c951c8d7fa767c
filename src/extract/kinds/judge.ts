import type { PageKind } from '../../core/index.js';
import { magicType } from './magic.js';
import { byExtension, byMediaType } from './media-types.js';

export interface KindVerdict {
  kind: PageKind;
  /** Media type as judged, lower case, without parameters. */
  contentType: string;
  /** Not text and not PDF: nothing here can read it. */
  binary: boolean;
  /** Why, in a few words: `magic bytes`, `declared`, `extension`, `looks like HTML`, ... */
  reason: string;
}

/** Bytes of the body that are looked at. */
export const HEAD_BYTES = 4_096;

/** Declared types that say nothing: servers send them for whatever they do not know. */
const VAGUE = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/x-download',
  'application/force-download',
  'application/unknown',
  'unknown/unknown',
  '*/*',
]);

/**
 * What a body is: magic bytes > what its text plainly is > declared type > extension of the address. A type that was
 * declared as HTML but is a picture is binary; HTML that was sent as bytes of no kind is HTML. Never throws.
 */
export function judgeKind(
  head: Uint8Array,
  contentType: string | null | undefined,
  url: string | null | undefined,
): KindVerdict {
  const declared = essence(contentType);
  const magic = magicType(head);
  if (magic === 'application/pdf') return verdict('pdf', magic, 'magic bytes');
  if (magic !== null) return { kind: 'text', contentType: magic, binary: true, reason: 'magic bytes' };
  if (isBinary(head)) {
    const type = VAGUE.has(declared) || byMediaType(declared) !== null ? 'application/octet-stream' : declared;
    return { kind: 'text', contentType: type, binary: true, reason: 'control bytes that no text has' };
  }
  const start = textStart(head);
  const known = byMediaType(declared);
  if (known === 'pdf' || (known === null && isMedia(declared))) {
    // Declared as something binary, yet the bytes are text: an error page in its place, or an empty body.
    const looks = looksLike(start);
    if (looks !== null) return verdict(looks.kind, looks.type, 'looks like it');
    return { kind: 'text', contentType: declared, binary: true, reason: 'declared' };
  }
  if (known !== null && known !== 'text' && !VAGUE.has(declared)) return refine(known, declared, start);
  const extended = byExtension(url ?? null);
  if (declared === 'text/plain') {
    // Plain text is often all a server says of Markdown, JSON and source code; it is never HTML (WHATWG MIME sniffing 5).
    if (extended !== null && extended.kind !== 'html' && extended.kind !== 'pdf' && extended.kind !== 'feed')
      return verdict(extended.kind, declared, 'extension');
    return verdict('text', declared, 'declared');
  }
  const looks = looksLike(start);
  if (looks !== null) return verdict(looks.kind, looks.type, 'looks like it');
  if (extended !== null && extended.kind !== 'pdf') return verdict(extended.kind, extended.type, 'extension');
  return verdict(
    'text',
    VAGUE.has(declared) ? 'text/plain' : declared,
    known === 'text' ? 'declared' : 'text by its bytes',
  );
}

function verdict(kind: PageKind, contentType: string, reason: string): KindVerdict {
  return { kind, contentType, binary: false, reason };
}

/** A declared type that is right in kind may be told more closely by how the text starts. */
function refine(kind: PageKind, declared: string, start: string): KindVerdict {
  if (kind === 'html') {
    // Feeds and plain XML are served as HTML now and then; a page never starts with their root elements.
    const looks = looksLike(start);
    if (looks?.kind === 'feed') return verdict('feed', looks.type, 'looks like it');
    return verdict('html', declared, 'declared');
  }
  if (kind === 'xml' || kind === 'feed') {
    const looks = looksLike(start);
    if (looks !== null && looks.kind !== 'json')
      return verdict(looks.kind, looks.kind === 'xml' ? declared : looks.type, 'looks like it');
    return verdict(kind === 'feed' && /^\s*[{[]/.test(start) ? 'feed' : 'xml', declared, 'declared');
  }
  if (kind === 'json' || kind === 'csv' || kind === 'svg') {
    const looks = looksLike(start);
    if (looks?.kind === 'html' || looks?.kind === 'feed') return verdict(looks.kind, looks.type, 'looks like it');
  }
  return verdict(kind, declared, 'declared');
}

/** The media type without parameters, lower case; '' where there is none. */
function essence(contentType: string | null | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase();
}

function isMedia(type: string): boolean {
  return (
    /^(?:image|audio|video|font|model)\//.test(type) ||
    /^application\/(?:zip|gzip|x-(?:gzip|tar|7z|rar|bzip2?)|vnd\.(?:ms-|openxmlformats)|msword|wasm|java-archive)/.test(
      type,
    )
  );
}

/** The start of the text as Latin-1 with a BOM, white space and comments taken off; UTF-16 is made readable. */
function textStart(head: Uint8Array): string {
  let text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, HEAD_BYTES)).toString('latin1');
  if (/^(?:\xff\xfe|\xfe\xff)/.test(text) || /^(?:.\0|\0.){4}/s.test(text))
    text = text.replace(/\0|^\xff\xfe|^\xfe\xff/g, '');
  text = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  return text;
}

const FEED_ROOT = /^<(?:rss|feed|rdf:RDF)[\s>]/i;
const HTML_ROOT =
  /^<(?:!doctype\s+html|html|head|body|title|h[1-6]|div|table|p|br|style|script|iframe|meta|link|main|article|section|header|nav|ul|ol|dl|form|center|font|span|a|b|i|img|pre|blockquote)(?:[\s>/]|$)/i;

function looksLike(start: string): { kind: PageKind; type: string } | null {
  const first = start.charCodeAt(0);
  if (first === 0x3c) {
    const body = afterProlog(start);
    if (FEED_ROOT.test(body)) {
      if (/^<feed/i.test(body) && !/http:\/\/(?:www\.w3\.org\/2005\/Atom|purl\.org\/atom)/.test(body.slice(0, 1_500)))
        return { kind: 'xml', type: 'application/xml' };
      return {
        kind: 'feed',
        type: /^<rss/i.test(body)
          ? 'application/rss+xml'
          : /^<feed/i.test(body)
            ? 'application/atom+xml'
            : 'application/rdf+xml',
      };
    }
    if (/^<svg[\s>]/i.test(body)) return { kind: 'svg', type: 'image/svg+xml' };
    if (/^<(?:!doctype\s+html|html)[\s>]/i.test(body)) return { kind: 'html', type: 'text/html' };
    if (/^<\?xml[\s?]/.test(start)) return { kind: 'xml', type: 'application/xml' };
    if (HTML_ROOT.test(body)) return { kind: 'html', type: 'text/html' };
    return null;
  }
  if (
    (first === 0x7b || first === 0x5b) &&
    /^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|\[\s*(?:[[{"\d\]-]|true|false|null))/.test(start)
  ) {
    if (/"version"\s*:\s*"https:\/\/jsonfeed\.org\/version\//.test(start.slice(0, 1_000)))
      return { kind: 'feed', type: 'application/feed+json' };
    return { kind: 'json', type: 'application/json' };
  }
  return null;
}

/** Text after an XML declaration, comments, processing instructions and a doctype that is not HTML's. */
function afterProlog(start: string): string {
  let text = start;
  for (let i = 0; i < 12; i++) {
    const match = /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype\s+(?!html)[^>[]*(?:\[[^\]]*\])?[^>]*>)\s*/i.exec(text);
    if (!match) return text;
    text = text.slice(match[0].length);
  }
  return text;
}

/** Bytes that no text of any encoding has (WHATWG MIME sniffing, binary data bytes), UTF-16 left aside. */
function isBinary(head: Uint8Array): boolean {
  const length = Math.min(head.length, HEAD_BYTES);
  let zeros = 0;
  let others = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i]!;
    if (byte === 0) zeros++;
    else if (byte < 9 || byte === 11 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)) others++;
  }
  if (zeros === 0) return others > 0 && others * 50 > length;
  if (isUtf16(head, length)) return false;
  // A few stray NULs in a page are passed over; a run of them, or many, is data.
  return zeros + others > 8 && (zeros + others) * 50 > length;
}

function isUtf16(head: Uint8Array, length: number): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  let even = 0;
  let odd = 0;
  for (let i = 0; i + 1 < length; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  const pairs = length / 2;
  return Math.max(even, odd) > pairs * 0.6 && Math.min(even, odd) <= pairs * 0.02;
}
