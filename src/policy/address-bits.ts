import { letterBits, plainLetters } from './readable.js';
import { COMMON_WORDS, FUNCTION_WORDS, SHORT_FORMS } from './slug-words.js';

/** In what a part of an address may carry more than words, dates and versions do. */
export type Channel = 'id' | 'letters' | 'words' | 'case' | 'spacing' | 'encoding' | 'script' | 'host';

/** Bits that an address may carry in each way. */
export type Bits = Record<Channel, number>;

/** Charges for a whole address, host and path. */
export function addressBits(hostname: string, pathname: string): Bits {
  const bits: Bits = { id: 0, letters: 0, words: 0, case: 0, spacing: 0, encoding: 0, script: 0, host: 0 };
  chargeHost(hostname, bits);
  chargePath(pathname, bits);
  return bits;
}

// A registry's second level (`co.uk`, `edu.au`); below it stands the registered name.
const SECOND_LEVEL = /^(?:com?|org|net|gov|govt|gv|gob|gouv|edu|ac|or|ne|go|nom|mil|ltd|plc|sch|asso)$/;

/** A registered name is paid for by whoever registered it; what stands below it costs nothing to write. */
function chargeHost(hostname: string, bits: Bits): void {
  const labels = hostname.replace(/\.$/, '').split('.');
  const top = labels.at(-1) ?? '';
  const suffix = labels.length > 2 && top.length === 2 && SECOND_LEVEL.test(labels.at(-2) ?? '') ? 2 : 1;
  const name = labels.at(-suffix - 1) ?? '';
  const below = labels.slice(0, Math.max(0, labels.length - suffix - 1)).filter((label) => label !== 'www');
  bits.host += Math.max(0, labelBits(name) - 60);
  for (const label of below) bits.host += labelBits(label);
  if (below.length > 3) bits.host += 12 * (below.length - 3);
}

function labelBits(label: string): number {
  // Punycode is letters and digits of the writer's choice.
  if (label.startsWith('xn--')) return 4 * Math.max(0, label.length - 12);
  const own: Bits = { id: 0, letters: 0, words: 0, case: 0, spacing: 0, encoding: 0, script: 0, host: 0 };
  const words = chargeText(label, own, { years: 0, short: 0 });
  chargeLetters(words, own);
  return own.id + own.letters + 11 * Math.max(0, words.length - 3);
}

function chargePath(pathname: string, bits: Bits): void {
  const raw = pathname.split('/').slice(1);
  if (raw.at(-1) === '') raw.pop();
  const segments = raw.filter((segment) => segment !== '');
  bits.spacing += 10 * (raw.length - segments.length);
  const all: string[] = [];
  const alone: string[] = [];
  const numbers: Numbers = { years: 0, short: 0 };
  for (const segment of segments) {
    const whole = unescaped(segment, bits);
    if (whole === null) continue;
    const text = whole.replace(EXTENSION, '');
    const words = chargeText(text, bits, numbers);
    chargeWords(words, bits);
    chargeSpacing(segment, bits);
    if (words.length === 1) alone.push(words[0] as string);
    all.push(...words);
  }
  chargeWords(alone, bits);
  chargeLetters(all, bits);
  chargeCase(segments, bits);
}

// A few steps of `.tar.gz` or `.en.html` say what a file is.
const EXTENSION =
  /(?:\.(?:[a-z]{2}|[xs]?html?|php\d?|aspx?|jsp|cgi|mdx?|rst|txt|pdf|xml|json|ya?ml|js|ts|css|py|rb|go|rs|c|h|cc|cpp|java|pl|pm|pod|zip|gz|tar|tgz|bz2|xz|git|diff|patch|rss|atom|csv|svg|png|jpe?g|gif|ipynb)){1,3}$/i;

/** What of an address's numbers has been seen: a date and a version have a few short ones, a code has many. */
interface Numbers {
  years: number;
  short: number;
}

/** The segment with its escapes undone; what need not be escaped, or draws nothing, is charged. Null for no text. */
function unescaped(segment: string, bits: Bits): string | null {
  if (!segment.includes('%')) return segment;
  const odd =
    /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2[de]|5f|7[ef]|[01][0-9a-f]|25|2f|5c|3[cef]|c2%[89a]|e2%80%(?!9)|ef%b[bf])/gi;
  bits.encoding += 8 * (segment.match(odd)?.length ?? 0);
  try {
    return decodeURIComponent(segment);
  } catch {
    bits.encoding += 8 * (segment.match(/%/g)?.length ?? 0);
    return null;
  }
}

