import { parseUrl } from './parse-url.js';

export interface TypeVerdict {
  /** Lower case, without parameters. */
  contentType: string;
  kind: 'text' | 'document' | 'binary';
  source: 'magic' | 'declared' | 'extension' | 'sniffed';
}

/** Leading bytes that no text starts with (WHATWG MIME Sniffing, 6; the formats' own specifications). */
const MAGIC: readonly (readonly [pattern: string, type: string])[] = [
  ['25 50 44 46 2d', 'application/pdf'],
  ['89 50 4e 47 0d 0a 1a 0a', 'image/png'],
  ['ff d8 ff', 'image/jpeg'],
  ['47 49 46 38', 'image/gif'],
  ['52 49 46 46 .. .. .. .. 57 45 42 50', 'image/webp'],
  ['52 49 46 46 .. .. .. .. 57 41 56 45', 'audio/wav'],
  ['52 49 46 46 .. .. .. .. 41 56 49 20', 'video/avi'],
  ['42 4d .. .. .. .. 00 00 00 00', 'image/bmp'],
  ['00 00 01 00', 'image/x-icon'],
  ['49 49 2a 00', 'image/tiff'],
  ['4d 4d 00 2a', 'image/tiff'],
  ['50 4b 03 04', 'application/zip'],
  ['50 4b 05 06', 'application/zip'],
  ['1f 8b 08', 'application/gzip'],
  ['42 5a 68', 'application/x-bzip2'],
  ['fd 37 7a 58 5a 00', 'application/x-xz'],
  ['28 b5 2f fd', 'application/zstd'],
  ['37 7a bc af 27 1c', 'application/x-7z-compressed'],
  ['52 61 72 21 1a 07', 'application/vnd.rar'],
  ['7f 45 4c 46', 'application/x-elf'],
  ['4d 5a .. .. .. 00', 'application/vnd.microsoft.portable-executable'],
  ['ca fe ba be', 'application/java-vm'],
  ['00 61 73 6d', 'application/wasm'],
  ['d0 cf 11 e0 a1 b1 1a e1', 'application/x-ole-storage'],
  ['53 51 4c 69 74 65 20 66 6f 72 6d 61 74 20 33 00', 'application/vnd.sqlite3'],
  ['4f 67 67 53 00', 'application/ogg'],
  ['49 44 33', 'audio/mpeg'],
  ['66 4c 61 43', 'audio/flac'],
  ['1a 45 df a3', 'video/webm'],
  ['.. .. .. .. 66 74 79 70', 'video/mp4'],
  ['77 4f 46 46', 'font/woff'],
  ['77 4f 46 32', 'font/woff2'],
  ['00 01 00 00 00', 'font/ttf'],
  ['4f 54 54 4f', 'font/otf'],
];

const SIGNATURES = MAGIC.map(([pattern, type]) => ({
  bytes: pattern.split(' ').map((byte) => (byte === '..' ? -1 : Number.parseInt(byte, 16))),
  type,
}));

const EXTENSIONS: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  svg: 'image/svg+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  log: 'text/plain',
  pdf: 'application/pdf',
};

const TEXT_APPLICATION =
  /^application\/(json.*|ld\+json|.*\+(json|xml|yaml)|xml.*|javascript|ecmascript|x-javascript|yaml|x-yaml|toml|x-toml|graphql|sql|x-sql|x-sh|x-httpd-php|x-ndjson|ndjson|jsonlines|x-www-form-urlencoded|x-tex|x-latex|x-subrip|x-bibtex|rtf|markdown|csv)$/;
const BINARY =
  /^(image|audio|video|font|model|multipart)\/|^application\/(zip|gzip|zstd|vnd\..*|java-.*|wasm|ogg|mp4|msword|postscript|epub\+zip|font-.*|x-(tar|gtar|gzip|bzip.*|xz|lzma|zip.*|7z.*|rar.*|compress.*|cpio|iso.*|apple-diskimage|debian.*|rpm|redhat.*|ms.*|dos.*|executable|sharedlib|mach-binary|elf|shockwave.*|java-.*|font.*|sqlite3|dvi|bittorrent|chrome-extension|xpinstall))$/;

/** Types that say nothing: servers send them for whatever they do not know. */
const SAYS_NOTHING = /^(application\/(octet-stream|unknown|x-unknown)|binary\/octet-stream|unknown\/unknown|\*\/\*)$/;

