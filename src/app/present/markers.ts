/**
 * Letters of other scripts that look like the Latin ones in `begin` and `end`, for whoever writes a marker with them.
 * (Unicode confusables, UTS 39.) Width and style variants fold by NFKC.
 */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ɡ: 'g',
  һ: 'h',
  і: 'i',
  ո: 'n',
  п: 'n',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  ν: 'v',
  ε: 'e',
  ο: 'o',
  ι: 'i',
  ı: 'i',
  в: 'b',
  ь: 'b',
};

// A run of dashes or equals signs, then what may be the words of a marker, on one line.
const CANDIDATE = /(?:[\p{Pd}\u2212\u2500\u2501=＝~_*#+](?:[ \t\\]?)){2,}[ \t]*([^\n]{0,120})/gu;
const WORDS =
  /^(?:begin|beginning|end|start|stop|close)(?:ning|s)?[\s_:.-]+(?:of[\s_-]+)?(?:the[\s_-]+)?(?:\w+[\s_-]+){0,2}?(?:fetched|search|content|results?|untrusted|external|retrieved|page|document|data|tool|web|context|quote|input|output)\b/;

/** Makes every text that looks like a marker of ours, or of anybody's, into a quotation of one. */
export function defuseMarkers(text: string): { text: string; count: number } {
  let count = 0;
  const out = text.replace(CANDIDATE, (whole, words: string) => {
    if (!WORDS.test(fold(words))) return whole;
    count++;
    const end = /[\p{Pd}\u2212\u2500\u2501=＝~_*#+]{2,}/u.exec(words);
    const quoted = end === null ? words : words.slice(0, end.index);
    const rest = end === null ? '' : words.slice(end.index + end[0].length);
    return `[quoted marker: ${quoted.trim()}]${rest}`;
  });
  return { text: out, count };
}

function fold(words: string): string {
  return words
    .slice(0, 80)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => LOOK_ALIKE[letter] ?? letter);
}