/** Charges the numbers, ids and scripts of a segment or label; answers its words in plain letters. */
function chargeText(text: string, bits: Bits, numbers: Numbers): string[] {
  const words: string[] = [];
  for (const token of text.split(/[^\p{L}\p{M}\d]+/u)) {
    if (token === '') continue;
    if (/^\d+$/.test(token)) bits.id += numberBits(token, numbers);
    else if (!/^[a-z\d]+$/.test(plainLetters(token))) bits.script += scriptBits(token);
    else if (/\d/.test(token)) chargeMixed(token, words, numbers, bits);
    else words.push(...humps(token));
  }
  bits.encoding += 6 * text.replace(/[\p{L}\p{M}\d\-_.~+,:;!'’‘“”–—()@*&=$ ]/gu, '').length;
  return words;
}

function humps(token: string): string[] {
  return token
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map(plainLetters);
}

const YEAR = /^(?:19|20)\d\d$/;
const COMPACT_DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])\d{0,4})?$/;
const BITS_A_DIGIT = Math.log2(10);

/** A year, a day, a date or a part of a version costs little, an id its digits. */
function numberBits(digits: string, numbers: Numbers): number {
  if (YEAR.test(digits)) return numbers.years++ < 2 ? 2 : BITS_A_DIGIT * digits.length;
  if (digits.length <= 2) return numbers.short++ < 5 ? 2 : 8;
  if (COMPACT_DATE.test(digits)) return 6 + BITS_A_DIGIT * Math.max(0, digits.length - 8);
  return BITS_A_DIGIT * digits.length;
}

/** Letters and digits in one token: a name with a number (`mp3`, `Uint8Array`, `PMC11298280`), or an id. */
function chargeMixed(token: string, words: string[], numbers: Numbers, bits: Bits): void {
  const perCharacter = /^[\da-f]+$/i.test(token) ? 4 : /[A-Z]/.test(token) && /[a-z]/.test(token) ? 5.95 : 5.17;
  const chunks = token.match(/[^\d]+|\d+/g) ?? [];
  let cost = 3 * Math.max(0, chunks.length - 2);
  if (token.length <= 3 && numbers.short++ >= 4) cost += 8;
  const read: string[] = [];
  for (const chunk of chunks) {
    if (/\d/.test(chunk)) cost += YEAR.test(chunk) ? 2 : BITS_A_DIGIT * chunk.length;
    else {
      const parts = humps(chunk);
      for (const word of parts) {
        if (word.length > 1 && isKnown(word)) cost += 1;
        else cost += word.length < 4 ? 4.7 * word.length : 4 + surprise(word);
        if (word.length >= 3) read.push(word);
      }
    }
  }
  const opaque = perCharacter * token.length;
  bits.id += Math.min(opaque, cost);
  if (cost < opaque) words.push(...read);
}

/** Scripts without a table of letter costs: a short title, no more. */
function scriptBits(token: string): number {
  const letters = [...token];
  const ideographs = letters.filter((letter) => /[\p{sc=Han}\p{sc=Hangul}]/u.test(letter)).length;
  if (/[аеиоуыэюяё]/i.test(token)) {
    const vowels = token.match(/[аеиоуыэюяё]/gi)?.length ?? 0;
    const likely = vowels / letters.length >= 0.25 && vowels / letters.length <= 0.65;
    const odd = !likely || /[^аеиоуыэюяёьъй]{5}|[ъьы]{2}|^[ъьы]/i.test(token);
    return odd ? 4 * letters.length : 0.8 * letters.length + 2 * Math.max(0, letters.length - 14);
  }
  return 5 * ideographs + (letters.length - ideographs);
}

/** Bits of a word's letters beyond what words cost. */
function surprise(word: string): number {
  return Math.max(0, letterBits(word) - 4.2 * word.length - 4);
}

const LONGEST_WORD = 22;

/** Single words that are none, and letters that are pronounceable throughout and still no language. */
function chargeLetters(words: readonly string[], bits: Bits): void {
  let letters = 0;
  let cost = 0;
  const long = new Set(words.filter((word) => word.length >= 3));
  const tiny = words.filter((word) => word.length < 3);
  for (const word of tiny) if (!isKnown(word)) bits.letters += 3 * word.length;
  // Sentences have small words between long ones; more of them than that is a code of pairs.
  if (tiny.length > 4 && tiny.length > long.size) bits.letters += 7 * (tiny.length - 2);
  for (const word of long) {
    bits.letters += 2 * Math.max(0, word.length - LONGEST_WORD) + (isKnown(word) ? 0 : surprise(word));
    letters += word.length + 1;
    cost += SHORT_FORMS.has(word) ? 4 * (word.length + 1) : letterBits(word);
  }
  if (letters >= 16) bits.letters += 3 * letters * Math.max(0, cost / letters - 4);
}

