/** A quoted sentence or a link of a Markdown report: what a reader would want to check. */
export interface Claim {
  kind: 'quote' | 'link';
  /** 1-based line where it starts. */
  line: number;
  /** The quoted words, or the link's address. */
  text: string;
  /** For a quote: the address it is said to come from, the nearest link after it in its paragraph, else before it. */
  url: string | null;
}

/** Fewer words between quotation marks are a term, not a quote. */
const FEWEST_WORDS = 4;

const QUOTED =
  /"([^"\n]{1,2000}(?:\n(?!\s*\n)[^"\n]{1,2000}){0,20})"|“([^”]{1,4000})”|«([^»]{1,4000})»|„([^“”]{1,4000})[“”]/g;
const LINK =
  /\[(?:[^\]\\]|\\.)*\]\(\s*<?(https?:\/\/[^\s<>)]+(?:\([^\s<>)]*\)[^\s<>)]*)*)>?(?:\s+"[^"]*")?\s*\)|<(https?:\/\/[^\s<>]+)>|(?<![("<\w])(https?:\/\/[^\s<>"'`\])]+[^\s<>"'`\]).,;:!?])/g;

/** Every quote and link outside code blocks, in order. Linear in the length of the text but for the bounded quotes. */
export function readClaims(markdown: string): Claim[] {
  const claims: Claim[] = [];
  for (const { text, line, quoted } of paragraphs(markdown)) {
    const links = [...text.matchAll(LINK)].map((match) => ({
      at: match.index,
      url: match[1] ?? match[2] ?? match[3] ?? '',
    }));
    const sourceOf = (end: number): string | null =>
      (links.find(({ at }) => at >= end) ?? links.findLast(({ at }) => at < end))?.url ?? null;
    const lineOf = (at: number): number => line + (text.slice(0, at).match(/\n/g)?.length ?? 0);
    if (quoted) {
      const words = plain(text);
      if (words.split(/\s+/).length >= FEWEST_WORDS)
        claims.push({ kind: 'quote', line, text: words, url: links.at(-1)?.url ?? null });
    } else {
      for (const match of text.matchAll(QUOTED)) {
        const words = plain(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
        if (words.split(/\s+/).length < FEWEST_WORDS) continue;
        claims.push({
          kind: 'quote',
          line: lineOf(match.index),
          text: words,
          url: sourceOf(match.index + match[0].length),
        });
      }
    }
    for (const { at, url } of links) claims.push({ kind: 'link', line: lineOf(at), text: url, url });
  }
  return claims;
}

/** Link syntax, a trailing attribution and emphasis off: the words that are claimed to stand in the source. */
function plain(text: string): string {
  return text
    .replace(/(?:\n|^)\s*(?:—|--)\s.*$/s, '')
    .replace(LINK, (_match, inline: string | undefined) => (inline === undefined ? '' : ' '))
    .replace(/(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Paragraph {
  text: string;
  line: number;
  /** A block quote, its markers taken off. */
  quoted: boolean;
}

function paragraphs(markdown: string): Paragraph[] {
  const found: Paragraph[] = [];
  let open: Paragraph | null = null;
  let fence: string | null = null;
  const lines = markdown.split(/\r?\n/);
  const close = (): void => {
    if (open !== null) found.push(open);
    open = null;
  };
  lines.forEach((raw, i) => {
    const marker = /^\s{0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
    if (fence !== null) {
      if (marker?.startsWith(fence) === true && raw.trim() === marker) fence = null;
      return;
    }
    if (marker !== undefined) {
      fence = marker;
      close();
      return;
    }
    const quote = /^\s{0,3}>\s?(.*)$/.exec(raw);
    const text = quote?.[1] ?? raw;
    const quoted = quote !== null;
    if (text.trim() === '' || (open !== null && (open as Paragraph).quoted !== quoted)) close();
    if (text.trim() === '') return;
    if (open === null) open = { text, line: i + 1, quoted };
    else (open as Paragraph).text += `\n${text}`;
  });
  close();
  return found;
}
