import { looksRandom, readsAsWords, shapeOf } from './randomness.js';

const TOKEN = /[A-Za-z0-9+/_.~-]{16,}={0,2}/g;
// Words that say the token behind them is a secret, at most three words before it ...
const SPOKEN =
  /\b(?:secret|token|password|passwd|passphrase|bindpw|credential|(?:api|app|access|private|master|deploy)[\s_-]?key|key|bearer|ssws)s?\b(?:\W+\w+){0,3}?\W+$/i;
// ... directly before it, where even a UUID is one ...
const NAMED = /\b(?:secret|token|password|(?:api|access)[\s_-]?key)\W+$/i;
// ... and those that say it is none.
const OTHERWISE =
  /\b(?:public|gpg|pgp|ssh|host|cache|primary|foreign|partition|sort|object|fingerprint|commit|hash|checksum|digest|sha\d*|md5|etag|mint|contract|wallet|address|transaction|tx|block|cid|ipfs|txid|request[\s_-]?id|trace|did:key)\b[^.;,]{0,30}$/i;

/**
 * Random-looking tokens that nothing explains. Explained are: hashes, UUIDs, integrity strings, public keys, text in
 * base64, identifiers made of words, click ids, addresses of coins and content.
 */
export function* highEntropyTokens(text: string): Generator<{ kind: string; start: number; end: number }> {
  let blanked: string | null = null;
  for (const match of text.matchAll(TOKEN)) {
    for (const part of partsOf(match[0])) {
      const start = match.index + part.at;
      const end = start + part.text.length;
      const random = looksRandom(part.text, 16);
      if (!random && !isUniform(part.text)) continue;
      const before = text.slice(Math.max(0, start - 60), start);
      const spoken = SPOKEN.test(before) && !OTHERWISE.test(before);
      if (random ? part.text.length < 24 && !spoken : !spoken || !isSpokenSecret(part.text, before)) continue;
      if (isExplained(part.text, before, text)) continue;
      blanked ??= blankOut(text);
      if (blanked.slice(start, end) === part.text) yield { kind: 'high-entropy', start, end };
    }
  }
}

function isUniform(token: string): boolean {
  return /^(?:[0-9a-f-]+|[0-9A-F-]+|[0-9a-z]+)$/.test(token) && /\d/.test(token);
}

/** Hex, base36 and, directly behind its name, a UUID: too common to be a secret unless it is called one. */
function isSpokenSecret(token: string, before: string): boolean {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)) return NAMED.test(before);
  const shape = shapeOf(token);
  if (shape.lower > 0 && shape.upper > 0) return false;
  if (/^[0-9a-f]{32,}$/i.test(token)) return shape.digits >= 3;
  return /^[a-z0-9]{20,}$/i.test(token) && shape.digits >= 3 && shape.changes >= 0.25 && !readsAsWords(token);
}

