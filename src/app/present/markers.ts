/**
 * Letters of other scripts that look like the Latin ones of a marker, for whoever writes one with them (Unicode
 * confusables, UTS 39). Width and style variants fold by NFKC.
 */
const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  [
    'аa',
    'сc',
    'ԁd',
    'еe',
    'ɡg',
    'һh',
    'іi',
    'ոn',
    'пn',
    'оo',
    'рp',
    'ѕs',
    'тt',
    'νv',
    'εe',
    'οo',
    'ιi',
    'ıi',
    'вb',
    'υu',
  ].map(([from, to]) => [from as string, to as string]),
);

const DASH = String.raw`[\p{Pd}\u2212\u2500\u2501=＝~～]`;
const DASHES = new RegExp(`(?:${DASH}[ \\t\\\\]?){2,}`, 'gu');
const WINDOW = 120;
const WORDS =
  /^[\s[(<{]*(?:begin|beginning|end|ending|start|stop|close)(?:s|ing)?[\s_:.-]+(?:of[\s_-]+)?(?:the[\s_-]+)?(?:fetched|search|untrusted|external|retrieved|web|page|tool|user|document|model|system)[\s_-]*(?:content|contents|results?|data|text|page|document|output|input|message|prompt)?\b/;
// Without dashes only what names the labels and a nonce: words alone are prose.
const BARE = /\b(?:begin|end)[ \t]+(?:fetched content|search results)[ \t]+[0-9a-f]{6,}/gi;

/** Makes every text that looks like a marker of ours, or of anybody's, into a quotation of one. */
export function defuseMarkers(text: string): { text: string; count: number } {
  let count = 0;
  let out = '';
  let last = 0;
  const dashes = new RegExp(DASHES);
  for (let run = dashes.exec(text); run !== null; run = dashes.exec(text)) {
    const from = run.index + run[0].length;
    const line = text.slice(from, from + WINDOW).split('\n', 1)[0] as string;
    if (!WORDS.test(fold(line))) continue;
    const tail = DASHES_ONCE.exec(line);
    const words = tail === null ? line : line.slice(0, tail.index);
    out += `${text.slice(last, run.index)}[quoted marker: ${words.trim()}]`;
    last = from + (tail === null ? line.length : tail.index + tail[0].trimEnd().length);
    dashes.lastIndex = last;
    count++;
  }
  out = (last === 0 ? text : out + text.slice(last)).replace(BARE, (marker, at: number, whole: string) => {
    if (whole.slice(Math.max(0, at - 16), at).endsWith('[quoted marker: ')) return marker;
    count++;
    return `[quoted marker: ${marker}]`;
  });
  return { text: out, count };
}

const DASHES_ONCE = new RegExp(DASHES.source, 'u');

function fold(words: string): string {
  return words
    .replace(/[*_`\\]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => LOOK_ALIKE.get(letter) ?? letter);
}
