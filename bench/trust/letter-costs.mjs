// Makes src/policy/letter-costs.ts: node bench/trust/letter-costs.mjs FOLDER [TEXT...]. FOLDER holds word lists as
// Debian's w* packages install them (/usr/share/dict); each TEXT is running text whose words count by how often they stand.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LISTS = {
  'american-english': 3,
  ngerman: 1,
  french: 1,
  spanish: 1,
  italian: 1,
  portuguese: 1,
  dutch: 1,
  polish: 0.5,
  swedish: 0.5,
};
const WORDS_A_LIST = 40_000;
const SYMBOLS = 'abcdefghijklmnopqrstuvwxyz_';
const HIGHEST = 35;
const [folder, ...texts] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node bench/trust/letter-costs.mjs FOLDER [TEXT...]');

const weights = new Map();
const add = (word, weight) => {
  if (/^[a-z]{2,}$/.test(word)) weights.set(word, (weights.get(word) ?? 0) + weight);
};
for (const [list, weight] of Object.entries(LISTS)) {
  const path = join(folder, list);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const words = [...new Set(decode(readFileSync(path)).split(/\s+/).map(plain))].filter((word) =>
    /^[a-z]{2,}$/.test(word),
  );
  const step = Math.max(1, words.length / WORDS_A_LIST);
  for (let i = 0; i < words.length; i += step) add(words[Math.floor(i)], weight);
}
const counts = new Map();
for (const text of texts) {
  for (const word of readFileSync(text, 'utf8').match(/\p{L}+/gu) ?? []) {
    const key = plain(word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}
for (const [word, count] of counts) add(word, 2 * Math.log2(1 + count));

const triples = new Map();
const pairs = new Map();
const count = (map, context, letter, weight) => {
  const row = map.get(context) ?? new Map();
  row.set(letter, (row.get(letter) ?? 0) + weight);
  map.set(context, row);
};
for (const [word, weight] of weights) {
  const edged = `__${word}_`;
  for (let i = 2; i < edged.length; i++) {
    count(triples, edged.slice(i - 2, i), edged[i], weight);
    count(pairs, edged[i - 1], edged[i], weight);
  }
}
const total = (row) => [...(row?.values() ?? [])].reduce((sum, one) => sum + one, 0);
const byPair = (first, letter) => {
  const row = pairs.get(first);
  return ((row?.get(letter) ?? 0) + 0.5) / (total(row) + 0.5 * SYMBOLS.length);
};
const rows = [...SYMBOLS].flatMap((first) =>
  [...SYMBOLS].map((second) => {
    const row = triples.get(first + second);
    const sum = total(row);
    return [...SYMBOLS]
      .map((letter) => {
        const probability = ((row?.get(letter) ?? 0) + 3 * byPair(second, letter)) / (sum + 3);
        return Math.min(HIGHEST, Math.max(0, Math.round(-2 * Math.log2(probability)))).toString(36);
      })
      .join('');
  }),
);
const lines = [];
for (let i = 0; i < rows.length; i += 4) lines.push(rows.slice(i, i + 4).join(''));
const target = fileURLToPath(new URL('../../src/policy/letter-costs.ts', import.meta.url));
const source = readFileSync(target, 'utf8');
writeFileSync(
  target,
  source.replace(/`\n[\s\S]*\n`/, () => `\`\n${lines.join('\n')}\n\``),
);

function plain(word) {
  return word
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
