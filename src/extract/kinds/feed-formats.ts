import { childrenNamed, localName, parseXml, textOfXml, type XmlElement } from './xml.js';

export interface FeedEntry {
  title: string | null;
  link: string | null;
  /** As written. */
  published: string | null;
  updated: string | null;
  author: string | null;
  /** HTML, or text where `plain`. */
  summary: string | null;
  content: string | null;
  plain: boolean;
  /** Enclosures: `audio/mpeg https://...`. */
  attachments: string[];
}

export interface FeedFacts {
  format: 'RSS' | 'Atom' | 'RDF' | 'JSON Feed';
  title: string | null;
  description: string | null;
  link: string | null;
  language: string | null;
  updated: string | null;
  author: string | null;
  entries: FeedEntry[];
}

/** RSS 0.9x and 2.0, RDF (RSS 1.0) and Atom, or null where the root is none of these. */
export function readXmlFeed(xml: string): FeedFacts | null {
  for (const element of parseXml(xml).children) {
    switch (localName(element.name)) {
      case 'rss': {
        const [channel] = childrenNamed(element, 'channel');
        return channel === undefined ? null : channelFacts('RSS', channel, childrenNamed(channel, 'item'));
      }
      case 'rdf': {
        const [channel] = childrenNamed(element, 'channel');
        const items = childrenNamed(element, 'item');
        return channel === undefined && items.length === 0 ? null : channelFacts('RDF', channel ?? element, items);
      }
      case 'feed':
        return atomFacts(element);
    }
  }
  return null;
}

function channelFacts(format: 'RSS' | 'RDF', channel: XmlElement, items: readonly XmlElement[]): FeedFacts {
  return {
    format,
    title: textOf(channel, 'title'),
    description: textOf(channel, 'description'),
    link: plainLink(channel),
    language: textOf(channel, 'language'),
    updated: textOf(channel, 'lastbuilddate', 'pubdate', 'date'),
    author: textOf(channel, 'managingeditor', 'author', 'creator'),
    entries: items.map((item) => {
      const [encoded] = childrenNamed(item, 'encoded');
      const [guid] = childrenNamed(item, 'guid');
      const permalink =
        guid !== undefined && guid.attributes['isPermaLink'] !== 'false' && /^https?:/.test(guid.text.trim())
          ? guid.text.trim()
          : null;
      return {
        title: textOf(item, 'title'),
        link: plainLink(item) ?? permalink,
        published: textOf(item, 'pubdate', 'date', 'published', 'issued'),
        updated: textOf(item, 'updated', 'modified'),
        author: textOf(item, 'creator', 'author'),
        summary: textOf(item, 'description', 'summary'),
        content: encoded === undefined ? null : textOfXml(encoded) || null,
        plain: false,
        attachments: enclosures(childrenNamed(item, 'enclosure'), 'url'),
      };
    }),
  };
}

/** `<link>` with text; an Atom link inside RSS points at the feed itself. */
function plainLink(element: XmlElement): string | null {
  const link = childrenNamed(element, 'link').find((child) => child.text.trim() !== '');
  if (link) return link.text.trim();
  const alternate = childrenNamed(element, 'link').find(
    (child) => child.attributes['href'] !== undefined && child.attributes['rel'] !== 'self',
  );
  return alternate?.attributes['href'] ?? element.attributes['rdf:about'] ?? null;
}

function enclosures(elements: readonly XmlElement[], attribute: string): string[] {
  return elements.flatMap((element) => {
    const address = element.attributes[attribute];
    return address === undefined ? [] : [[element.attributes['type'], address].filter(Boolean).join(' ')];
  });
}

