import type { QuoteSource } from '../../src/app/quotes/index.js';
import { extract } from '../../src/extract/index.js';
import { chance, handedPages } from './pages.js';

export interface MadeQuote {
  kind: string;
  /** Whether it stands in the pages word for word. */
  holds: boolean;
  text: string;
}

/**
 * Pages as recorded (Markdown), and quotes made from another rendering of them (plain text): true ones in the ways
 * people write them, ones with a word, number or ending changed, and sentences of pages that are not among the sources.
 */
export function madeQuotes(pages: number, perPage: number): { sources: QuoteSource[]; quotes: MadeQuote[] } {
  const next = chance(20_261_201);
  const sources: QuoteSource[] = [];
  const quotes: MadeQuote[] = [];
  const foreign: string[] = [];
  handedPages(pages + 20).forEach(({ name, body }, i) => {
    const about = { url: `https://example.org/${name}`, contentType: 'text/html' };
    const sentences = sentencesOf(extract(body, { ...about, format: 'text' }).text);
    if (i >= pages) {
      foreign.push(...sentences);
      return;
    }
    sources.push({ evidence: `ev_${i}`, url: about.url, text: extract(body, { ...about, format: 'markdown' }).text });
    for (let k = 0; k < perPage && sentences.length > 0; k++) {
      const sentence = sentences[Math.floor(next() * sentences.length)] as string;
      quotes.push(...[trueQuote(sentence, k), alteredQuote(sentence, k, next)].filter((quote) => quote !== null));
    }
  });
  for (let i = 0; i < quotes.length / 3 && foreign.length > 0; i++) {
    quotes.push({ kind: 'invented', holds: false, text: foreign[Math.floor(next() * foreign.length)] as string });
  }
  const everything = sources.map((source) => plain(source.text)).join('\n');
  return { sources, quotes: quotes.filter(({ holds, text }) => holds || !everything.includes(plain(text))) };
}

function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.replace(/^[-\s\d.)•]+/, '').split(/(?<=[.!?]) +(?=\p{Lu})/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 30 && sentence.length <= 260 && sentence.split(/\s+/).length >= 7)
    .filter((sentence) => /^\p{Lu}/u.test(sentence) && !/[|`*_#[\]<>]/.test(sentence));
}

const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it stands', (text) => text],
  ['wrapped', (text) => text.replace(/ (?=\S+ \S+ )/g, (space, at: number) => (at % 3 === 0 ? '\n' : space))],
  ['straight quotes', (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')],
  ['curly quotes', (text) => `“${text.replace(/'/g, '’')}”`],
  ['long dashes', (text) => text.replace(/ [-–—] /g, '—')],
  ['no-break spaces', (text) => text.replace(/ /g, '\u00a0')],
  ['decomposed', (text) => text.normalize('NFD')],
  ['without its end', (text) => text.replace(/[.!?]$/, '')],
  ['a middle part', (text) => text.split(/\s+/).slice(1, -1).join(' ')],
  [
    'with a gap',
    (text) => {
      const words = text.split(/\s+/);
      return [...words.slice(0, 3), '[...]', ...words.slice(-3)].join(' ');
    },
  ],
];

function trueQuote(sentence: string, k: number): MadeQuote {
  const [kind, write] = WAYS[k % WAYS.length] as (typeof WAYS)[number];
  return { kind, holds: true, text: write(sentence) };
}

function alteredQuote(sentence: string, k: number, next: () => number): MadeQuote | null {
  const words = sentence.split(/\s+/);
  const at = 1 + Math.floor(next() * (words.length - 2));
  const word = words[at] as string;
  switch (k % 6) {
    case 0:
      return { kind: 'a word left out', holds: false, text: words.toSpliced(at, 1).join(' ') };
    case 1:
      return { kind: 'a word put in', holds: false, text: words.toSpliced(at, 0, 'never').join(' ') };
    case 2:
      return {
        kind: 'two words exchanged',
        holds: false,
        text: words.toSpliced(at, 2, words[at + 1] as string, word).join(' '),
      };
    case 3: {
      const changed = sentence.replace(/\d+/, (digits) => String(Number(digits) + 1));
      return changed === sentence ? null : { kind: 'another number', holds: false, text: changed };
    }
    case 4:
      return {
        kind: 'another word',
        holds: false,
        text: words.toSpliced(at, 1, word === 'purple' ? 'green' : 'purple').join(' '),
      };
    default:
      return /^\p{L}{5,}$/u.test(word)
        ? { kind: 'another ending', holds: false, text: words.toSpliced(at, 1, `${word.slice(0, -2)}xo`).join(' ') }
        : null;
  }
}

/** Letters and digits alone, to tell a changed sentence that stands somewhere all the same from one that does not. */
const plain = (one: string): string => one.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
