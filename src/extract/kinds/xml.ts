/** A small, lenient XML reader: no entity is declared or fetched, nothing recurses, and broken markup ends somewhere. */

export interface XmlElement {
  /** With its prefix, as written. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Text and CDATA directly inside, joined. */
  text: string;
}

const MAX_DEPTH = 256;

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
};

/** Character references and the predefined entities replaced; an unknown one stays as it stands. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined) ?? whole;
      const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16);
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : '\ufffd';
    },
  );
}

/** The document as a tree under a nameless root. Elements deeper than 256 are passed over. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  const texts: string[][] = [[]];
  let skipped = 0;
  let at = 0;
  const addText = (text: string): void => {
    if (text !== '' && skipped === 0) texts[texts.length - 1]!.push(text);
  };
  const close = (): void => {
    const element = open.pop()!;
    element.text = texts.pop()!.join('');
  };
  while (at < xml.length) {
    const lt = xml.indexOf('<', at);
    if (lt < 0) {
      addText(decodeEntities(xml.slice(at)));
      break;
    }
    addText(decodeEntities(xml.slice(at, lt)));
    if (xml.startsWith('<![CDATA[', lt)) {
      const end = indexOrEnd(xml, ']]>', lt + 9);
      addText(xml.slice(lt + 9, end));
      at = end + 3;
    } else if (xml.startsWith('<!--', lt)) at = indexOrEnd(xml, '-->', lt + 4) + 3;
    else if (xml[lt + 1] === '?') at = indexOrEnd(xml, '?>', lt + 2) + 2;
    else if (xml[lt + 1] === '!') at = endOfDoctype(xml, lt);
    else if (xml[lt + 1] === '/') {
      const end = indexOrEnd(xml, '>', lt);
      const name = xml.slice(lt + 2, end).trim();
      at = end + 1;
      if (skipped > 0) skipped--;
      else if (open.length > 1) {
        // A close tag that fits none of the open elements is passed over.
        let match = open.length - 1;
        while (match > 0 && open[match]!.name !== name) match--;
        if (match > 0) while (open.length > match) close();
      }
    } else {
      TAG.lastIndex = lt;
      const tag = TAG.exec(xml);
      if (!tag) {
        addText('<');
        at = lt + 1;
        continue;
      }
      at = TAG.lastIndex;
      const selfClosing = tag[3] === '/';
      if (open.length >= MAX_DEPTH || skipped > 0) {
        if (!selfClosing) skipped++;
        continue;
      }
      const element: XmlElement = { name: tag[1]!, attributes: attributesOf(tag[2]!), children: [], text: '' };
      open[open.length - 1]!.children.push(element);
      if (!selfClosing) {
        open.push(element);
        texts.push([]);
      }
    }
  }
  while (open.length > 0) close();
  return root;
}

const TAG = /<([^\s<>/=!?]+)((?:\s+[^\s<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s<>"'/]+))?)*)\s*(\/?)>/y;

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const match of text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s]+))/g))
    found[match[1]!] = decodeEntities(match[2] ?? match[3] ?? match[4]!);
  return found;
}

function indexOrEnd(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
}

/** A doctype ends at `>` outside its internal subset, whose declarations are not read. */
function endOfDoctype(xml: string, from: number): number {
  const end = indexOrEnd(xml, '>', from);
  const subset = xml.indexOf('[', from);
  if (subset < 0 || subset > end) return end + 1;
  return indexOrEnd(xml, '>', indexOrEnd(xml, ']', subset)) + 1;
}

/** Child elements by local name, whatever their prefix. */
export function childrenNamed(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter((child) => names.includes(localName(child.name)));
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

/** All text of an element and its children, in no more depth than the tree has. */
export function textOfXml(element: XmlElement): string {
  const parts: string[] = [];
  const stack = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.text.trim() !== '') parts.push(node.text.trim());
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
  return parts.join(' ').trim();
}
