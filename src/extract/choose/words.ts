/** Hashes of words: what the choice compares instead of strings. FNV-1a over UTF-16 units, ASCII letters in lower case. */
const START = 0x811c9dc5 | 0;
const STEP = 0x01000193;

export const LETTER = 1;
export const DIGIT = 2;
export const CAPITAL = 3;

/** Class of each ASCII character: 0 is none of a word. */
const ASCII = new Uint8Array(128);
for (let code = 97; code <= 122; code++) ASCII[code] = LETTER;
for (let code = 65; code <= 90; code++) ASCII[code] = CAPITAL;
for (let code = 48; code <= 57; code++) ASCII[code] = DIGIT;
ASCII[95] = LETTER;

/** Letter, digit, capital, or 0 for what separates words. Outside ASCII only common punctuation separates. */
export function classOf(code: number): number {
  if (code < 128) return ASCII[code]!;
  if (code < 0x2010)
    return code === 160 || code === 0xab || code === 0xbb || code === 0xb7 || code === 0xa9 || code === 0xae
      ? 0
      : LETTER;
  const separates =
    code <= 0x206f ||
    (code >= 0x2190 && code < 0x2c00) ||
    (code >= 0x3000 && code <= 0x303f) ||
    code === 0xff0c ||
    code === 0xfffd;
  return separates ? 0 : LETTER;
}

export function hashOf(text: string): number {
  let hash = START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), STEP);
  return hash;
}

/** Word hashes of a text, at most `limit` of them. */
export function wordHashes(text: string, limit = 10_000): number[] {
  const words: number[] = [];
  let hash = START;
  let length = 0;
  for (let at = 0; at <= text.length && words.length < limit; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const kind = classOf(code);
    if (kind !== 0) {
      hash = Math.imul(hash ^ (kind === CAPITAL ? code | 32 : code), STEP);
      length++;
    } else if (length > 0) {
      words.push(hash);
      hash = START;
      length = 0;
    }
  }
  return words;
}

/** Hash of three words in a row. */
export function trigram(first: number, second: number, third: number): number {
  return Math.imul(Math.imul(first, 31) ^ second, 31) ^ third;
}

export const HASH_START = START;
export const HASH_STEP = STEP;

const FREQUENT =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because each just those people how too good very ' +
  'de la que el en y los se del las un por con una para es al lo como más die der und das den von zu mit sich des auf für ist im dem nicht ein eine auch et le les du est dans qui sur par pour il au pas plus ne ce di che per non sono da van het een niet zijn och att det som på är med для на что как это не';
/** Frequent words of several languages: running text has them, menus do not. */
export const FREQUENT_WORDS: ReadonlySet<number> = new Set(FREQUENT.split(' ').map(hashOf));

/** A copy that does not keep the source alive: V8 makes slices of a long string point into it, and caches outlive pages. */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
