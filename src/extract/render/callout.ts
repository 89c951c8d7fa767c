import { ELEMENT, type Element } from '../tree.js';
import { shortText } from './collect.js';

export interface Callout {
  /** One of GitHub's five alerts. */
  type: string;
  /** The element that only names the type again, or null. */
  title: Element | null;
}

const TYPES: Record<string, string> = {
  note: 'NOTE',
  info: 'NOTE',
  information: 'NOTE',
  primary: 'NOTE',
  secondary: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  warn: 'WARNING',
  attention: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
};

/** Class families of generators, each with the type as a word of its own or after the family's name. */
const FAMILY =
  /(?:^|\s)(?:admonition|admonitionblock|markdown-alert|callout|theme-admonition|custom-block|alert|notification|aside|hint|docutils|infobox-\w+)(?:$|[\s-])/;
const TYPE =
  /(?:^|[\s-])(note|info|information|tip|hint|success|important|warning|warn|attention|caution|danger|error)(?=$|\s)/;
/** DocBook writes the bare type as the whole class. */
const BARE = /^(?:note|tip|important|warning|caution)$/;

/** Whether a block is a callout, and which. */
export function calloutOf(element: Element): Callout | null {
  const names = element.attrs['class'];
  if (names === undefined) return null;
  const type = BARE.test(names) ? names : FAMILY.test(names) ? TYPE.exec(names)?.[1] : undefined;
  if (type === undefined) return null;
  const title = titleOf(element, type);
  // A lone class `note` on any block is not enough: the callout says so in a title.
  if (title === null && (BARE.test(names) || !/admonition|markdown-alert|callout|custom-block/.test(names)))
    return null;
  return { type: TYPES[type]!, title };
}

function titleOf(element: Element, type: string): Element | null {
  let node: Element | undefined = element;
  for (let depth = 0; depth < 5 && node; depth++) {
    node = node.children.find((child) => child.kind === ELEMENT && child.dropped === null) as Element | undefined;
    if (!node) return null;
    const text = shortText(node, 16, 24)?.trim().toLowerCase();
    if (!text) continue;
    const word = text.replace(/[^a-z]/g, '');
    return word === type || TYPES[word] === TYPES[type] ? node : null;
  }
  return null;
}
