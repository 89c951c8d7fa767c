/** Characters of a snippet; the search path caps again. */
const LENGTH = 480;

/** What a passage says, as plain text: its heading in front, without Markdown marks, from where the query's words stand. */
export function makeSnippet(passage: { heading: string; text: string }, words: readonly string[]): string {
  const plain = plainText(passage.text).trim();
  const { heading } = passage;
  const body = heading !== '' && plain.startsWith(heading) ? plain.slice(heading.length).trim() : plain;
  const shown = window(body, words);
  if (heading === '') return shown;
  return shown === '' ? heading : `${heading}: ${shown}`;
}

/** Markdown without its marks; code stays. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, '')
    .replace(/^(?:=+|-+|~+|\^+)$/gm, '')
    .replace(/^\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+.*$/gm, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/<\/?[a-z][^>\n]*>/gi, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>|])/g, '$1')
    .replace(/\s+/g, ' ');
}

/** The part of a long text that holds the most of the words, cut at words. */
function window(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const lower = text.toLowerCase();
  const places: { at: number; word: number }[] = [];
  words.forEach((word, index) => {
    for (let at = lower.indexOf(word), n = 0; at !== -1 && n < 20; at = lower.indexOf(word, at + 1), n += 1) {
      places.push({ at, word: index });
    }
  });
  places.sort((a, b) => a.at - b.at);
  let best = 0;
  let most = 0;
  for (const { at } of places) {
    const inside = new Set(places.filter((place) => place.at >= at && place.at < at + LENGTH - 60).map((p) => p.word));
    if (inside.size > most) {
      most = inside.size;
      best = at;
    }
  }
  let start = best < LENGTH / 2 ? 0 : text.lastIndexOf(' ', best - 60) + 1;
  if (start <= 0) start = 0;
  let stop = Math.min(text.length, start + LENGTH);
  if (stop < text.length) stop = Math.max(start + 1, text.lastIndexOf(' ', stop));
  return `${start > 0 ? '… ' : ''}${text.slice(start, stop)}${stop < text.length ? ' …' : ''}`;
}