/** What a declared type alone says. `null`: it says nothing, and the first bytes decide. */
export function kindOfDeclared(
  declared: string | null,
): { contentType: string; kind: TypeVerdict['kind'] | null } | null {
  const type = essence(declared);
  if (type === null || SAYS_NOTHING.test(type)) return null;
  if (type === 'application/pdf') return { contentType: type, kind: 'document' };
  if (/^(text|message)\//.test(type) || type === 'image/svg+xml' || TEXT_APPLICATION.test(type)) {
    return { contentType: type, kind: 'text' };
  }
  return { contentType: type, kind: BINARY.test(type) ? 'binary' : null };
}

/** Type and subtype (RFC 9110, 8.3.1). A repeated header is joined by a comma: the first one counts. */
const ESSENCE = /^[\t ]*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[\t ]*(?:[;,]|$)/;

function essence(declared: string | null): string | null {
  if (declared === null) return null;
  return ESSENCE.exec(declared)?.[1]?.toLowerCase() ?? null;
}

/**
 * The type of a body: magic bytes > declared > extension > what the first bytes look like. Pure. `head` is the start
 * of the decoded body (1445 bytes are enough), `declared` the Content-Type header as sent or null.
 */
export function judgeType(head: Uint8Array, declared: string | null, url: string): TypeVerdict {
  const said = kindOfDeclared(declared);
  const magic = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  if (magic && !(said?.kind === 'text' && weak(magic.type, head))) {
    const kind = magic.type === 'application/pdf' ? 'document' : 'binary';
    return { contentType: magic.type, kind, source: 'magic' };
  }
  const binary = looksBinary(head);
  if (said?.kind === 'text') {
    if (binary) return { contentType: 'application/octet-stream', kind: 'binary', source: 'sniffed' };
    return { contentType: said.contentType, kind: 'text', source: 'declared' };
  }
  if (said?.kind) return { contentType: said.contentType, kind: said.kind, source: 'declared' };
  if (binary) {
    return { contentType: said?.contentType ?? 'application/octet-stream', kind: 'binary', source: 'sniffed' };
  }
  const byName = EXTENSIONS[/\.([a-z0-9]{2,8})$/.exec(pathOf(url))?.[1] ?? ''];
  const looks = sniffText(head);
  if (byName && byName !== 'application/pdf' && looks !== 'text/html') {
    return { contentType: byName, kind: 'text', source: 'extension' };
  }
  return { contentType: looks, kind: 'text', source: 'sniffed' };
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i]! >= 0 && bytes[i] !== head[i]) return false;
  return true;
}

/** Signatures that a text may begin with by chance: where text is declared, the rest of the head must agree. */
function weak(type: string, head: Uint8Array): boolean {
  return /^(audio\/mpeg|application\/x-bzip2|image\/bmp|video\/mp4)$/.test(type) && !looksBinary(head);
}

function pathOf(url: string): string {
  return parseUrl(url)?.pathname.toLowerCase() ?? '';
}

/**
 * WHATWG MIME Sniffing, 3: bytes that no text has. One is tolerated in a thousand, since old pages hold a stray one;
 * UTF-16 (by its mark, or by every second byte being 0) is text.
 */
function looksBinary(head: Uint8Array): boolean {
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0xff && head[1] === 0xfe)) return false;
  let odd = 0;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < head.length; i += 1) {
    const byte = head[i]!;
    if (byte >= 0x20) continue;
    if (byte === 0) {
      if (i & 1) oddZeros += 1;
      else evenZeros += 1;
    } else if (!WHITE.has(byte)) odd += 1;
  }
  if (!isSixteenBit(head.length, evenZeros, oddZeros)) odd += evenZeros + oddZeros;
  return odd > Math.floor(head.length / 1000);
}

/** Tab, line feed, form feed, carriage return, and escape, which ISO-2022 texts hold. */
const WHITE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

function isSixteenBit(length: number, evenZeros: number, oddZeros: number): boolean {
  const half = length / 2;
  return length >= 8 && Math.max(evenZeros, oddZeros) > half * 0.7 && Math.min(evenZeros, oddZeros) <= half * 0.1;
}

/** WHATWG MIME Sniffing, 7.1, for the kinds that matter here. */
function sniffText(head: Uint8Array): string {
  const start = Buffer.from(head)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .slice(0, 64)
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|!--)[\s>]?/.test(start)) {
    return 'text/html';
  }
  if (start.startsWith('<?xml') || /^<(rss|feed|svg)[\s>]/.test(start)) return 'application/xml';
  if (/^[[{]\s*["[{\]}\d-]/.test(start)) return 'application/json';
  return 'text/plain';
}
