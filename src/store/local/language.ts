/** Words that a question in the language can hardly do without. */
const MARKS: Readonly<Record<string, RegExp>> = {
  de: /\b(?:der|die|das|und|wie|nicht|ein|eine|ist|mit|für|kann|ich|welche)\b/giu,
  fr: /\b(?:le|la|les|et|comment|est|une|des|dans|pour|avec|quel|quelle)\b/giu,
  es: /\b(?:el|los|las|cómo|como|para|una|con|qué|del|puedo)\b/giu,
  pt: /\b(?:os|uma|para|com|não|como|são|dos|posso)\b/giu,
  it: /\b(?:il|gli|per|con|una|come|che|della|posso)\b/giu,
  en: /\b(?:the|how|what|is|to|of|and|for|with|in|do|can|when|which|why|on|from)\b/giu,
};

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/],
  ['ko', /[\uac00-\ud7af]/],
  ['zh', /[\u4e00-\u9fff]/],
  ['ru', /[\u0400-\u04ff]/],
  ['el', /[\u0370-\u03ff]/],
  ['ar', /[\u0600-\u06ff]/],
  ['th', /[\u0e00-\u0e7f]/],
];

/** Two-letter language that a question is in; English where nothing tells otherwise. */
export function languageOf(query: string): string {
  for (const [language, script] of SCRIPTS) if (script.test(query)) return language;
  let best = 'en';
  let most = (query.match(MARKS['en']!) ?? []).length;
  for (const [language, words] of Object.entries(MARKS)) {
    const count = (query.match(words) ?? []).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

const CODES = new Set(
  'ar be bg bn ca cs da de el en eo es et eu fa fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl nn no pl pt ro ru sk sl sq sr sv th tr uk vi zh'.split(
    ' ',
  ),
);

/**
 * Language of a document by its address (`/de/`, `guide.fr.html`, `README.zh-CN.md`), and the address with the
 * language taken out: copies in several languages share it.
 */
export function languageInAddress(url: string): { language: string | null; neutral: string } {
  let language: string | null = null;
  const neutral = url.replace(
    /([/._])([a-z]{2})(?:[-_]([A-Za-z]{2,4}))?(?=\/|\.(?:html?|md|txt|rst)\b)/g,
    (all, before: string, code: string, region: string | undefined, offset: number) => {
      // `/pt_BR/` and `.de.html` name languages; `/go/is.html` names a page, and the last part is a name, not a folder.
      const last = !url.slice(offset + 1).includes('/');
      if (!CODES.has(code) || (last && before === '/' && region === undefined)) return all;
      language = code;
      return `${before === '/' ? '/' : ''}`;
    },
  );
  return { language, neutral };
}
