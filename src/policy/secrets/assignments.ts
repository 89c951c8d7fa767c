import { isPlaceholder } from './placeholder.js';
import { looksRandom, readsAsWords, shapeOf } from './randomness.js';

// Names under which secrets are kept. The name may go on (`_KEY_BASE`, `_PROD`), the tail decides below.
const NAME =
  /(?<![A-Za-z])["'`]?([A-Za-z_][\w.-]{0,60}?)?(passw(?:or)?d|passwd|passphrase|pwd|pass|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|account[_-]?key|service[_-]?key|subscription[_-]?(?:key|token)|license[_-]?key|auth(?:[_-]?(?:key|token))?|credentials?|cookie|session(?:[_-]?id)?|webhook|key)([\w.-]{0,40})["'`]?\s{0,3}(=>|:=|[:=]|\s(?:is|was|are)\s)\s{0,3}/gi;

/** Tails and wholes of names that hold no secret although a word of theirs does. */
const HARMLESS =
  /(?:_|-|\.|^)(?:id|name|file|path|dir|url|uri|endpoint|type|length|len|size|count|limit|max|min|budget|expir\w*|ttl|age|format|prefix|header|field|column|alias|algorithm|alg|version|policy|pattern|regex|length|manager|provider|store|ring|chain|hash|index|space|board|word|words|code|codes)s?$|public|pub[_-]?key|host[_-]?key|primary|foreign|partition|sort|cache|object|registry|idempotency|publishable|monkey|keyword|turkey|author|tokeniz|max_tokens|num_tokens|next[_-]?page|page[_-]?token|continuation|known_hosts|authorized|fingerprint|gpg|pgp/i;

/**
 * Values given under a name that keeps secrets: `.env` and YAML lines, JSON members, query parameters, headers, and
 * `secret is ...`.
 */
export function* assignedSecrets(text: string): Generator<{ kind: string; start: number; end: number }> {
  if (!/[:=]|\s(?:is|was|are)\s/i.test(text)) return;
  for (const match of text.matchAll(NAME)) {
    const [whole, head = '', word = '', tail = '', separator = ''] = match;
    const start = match.index + whole.length;
    const value = valueAt(text, start);
    if (value === null) continue;
    const name = `${head}${word}${tail}`;
    if (HARMLESS.test(name) || isPlaceholder(value.text)) continue;
    const strong =
      !/^(?:key|auth|session|cookie|pass|webhook)$/i.test(word) || /[_-]/.test(name) || /[a-z][A-Z]/.test(name);
    // Words between name and value make it talk about a secret rather than one.
    const spoken = /\w/.test(separator);
    if (looksSecret(value.text, name, strong && !spoken))
      yield { kind: kindOf(name), start: value.start, end: value.end };
  }
}

function valueAt(text: string, from: number): { text: string; start: number; end: number } | null {
  const quoted = /^["'`]([^"'`\n]{1,400})["'`]/.exec(text.slice(from, from + 420));
  if (quoted !== null)
    return { text: quoted[1] as string, start: from + 1, end: from + 1 + (quoted[1] as string).length };
  const bare = /^[^\s"'`,;&<>{}()[\]|]{1,400}/.exec(text.slice(from, from + 420));
  if (bare === null || /^[({[]/.test(text.slice(from + bare[0].length))) return null;
  return { text: bare[0], start: from, end: from + bare[0].length };
}

function looksSecret(value: string, name: string, strong: boolean): boolean {
  const shape = shapeOf(value);
  if (/^(?:https?|file|s3|gs):\/\//i.test(value) || /^[./~]/.test(value) || /^\d+(?:\.\d+)*$/.test(value)) return false;
  if (/^(?:sha\d+|md5)[-:]/i.test(value)) return false;
  const password = /pass|pwd/i.test(name);
  const classes = [shape.lower, shape.upper, shape.digits, shape.other].filter((count) => count > 0).length;
  if (!strong)
    return looksRandom(value, 16) || (/^[0-9a-f]{32,}$/i.test(value) && shape.digits > 4 && !/^key$/i.test(name));
  if (password) return value.length >= 7 && classes >= 2 && !readsAsWords(value);
  if (value.length < 12) return false;
  if (/^[0-9a-f-]+$/i.test(value)) return value.length >= 16 && shape.digits >= 3 && shape.lower + shape.upper >= 3;
  return classes >= 2 && shape.digits + shape.upper > 0 && !readsAsWords(value);
}

function kindOf(name: string): string {
  if (/aws[_-]?secret/i.test(name)) return 'aws-secret';
  return /pass|pwd/i.test(name) ? 'password' : 'assigned-secret';
}