function atomFacts(feed: XmlElement): FeedFacts {
  return {
    format: 'Atom',
    title: textOf(feed, 'title'),
    description: textOf(feed, 'subtitle', 'tagline'),
    link: atomLink(feed),
    language: feed.attributes['xml:lang'] ?? null,
    updated: textOf(feed, 'updated', 'modified'),
    author: authorOf(feed),
    entries: childrenNamed(feed, 'entry').map((entry) => {
      const [content] = childrenNamed(entry, 'content');
      const [summary] = childrenNamed(entry, 'summary');
      const shown = content ?? summary;
      return {
        title: textOf(entry, 'title'),
        link: atomLink(entry),
        published: textOf(entry, 'published', 'issued', 'created'),
        updated: textOf(entry, 'updated', 'modified'),
        author: authorOf(entry),
        summary: summary === undefined ? null : atomText(summary),
        content: content === undefined ? null : atomText(content),
        plain: shown?.attributes['type'] === undefined || shown.attributes['type'] === 'text',
        attachments: enclosures(
          childrenNamed(entry, 'link').filter((link) => link.attributes['rel'] === 'enclosure'),
          'href',
        ),
      };
    }),
  };
}

function atomLink(element: XmlElement): string | null {
  const links = childrenNamed(element, 'link');
  const best =
    links.find(({ attributes: { rel } }) => rel === undefined || rel === 'alternate') ??
    links.find(({ attributes: { rel } }) => rel !== 'self' && rel !== 'enclosure');
  return best?.attributes['href'] ?? null;
}

function authorOf(element: XmlElement): string | null {
  const names = childrenNamed(element, 'author')
    .map((author) => textOf(author, 'name') ?? author.text.trim())
    .filter(Boolean);
  return names.length === 0 ? null : names.join(', ');
}

/** The text of a construct; XHTML content is written out again as markup. */
function atomText(element: XmlElement): string | null {
  const text = element.attributes['type'] === 'xhtml' ? markup(element) : element.text.trim();
  return text === '' ? null : text;
}

/** Child elements as HTML; text between them has lost its place in the tree and stands first. */
function markup(root: XmlElement): string {
  const out: string[] = [];
  const stack: (XmlElement | string)[] = [...root.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') {
      out.push(node);
      continue;
    }
    const name = localName(node.name);
    const href = node.attributes['href'] ?? node.attributes['src'];
    out.push(
      `<${name}${href === undefined ? '' : ` href="${href.replace(/"/g, '&quot;')}"`}>${node.text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}`,
    );
    stack.push(`</${name}>`, ...[...node.children].reverse());
  }
  return out.join('');
}

function textOf(element: XmlElement, ...names: string[]): string | null {
  for (const name of names) {
    for (const child of childrenNamed(element, name)) {
      const text = textOfXml(child);
      if (text !== '') return text;
    }
  }
  return null;
}

/** JSON Feed 1 and 1.1, or null where the body is none. */
export function readJsonFeed(text: string): FeedFacts | null {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(feed) || !Array.isArray(feed['items'])) return null;
  return {
    format: 'JSON Feed',
    title: string(feed['title']),
    description: string(feed['description']),
    link: string(feed['home_page_url']),
    language: string(feed['language']),
    updated: null,
    author: jsonAuthors(feed),
    entries: feed['items'].filter(isRecord).map((item) => {
      const html = string(item['content_html']);
      return {
        title: string(item['title']),
        link: string(item['url']) ?? string(item['external_url']) ?? string(item['id']),
        published: string(item['date_published']),
        updated: string(item['date_modified']),
        author: jsonAuthors(item),
        summary: string(item['summary']),
        content: html ?? string(item['content_text']),
        plain: html === null,
        attachments: (Array.isArray(item['attachments']) ? item['attachments'] : [])
          .filter(isRecord)
          .flatMap((file) => {
            const address = string(file['url']);
            return address === null ? [] : [[string(file['mime_type']), address].filter(Boolean).join(' ')];
          }),
      };
    }),
  };
}

function jsonAuthors(record: Record<string, unknown>): string | null {
  const list = Array.isArray(record['authors']) ? record['authors'] : [record['author']];
  const names = list
    .filter(isRecord)
    .map((author) => string(author['name']))
    .filter((name) => name !== null);
  return names.length === 0 ? null : names.join(', ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function string(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : null;
}