function isKnown(word: string): boolean {
  return FUNCTION_WORDS.has(word) || SHORT_FORMS.has(word) || isCommon(word);
}

/** A common word or one of its forms. */
function isCommon(word: string): boolean {
  return COMMON_WORDS.has(word) || COMMON_WORDS.has(word.replace(/(?:ings?|ed|er|ers|es|s|ly)$/, ''));
}

/**
 * Words drawn from a list read as words and say nothing. Sentences have small words between them, titles have common
 * ones; six and more words with too few of either are charged as what they may be: eleven bits each.
 */
function chargeWords(words: readonly string[], bits: Bits): void {
  let small = 0;
  let common = 0;
  let content = 0;
  for (const word of words) {
    if (FUNCTION_WORDS.has(word)) small++;
    else if (word.length >= 3) {
      content++;
      if (isCommon(word)) common++;
    }
  }
  if (content >= 6 && 3 * small + common < 0.6 * content - 2) bits.words += 11 * content;
}

/** Mixed, doubled and dangling separators spell a message between ordinary words. */
function chargeSpacing(segment: string, bits: Bits): void {
  // Beside digits either separator is usual (`2025-12_title`, `types-1_0`).
  const name = segment
    .replace(/(?:\.[a-z][a-z0-9]{0,5})+$/i, '')
    .replace(/(?<=\d)[-_](?=\w)|(?<=[a-z])[-_](?=\d)/gi, '.');
  const runs = name.match(/(?:[-_+.,~;:!]|%20|%2[c1b7])+/gi) ?? [];
  const counts = new Map<string, number>();
  for (const run of runs) {
    // A dash with its spaces becomes `---` or `_-_` in many titles; `, ` and `: ` stay two.
    if (run === '--') bits.spacing += 4.5;
    else if (/^(?:---|_-_|%20-%20|[,:.!]_|[,:.!]-|[,:.!]%20|[.]{3})$/.test(run)) bits.spacing += 3;
    else if (/^.$|^%..$/.test(run)) counts.set(run, (counts.get(run) ?? 0) + 1);
    else bits.spacing += 9;
  }
  const kinds = [...counts].filter(([kind]) => !/[.,:!']/.test(kind)).sort((a, b) => b[1] - a[1]);
  const minority = kinds.slice(1).reduce((total, [, count]) => total + count, 0);
  // Between underscores a hyphen binds two words (`Server-side_request_forgery`); other mixtures are rare.
  const binds = kinds.length === 2 && kinds[0]?.[0] === '_' && kinds[1]?.[0] === '-' && kinds[0][1] > kinds[1][1];
  if (minority > 0) bits.spacing += binds ? 3.5 * minority : 3 + 6 * minority;
  if (/^[-_~+.]{2}|[-_~+]{2}$/.test(name)) bits.spacing += 6;
  if (!/[\p{L}\d%]/u.test(name) && name !== '') bits.spacing += 2 * name.length;
}

/** One way of writing words costs nothing; each word that is written otherwise than most is charged. */
function chargeCase(segments: readonly string[], bits: Bits): void {
  let quiet = 0;
  let shouted = 0;
  const alone = { lower: 0, capital: 0 };
  for (const segment of segments) {
    const tokens = segment.replace(/%[0-9a-f]{2}/gi, ' ').match(/[A-Za-z]+/g) ?? [];
    let lower = 0;
    let capital = 0;
    tokens.forEach((token, i) => {
      if (token.length < 2) return;
      const small = FUNCTION_WORDS.has(token.toLowerCase());
      if (/^[a-z]+$/.test(token)) lower += small ? 0 : 1;
      else if (/^[A-Z][a-z]+$/.test(token)) capital += i === 0 ? 0 : 1;
      else if (/^[A-Z]+$/.test(token)) shouted += small || token.length >= 5 ? 1 : 0;
      else bits.case += turnBits(token);
    });
    quiet += lower + capital;
    bits.case += 3 * Math.min(lower, capital);
    if (tokens.length === 1) {
      if (/^[a-z]{3,}$/.test(segment)) alone.lower++;
      else if (/^[A-Z][a-z]{2,}$/.test(segment)) alone.capital++;
    }
  }
  bits.case += 4.5 * Math.min(shouted, 2 * quiet) + 2.5 * Math.max(0, Math.min(alone.lower, alone.capital) - 1);
}

/** Capitals inside a word: humps that are words are a name (`JavaScript`, `BuyItForLife`), others are a code. */
function turnBits(token: string): number {
  const changes = token.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  if (changes < 3) return 0;
  const odd = humps(token).filter((word) => !isKnown(word) && (word.length < 4 || surprise(word) > 6));
  return 5 * odd.length;
}
