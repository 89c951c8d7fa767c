/** First bytes of formats that are not text. Source: the WHATWG MIME Sniffing Standard and each format's specification. */
const SIGNATURES: readonly [type: string, hex: string, offset?: number][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '474946383761'],
  ['image/gif', '474946383961'],
  ['image/bmp', '424d........00000000'],
  ['image/x-icon', '00000100'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  ['image/vnd.adobe.photoshop', '38425053'],
  ['image/jxl', '0000000c4a584c20'],
  ['image/webp', '52494646........57454250'],
  ['audio/wav', '52494646........57415645'],
  ['video/x-msvideo', '52494646........41564920'],
  ['application/zip', '504b0304'],
  ['application/zip', '504b0506'],
  ['application/gzip', '1f8b08'],
  ['application/x-bzip2', '425a68..314159265359'],
  ['application/x-xz', 'fd377a585a00'],
  ['application/zstd', '28b52ffd'],
  ['application/x-7z-compressed', '377abcaf271c'],
  ['application/vnd.rar', '526172211a07'],
  ['application/x-tar', '7573746172', 257],
  ['application/x-executable', '7f454c46'],
  ['application/vnd.microsoft.portable-executable', '4d5a90'],
  ['application/x-mach-binary', 'cffaedfe'],
  ['application/java-vm', 'cafebabe'],
  ['application/wasm', '0061736d'],
  ['application/ogg', '4f67675300'],
  ['audio/mpeg', '494433'],
  ['audio/flac', '664c6143'],
  ['video/webm', '1a45dfa3'],
  ['video/mp4', '66747970', 4],
  ['font/woff', '774f4646'],
  ['font/woff2', '774f4632'],
  ['font/ttf', '0001000000'],
  ['font/otf', '4f54544f00'],
  ['application/vnd.sqlite3', '53514c69746520666f726d6174203300'],
  ['application/x-ole-storage', 'd0cf11e0a1b11ae1'],
  ['application/vnd.debian.binary-package', '213c617263683e0a'],
  ['application/x-parquet', '50415231'],
];

/** A PDF may have a few bytes of something else before its header (ISO 32000-1, appendix H). */
const PDF_WITHIN = 1_024;

/** The type that the first bytes prove, or null where they prove none. */
export function magicType(head: Uint8Array): string | null {
  for (const [type, hex, offset = 0] of SIGNATURES) if (matchesHex(head, hex, offset)) return type;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PDF_WITHIN)).toString('latin1');
  const pdf = start.indexOf('%PDF-');
  return pdf === 0 || (pdf > 0 && !start.slice(0, pdf).includes('<') && /^%PDF-\d/.test(start.slice(pdf)))
    ? 'application/pdf'
    : null;
}

function matchesHex(head: Uint8Array, hex: string, offset: number): boolean {
  if (head.length < offset + hex.length / 2) return false;
  for (let i = 0; i < hex.length; i += 2) {
    const pair = hex.slice(i, i + 2);
    if (pair !== '..' && head[offset + i / 2] !== Number.parseInt(pair, 16)) return false;
  }
  return true;
}
