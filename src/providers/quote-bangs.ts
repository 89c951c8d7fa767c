/**
 * Words that SearX, SearXNG or DuckDuckGo obey wherever they stand: `!g`, `!!g` and a leading backslash leave for
 * another site, `?images` and `:has` choose engines or a language, `<3` a time limit. In quotes they are words.
 */
export function quoteBangs(query: string): string {
  return query.replace(/(?<!\S)(?:!|[?:\\<](?=\S))\S*/gu, (word) => `'${word}'`);
}
