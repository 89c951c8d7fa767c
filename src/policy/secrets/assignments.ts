import { isPlaceholder } from './placeholder.js';
import { looksRandom, readsAsWords, shapeOf } from './randomness.js';

/** Words under which secrets are kept; those of `WEAK` mean many other things too. */
const WORD =
  /passw(?:or)?d|passwd|passphrase|pwd|bindpw|pass|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|account[_-]?key|service[_-]?key|subscription[_-]?key|license[_-]?key|auth[_-]?key|auth|credentials?|cookie|session[_-]?id|session|webhook|key/gi;
const WEAK = /^(?:key|auth|session|cookie|pass|webhook)$/i;
// Behind the word: the rest of its name, then what gives it a value, or up to four words and `is`.
const GIVEN =
  /([\w.-]{0,40})["'`]?\s{0,3}(?:=>|:=|[:=])\s{0,3}|([\w.-]{0,40})(?:\s+[a-z]+){0,4}?\s+(?:is|was|are|:|=)\s+/iy;

/** Tails and wholes of names that hold no secret although a word of theirs does. */
const HARMLESS =
  /(?:_|-|\.|^)(?:id|name|file|path|dir|url|uri|endpoint|type|length|len|size|count|limit|max|min|budget|expir\w*|ttl|age|format|prefix|header|field|column|alias|algorithm|alg|version|policy|pattern|regex|manager|provider|store|ring|chain|hash|index|space|board|word|words|code|codes)s?$|public|host[_-]?key|primary|foreign|partition|sort[_-]?key|cache|object[_-]?key|registry|idempotency|publishable|monkey|keyword|turkey|author|tokeniz|max_tokens|num_tokens|next[_-]?page|page[_-]?token|continuation|known_hosts|fingerprint|(?:gpg|pgp)[_-]?key|did:key/i;

/**
 * Values given under a name that keeps secrets: `.env` and YAML lines, JSON members, query parameters, headers, and
 * `the password is ...`.
 */
export function* assignedSecrets(text: string): Generator<{ kind: string; start: number; end: number }> {
  if (!/[:=]|\s(?:is|was|are)\s/i.test(text)) return;
  for (const match of text.matchAll(WORD)) {
    GIVEN.lastIndex = match.index + match[0].length;
    const given = GIVEN.exec(text);
    if (given === null) continue;
    const value = valueAt(text, GIVEN.lastIndex);
    if (value === null || isPlaceholder(value.text)) continue;
    const head = /[\w.:-]{0,60}$/.exec(text.slice(Math.max(0, match.index - 60), match.index))?.[0] ?? '';
    const tail = given[1] ?? given[2] ?? '';
    const name = `${head}${match[0]}${tail}`;
    if (HARMLESS.test(name)) continue;
    const weak = WEAK.test(match[0]) && !/[_-]|[a-z][A-Z]/.test(name);
    if (looksSecret(value.text, name, given[1] === undefined ? 'spoken' : weak ? 'weak' : 'strong')) {
      yield { kind: kindOf(name), start: value.start, end: value.end };
    }
  }
}

function valueAt(text: string, from: number): { text: string; start: number; end: number } | null {
  const window = text.slice(from, from + 420);
  const quoted = /^["'`]([^"'`\n]{1,400})["'`]/.exec(window)?.[1];
  if (quoted !== undefined) return { text: quoted, start: from + 1, end: from + 1 + quoted.length };
  const bare = /^[^\s"'`,;&<>{}()[\]|]{1,400}(?![({[])/.exec(window)?.[0];
  return bare === undefined ? null : { text: bare, start: from, end: from + bare.length };
}

function looksSecret(value: string, name: string, strength: 'strong' | 'weak' | 'spoken'): boolean {
  if (/^(?:https?|file|s3|gs):\/\/|^[./~]\S*\/|^\d+(?:\.\d+)*$|^(?:sha\d+|md5|h1)[-:]/i.test(value)) return false;
  const shape = shapeOf(value);
  const symbols = value.replace(/[\w./-]/g, '').length;
  const classes = [shape.lower, shape.upper, shape.digits, symbols].filter((count) => count > 0).length;
  if (strength === 'spoken') {
    return value.length >= 8 && shape.digits > 0 && classes >= 2 && shape.changes >= 0.3 && !readsAsWords(value);
  }
  if (strength === 'weak') {
    return looksRandom(value, 16) || (/^[0-9a-f]{32,}$/i.test(value) && shape.digits > 4 && !/^key$/i.test(name));
  }
  if (/pass|pwd|bindpw/i.test(name))
    return value.length >= 7 && (classes >= 3 || (classes === 2 && !readsAsWords(value)));
  if (value.length < 12) return false;
  if (/^[0-9a-f-]+$/i.test(value)) return value.length >= 16 && shape.digits >= 3 && shape.lower + shape.upper >= 3;
  return shape.digits + shape.upper > 0 && classes >= 2 && !readsAsWords(value);
}

function kindOf(name: string): string {
  if (/aws[_-]?secret/i.test(name)) return 'aws-secret';
  return /pass|pwd|bindpw/i.test(name) ? 'password' : 'assigned-secret';
}
