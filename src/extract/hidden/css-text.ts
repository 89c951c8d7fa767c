/** CSS text as rules and declarations, by the error recovery of CSS Syntax 3: one pass, no backtracking. */

export interface Declaration {
  /** Lower case; custom properties keep their case. */
  name: string;
  /** Without `!important`, comments and escapes; case as written. */
  value: string;
  important: boolean;
}

export interface StyleRule {
  selectors: string;
  declarations: Declaration[];
}

/** At-rules that hold rules which apply where their condition does. */
export type ConditionHolds = (name: string, condition: string) => boolean;

/** Properties that can hide text, or undo what hides it. Others are not kept. */
const RELEVANT = new Set(
  'display visibility opacity content-visibility position left top right bottom inset clip clip-path transform scale font-size font color background background-color background-image background-clip -webkit-background-clip -webkit-text-fill-color text-shadow text-indent width height max-width max-height overflow overflow-x overflow-y margin-left margin-top animation animation-name filter all'.split(
    ' ',
  ),
);

/** Splits `a:b; c:d` into the declarations that matter. Invalid ones are passed over. */
export function parseDeclarations(text: string): Declaration[] {
  const found: Declaration[] = [];
  for (const part of splitTop(stripComments(text), ';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const raw = unescapeCss(part.slice(0, colon).trim());
    const name = raw.startsWith('--') ? raw : raw.toLowerCase();
    if (!RELEVANT.has(name) && !raw.startsWith('--')) continue;
    let value = unescapeCss(part.slice(colon + 1).trim());
    const important = /!\s*important\s*$/i.test(value);
    if (important) value = value.replace(/\s*!\s*important\s*$/i, '');
    if (value !== '') found.push({ name, value, important });
  }
  return found;
}

export function stripComments(text: string): string {
  if (!text.includes('/*')) return text;
  const out: string[] = [];
  let from = 0;
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', from)) {
    out.push(text.slice(from, at));
    const end = text.indexOf('*/', at + 2);
    if (end < 0) return out.join('');
    from = end + 2;
  }
  out.push(text.slice(from));
  return out.join('');
}

export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([\da-fA-F]{1,6})[ \t\n\f]?|([^\n]))/g, (_, hex?: string, char?: string) => {
    if (hex === undefined) return char ?? '';
    const point = Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** Parts between separators that stand outside quotes, brackets and parentheses. */
export function splitTop(text: string, separator: string): string[] {
  if (!text.includes(separator)) return [text];
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\\') at++;
    else if (char === '"' || char === "'") at = endOfString(text, at);
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth = Math.max(0, depth - 1);
    else if (char === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function endOfString(text: string, start: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
}

const STOPS = /["'{};\\]/g;

/**
 * The rules of a style sheet in order. Blocks of at-rules whose condition does not hold, and of at-rules that style
 * no element, are passed over. `keyframes` collects animations by name.
 */
export function parseSheet(
  text: string,
  holds: ConditionHolds,
  onRule: (rule: StyleRule) => boolean,
  keyframes: Map<string, string>,
): void {
  const css = stripComments(text);
  /** For each open block: whether it is one whose rules count. */
  const open: boolean[] = [];
  let from = 0;
  STOPS.lastIndex = 0;
  for (let match = STOPS.exec(css); match; match = STOPS.exec(css)) {
    const at = match.index;
    switch (match[0]) {
      case '\\':
        STOPS.lastIndex = at + 2;
        break;
      case '"':
      case "'":
        STOPS.lastIndex = endOfString(css, at) + 1;
        break;
      case ';':
        // A statement such as @import, or a stray declaration.
        from = at + 1;
        break;
      case '}':
        open.pop();
        from = at + 1;
        break;
      default: {
        const prelude = css.slice(from, at).trim();
        if (prelude.startsWith('@')) {
          const [, name = '', condition = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(prelude) ?? [];
          const lower = name.toLowerCase();
          if (/^(?:media|supports|layer|scope|container)$/.test(lower)) {
            open.push(open.every(Boolean) && holds(lower, condition));
            from = at + 1;
            break;
          }
          const end = endOfBlock(css, at);
          if (/keyframes$/.test(lower)) keyframes.set(condition.trim().replace(/["']/g, ''), css.slice(at + 1, end));
          STOPS.lastIndex = from = end + 1;
          break;
        }
        const end = endOfBlock(css, at);
        if (prelude !== '' && open.every(Boolean)) {
          const declarations = parseDeclarations(css.slice(at + 1, end));
          if (declarations.length > 0 && !onRule({ selectors: prelude, declarations })) return;
        }
        STOPS.lastIndex = from = end + 1;
      }
    }
  }
}

/** Where the block that opens at `start` ends; nested blocks inside are passed over. */
function endOfBlock(css: string, start: number): number {
  let depth = 0;
  for (let at = start; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34 || code === 39) at = endOfString(css, at);
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return at;
  }
  return css.length;
}
