/** What the renderer does with each element. Names that are not listed are inline and transparent. */
export const SKIP = 0;
export const BLOCK = 1;
export const HEADING = 2;
export const LIST = 3;
export const ITEM = 4;
export const QUOTE = 5;
export const PRE = 6;
export const CODE = 7;
export const EM = 8;
export const STRONG = 9;
export const DEL = 10;
export const LINK = 11;
export const IMAGE = 12;
export const BREAK = 13;
export const RULE = 14;
export const TABLE = 15;
export const ROW = 16;
export const CELL = 17;
export const TERM = 18;
export const DEFINITION = 19;
export const KBD = 20;
export const SUB = 21;
export const SUP = 22;
export const INS = 23;
export const SUMMARY = 24;
export const MATH = 25;
export const RUBY_TEXT = 26;
export const QUOTATION = 27;
export const INPUT = 28;
export const SCRIPT = 29;
export const INLINE = 30;
export const CAPTION = 31;

const ROLES: [number, string][] = [
  [
    SKIP,
    'audio canvas datalist embed head iframe link meta noembed noframes noscript object param rp select source style svg template textarea title track video area map col colgroup frameset',
  ],
  [
    BLOCK,
    'address article aside body center dialog details dir div dl fieldset figcaption figure footer form header hgroup html legend main menu nav optgroup option p search section tbody tfoot thead xmp',
  ],
  [HEADING, 'h1 h2 h3 h4 h5 h6'],
  [LIST, 'ul ol menu dir'],
  [ITEM, 'li'],
  [QUOTE, 'blockquote'],
  [PRE, 'pre listing plaintext xmp'],
  [CODE, 'code tt samp'],
  [EM, 'em i cite dfn var'],
  [STRONG, 'strong b'],
  [DEL, 'del s strike'],
  [LINK, 'a'],
  [IMAGE, 'img'],
  [BREAK, 'br'],
  [RULE, 'hr'],
  [TABLE, 'table'],
  [ROW, 'tr'],
  [CELL, 'td th'],
  [CAPTION, 'caption'],
  [TERM, 'dt'],
  [DEFINITION, 'dd'],
  [KBD, 'kbd'],
  [SUB, 'sub'],
  [SUP, 'sup'],
  [INS, 'ins'],
  [SUMMARY, 'summary'],
  [MATH, 'math'],
  [RUBY_TEXT, 'rt'],
  [QUOTATION, 'q'],
  [INPUT, 'input'],
  [SCRIPT, 'script'],
];

const BY_NAME = new Map<string, number>();
for (const [role, names] of ROLES) for (const name of names.split(' ')) BY_NAME.set(name, role);

export function roleOf(name: string): number {
  return BY_NAME.get(name) ?? INLINE;
}
