/** Element names as the choice sees them: small numbers, with the groups that matter to it. */
const NAMES = (
  '#other html head body title meta link script style noscript template svg math iframe object canvas audio video ' +
  'select option optgroup datalist textarea input button label form fieldset legend ' +
  'div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption colgroup col ' +
  'article section main nav header footer aside address blockquote pre figure figcaption details summary dialog hr br center menu dir hgroup search ' +
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr nobr ' +
  'img picture source track embed param area map frameset noframes noembed xmp slot progress meter output'
).split(' ');

const NUMBERS = new Map(NAMES.map((name, at) => [name, at]));

/** The number of a name; 0 for every name that is not in the list, such as those of custom elements. */
export function tagNumber(name: string): number {
  return NUMBERS.get(name) ?? 0;
}

function group(names: string): Uint8Array {
  const marks = new Uint8Array(NAMES.length);
  for (const name of names.split(' ')) marks[tagNumber(name)] = 1;
  return marks;
}

/** Stands inside a line of text. Everything else bounds a block. */
export const INLINE = group(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr nobr img picture source input slot output meter progress map area svg math select',
);
/** Holds nothing that is read as text. */
export const UNREAD = group(
  'head script style noscript template svg iframe object canvas audio video select option optgroup datalist textarea title frameset noframes noembed xmp',
);
export const HEADING_LEVEL = new Uint8Array(NAMES.length);
for (let level = 1; level <= 6; level++) HEADING_LEVEL[tagNumber(`h${level}`)] = level;

/** Coarse kind of a block's element, an ordinal that trees split on. */
export const TAG_KIND = new Uint8Array(NAMES.length);
const KINDS = [
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5 h6',
  'li',
  'td',
  'th',
  'dt dd',
  'pre',
  'blockquote',
  'button summary label legend',
  'section article main',
  'figcaption caption',
  'footer header nav aside',
  'address',
  'form fieldset',
  '#other',
];
for (const [at, names] of KINDS.entries()) for (const name of names.split(' ')) TAG_KIND[tagNumber(name)] = at + 1;

/** Bits of the elements and roles that a block stands in. */
export const WITHIN = {
  article: 1 << 0,
  main: 1 << 1,
  nav: 1 << 2,
  header: 1 << 3,
  footer: 1 << 4,
  aside: 1 << 5,
  form: 1 << 6,
  table: 1 << 7,
  list: 1 << 8,
  definition: 1 << 9,
  figure: 1 << 10,
  quote: 1 << 11,
  pre: 1 << 12,
  button: 1 << 13,
  link: 1 << 14,
  details: 1 << 15,
  section: 1 << 16,
  paragraph: 1 << 17,
  body: 1 << 18,
  description: 1 << 19,
  item: 1 << 20,
  dialog: 1 << 21,
  tab: 1 << 22,
  address: 1 << 23,
  /** What classes and ids call it. */
  comments: 1 << 24,
  related: 1 << 25,
  caption: 1 << 26,
  social: 1 << 27,
} as const;
/** Stands in a bar of links to other pages, by its class; no feature of the model. */
export const IN_BAR = 1 << 28;
export const WITHIN_BITS: readonly number[] = Object.values(WITHIN);
const WITHIN_OF: Record<string, number> = {
  article: WITHIN.article,
  main: WITHIN.main,
  nav: WITHIN.nav,
  header: WITHIN.header,
  footer: WITHIN.footer,
  aside: WITHIN.aside,
  form: WITHIN.form,
  table: WITHIN.table,
  ul: WITHIN.list,
  ol: WITHIN.list,
  dl: WITHIN.definition,
  figure: WITHIN.figure,
  blockquote: WITHIN.quote,
  pre: WITHIN.pre,
  button: WITHIN.button,
  a: WITHIN.link,
  details: WITHIN.details,
  dialog: WITHIN.dialog,
  section: WITHIN.section,
  p: WITHIN.paragraph,
  address: WITHIN.address,
};
export const WITHIN_TAG = Int32Array.from(NAMES, (name) => WITHIN_OF[name] ?? 0);
export const WITHIN_ROLE: ReadonlyMap<string, number> = new Map([
  ['navigation', WITHIN.nav],
  ['menu', WITHIN.nav],
  ['menubar', WITHIN.nav],
  ['banner', WITHIN.header],
  ['contentinfo', WITHIN.footer],
  ['complementary', WITHIN.aside],
  ['main', WITHIN.main],
  ['article', WITHIN.article],
  ['dialog', WITHIN.dialog],
  ['alertdialog', WITHIN.dialog],
  ['search', WITHIN.form],
  ['tabpanel', WITHIN.tab],
  ['button', WITHIN.button],
]);
export const WITHIN_PROPERTY: ReadonlyMap<string, number> = new Map([
  ['articleBody', WITHIN.body],
  ['text', WITHIN.body],
  ['description', WITHIN.description],
]);

export const TAG = {
  a: tagNumber('a'),
  article: tagNumber('article'),
  b: tagNumber('b'),
  br: tagNumber('br'),
  code: tagNumber('code'),
  form: tagNumber('form'),
  h1: tagNumber('h1'),
  img: tagNumber('img'),
  input: tagNumber('input'),
  kbd: tagNumber('kbd'),
  li: tagNumber('li'),
  main: tagNumber('main'),
  p: tagNumber('p'),
  pre: tagNumber('pre'),
  select: tagNumber('select'),
  strong: tagNumber('strong'),
  table: tagNumber('table'),
  td: tagNumber('td'),
  textarea: tagNumber('textarea'),
  tt: tagNumber('tt'),
  figure: tagNumber('figure'),
} as const;