/** What explains what stands in it; offsets must hold, so it is blanked. */
const EXPLAINED: readonly RegExp[] = [
  /-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE REQUEST|NEW CERTIFICATE REQUEST|PGP PUBLIC KEY BLOCK|PGP SIGNATURE|PGP MESSAGE|SSH SIGNATURE|X509 CRL|DH PARAMETERS|EC PARAMETERS)-----[\s\S]*?(?:-----END|$)/g,
  /\bdata:[\w.+/-]{0,60}(?:;[\w=.-]{0,40}){0,4},[^\s"')]*/gi,
  // Subresource Integrity, lockfiles, Go checksums, OpenSSH fingerprints, digests.
  /\b(?:sha(?:1|224|256|384|512)|md5|blake3|h1)[-:][A-Za-z0-9+/=_-]{20,}/gi,
  // OpenSSH public keys.
  /\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+|sk-\S+@openssh\.com)\s+AAAA[A-Za-z0-9+/=]+/g,
  /\bAAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh|G[Nn])[A-Za-z0-9+/=]+/g,
  // Click and request ids, and paging marks, by their parameter or header.
  /\b(?:gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|ttclid|twclid|yclid|igshid|igsh|li_fat_id|mc_[ce]id|_gl|_ga\w*|utm_\w+|srsltid|ved|ei|sxsrf|gs_lcp|sca_esv|epik|irclickid|cjevent|awc|vero_id|hsa_\w+|_hsenc|_hsmi|mkt_tok|oly_\w+_id|rdt_cid|si|spm|scm|pd_rd_\w+|pf_rd_\w+|cursor|continuation|page_?token|next_?page_?token|after|before|state|nonce|etag|cf-ray|x-amz-id-2|x-amz-request-id|x-request-id|request[-_ ]?id|trace(?:parent|state|[-_]?id)|correlation[-_]?id|session_replay_id|integrity|resolved|checksum|digest)["']?\s?[=:]?\s?["']?[^\s&"']+/gi,
  // Documents and videos by their public id.
  /\b(?:docs|drive|sheets|slides|lh\d)\.google(?:usercontent)?\.com\/\S+|\byoutu(?:be\.com\/watch\?v=|\.be\/)[\w-]{11}/gi,
  // Keys that are made to be shown: Stripe's and others' publishable ones, extended public keys, decentralised ids.
  /\bpk[_.](?:live|test|prod)?_?[\w.-]+|\b[xyzt]pub[A-Za-z0-9]{20,}|\bdid:\w+:\S+|\bnpub1\w+/g,
  // Symbols as C++ and Rust mangle them.
  /\b_?_Z[A-Za-z0-9_$.]+/g,
];

function blankOut(text: string): string {
  let out = text;
  for (const pattern of EXPLAINED) out = out.replace(pattern, (whole) => ' '.repeat(whole.length));
  return out;
}

/** A run that is a path, an address or a dotted name is judged piece by piece; base64 with its slashes as a whole. */
function* partsOf(run: string): Generator<{ text: string; at: number }> {
  const split =
    run.includes('.') ||
    (/[/~]./.test(run) && run.split(/[/~]+/).some((piece) => piece.length >= 3 && readsAsWords(piece)));
  if (!split) {
    yield { text: run, at: 0 };
    return;
  }
  for (const match of run.matchAll(/[^/.~]{16,}/g)) yield { text: match[0], at: match.index };
}

// Beginnings of well-known file kinds in base64: GIF, PNG, JPEG, WebP, PDF, zip, gzip, WebAssembly, SVG, XML, HTML,
// DER, fonts.
const FILE_BEGIN =
  /^(?:R0lGOD|iVBORw0KGgo|\/9j\/4|UklGR|JVBERi0|UEsDB|H4sI|AGFzbQ|PHN2Zy|PD94bWwg|PCFET0NUWVBF|MII[A-Za-z0-9+/]|AAAB|d09G)/;
// Bitcoin addresses (base58, bech32), IPFS content ids.
const PUBLIC_ADDRESS =
  /^(?=.*[G-Z])[13][1-9A-HJ-NP-Za-km-z]{25,34}$|^bc1[02-9ac-hj-np-z]{20,}$|^Qm[1-9A-HJ-NP-Za-km-z]{44}$|^baf[a-z2-7]{50,}$/;
const COINS = /\b(?:solana|sol|wallet|address|mint|signature|tx|transaction|explorer|monero|cardano|tron|xmr)\b/i;

function isExplained(token: string, before: string, text: string): boolean {
  // `EXAMPLE` is how documentation marks the keys it shows.
  if (token.includes('EXAMPLE') || FILE_BEGIN.test(token) || PUBLIC_ADDRESS.test(token)) return true;
  if (/^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(token) && COINS.test(text)) return true;
  if (/\b(?:sha\d+|md5|hash|checksum|digest|fingerprint|integrity|cid|etag|signature)\W{0,3}$/i.test(before))
    return true;
  return isTextInBase64(token);
}

/** Base64 whose bytes are readable text is a document fragment; what it says is scanned on its own. */
function isTextInBase64(token: string): boolean {
  const body = token.replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/_-]{16,}$/.test(body)) return false;
  return /^[\t\n\r\x20-\x7e]+$/.test(Buffer.from(body, 'base64').toString('latin1'));
}
