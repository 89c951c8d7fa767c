/**
 * The documentation inside a TypeScript declaration file, as Markdown: each comment with the declaration below it,
 * under the name it is known by (`AbortSignal.timeout`). Declarations without a comment give nothing.
 */
export function readDeclarations(source: string): string {
  const sections: string[] = [];
  const containers: { name: string; depth: number }[] = [];
  let depth = 0;
  let at = 0;
  while (at < source.length) {
    const next = nextMark(source, at);
    if (next === -1) break;
    at = next;
    const character = source[at];
    if (character === '{') {
      depth += 1;
      at += 1;
    } else if (character === '}') {
      depth -= 1;
      while (containers.length > 0 && (containers.at(-1)?.depth ?? 0) > depth) containers.pop();
      at += 1;
    } else if (character === '"' || character === "'" || character === '`') {
      at = endOfString(source, at);
    } else if (source.startsWith('//', at)) {
      at = end(source.indexOf('\n', at), source);
    } else if (source.startsWith('/*', at)) {
      const close = end(source.indexOf('*/', at + 2), source);
      if (source.startsWith('/**', at) && close > at + 4) {
        const declaration = declarationAfter(source, close + 2);
        const section = declaration === null ? null : toSection(source.slice(at + 3, close), declaration, containers);
        if (section !== null && section !== sections.at(-1)) sections.push(section);
      }
      at = close + 2;
    } else if (character === '/') {
      at += 1;
    } else {
      const named = CONTAINER.exec(source.slice(at, at + 200));
      if (named === null) at += 1;
      else {
        containers.push({ name: (named[1] ?? named[2] ?? '').replace(/^node:/, ''), depth: depth + 1 });
        // Up to the name only: the brace that opens the body is counted when it comes.
        at += named[0].length;
      }
    }
  }
  return sections.join('\n');
}

const CONTAINER = /^(?:interface|class|namespace|module|enum)\s+(?:([A-Za-z_$][\w$.]*)|["']([^"']+)["'])/;

/** The next place that matters: a brace, a string, a comment, or a word that may begin a container. */
function nextMark(source: string, from: number): number {
  MARK.lastIndex = from;
  const found = MARK.exec(source);
  return found === null ? -1 : found.index;
}
const MARK = /[{}"'`/]|\b(?:interface|class|namespace|module|enum)\b/g;

function end(index: number, source: string): number {
  return index === -1 ? source.length : index;
}

function endOfString(source: string, start: number): number {
  const quote = source[start];
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return at + 1;
    else if (source[at] === '\n' && quote !== '`') return at;
  }
  return source.length;
}

/** The text of the declaration below a comment, up to its end or its body; null where another comment comes first. */
function declarationAfter(source: string, from: number): string | null {
  const rest = source.slice(from, from + 1_500);
  const start = rest.search(/\S/);
  if (start === -1 || rest.startsWith('/*', start) || rest[start] === '}') return null;
  let nesting = 0;
  for (let at = start; at < rest.length; at += 1) {
    const character = rest[at];
    if (character === '(' || character === '[' || character === '<') nesting += 1;
    else if (character === ')' || character === ']') nesting -= 1;
    else if (character === '>' && rest[at - 1] !== '=') nesting -= 1;
    else if (nesting <= 0 && (character === ';' || character === '{' || character === ',')) {
      return rest.slice(start, at).trim();
    }
  }
  return rest.slice(start, start + 400).trim();
}

function toSection(comment: string, declaration: string, containers: readonly { name: string }[]): string | null {
  const text = commentText(comment);
  if (text === '') return null;
  const name = nameOf(declaration);
  const path = [...containers.map((container) => container.name), name].filter((part) => part !== '');
  // Modules are known by their last word: `fs.readFile`, not `fs/promises.FileHandle...` from the outermost on.
  const heading = path.slice(-2).join('.');
  const signature = declaration.replace(/\s+/g, ' ').slice(0, 400);
  return `${heading === '' ? '' : `## ${heading}\n\n`}\`\`\`ts\n${signature}\n\`\`\`\n\n${text}\n`;
}

function nameOf(declaration: string): string {
  const found =
    /^(?:(?:export|declare|default|abstract|static|readonly|public|protected|private|async|get|set|const|let|var|function|class|interface|type|enum|namespace|module|new)\s+)*["'`]?([A-Za-z_$][\w$]*)/.exec(
      declaration,
    );
  return found?.[1] ?? '';
}

/** A comment without its stars, its tags in plain words. */
function commentText(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .replace(/\{@link(?:code|plain)?\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g, (_all, target: string, label?: string) =>
      label === undefined || label === '' ? target : label,
    )
    .replace(/^@(?:param|arg|argument)\s+(?:\{[^}]*\}\s*)?(\[[^\]]*\]|[\w$.]+)\s*-?\s*/gm, '- `$1`: ')
    .replace(/^@returns?\s*/gm, 'Returns ')
    .replace(/^@default(?:Value)?\s*/gm, 'Default: ')
    .replace(/^@deprecated\s*/gm, 'Deprecated. ')
    .replace(
      /^@(?:example|remarks|see|since|throws)\s*/gm,
      (tag) => `${tag.slice(1, 2).toUpperCase()}${tag.trim().slice(2)}: `,
    )
    .replace(/^@\w+.*$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
