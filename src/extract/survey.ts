import { type JsonObject, readJsonLd } from './metadata/json-ld.js';
import { ELEMENT, type Element, TEXT } from './tree.js';
import { collapse } from './walk.js';

/** Everything that is looked for by name, found in one pass over the tree before anything is dropped. */
export interface Survey {
  root: Element;
  body: Element;
  /** Content of `meta` by `property`, `name`, `itemprop` or `http-equiv` in lower case; the first of equal names. */
  metas: ReadonlyMap<string, string>;
  /** Every object of the page's JSON-LD, outer ones first. */
  objects: readonly JsonObject[];
  links: readonly Element[];
  title: Element | null;
  headlines: readonly Element[];
  times: readonly Element[];
  /** Elements that say that they name an author, or hold a date. */
  stated: readonly Element[];
  /** The first elements whose class calls them a byline or an author. */
  bylines: readonly Element[];
  noscripts: readonly Element[];
  /** Parts of a streamed page, and the templates that hold their places, by what follows `B:` in their id. */
  streamed: readonly Element[];
  places: ReadonlyMap<string, Element>;
  /** The value of `<base href>`, or null. */
  base: string | null;
  scripts: number;
  passwords: number;
  /** Elements that a client-side framework fills. */
  mounts: readonly Element[];
}

const MOUNT = /^(?:root|app|__next|__nuxt|___gatsby|main-app|react-root|mount|application|svelte|app-root)$/i;

const BYLINE = /(?:^|[\s_-])(?:byline|author(?:[_-]?name)?)(?:$|[\s_-])/i;
const MAX_BYLINES = 20;

export function surveyOf(root: Element): Survey {
  const metas = new Map<string, string>();
  const ld: string[] = [];
  const links: Element[] = [];
  const headlines: Element[] = [];
  const times: Element[] = [];
  const stated: Element[] = [];
  const bylines: Element[] = [];
  const noscripts: Element[] = [];
  const streamed: Element[] = [];
  const places = new Map<string, Element>();
  const mounts: Element[] = [];
  let title: Element | null = null;
  let body: Element | null = null;
  let base: string | null = null;
  let scripts = 0;
  let passwords = 0;
  const work: Element[] = [root];
  for (let element = work.pop(); element; element = work.pop()) {
    switch (element.name) {
      case 'meta':
        addMeta(metas, element);
        break;
      case 'script':
        if (/^\s*application\/ld\+json/i.test(element.attrs['type'] ?? '')) ld.push(ownText(element));
        else if (element.attrs['src'] !== undefined || element.attrs['type'] === 'module') scripts++;
        break;
      case 'link':
        links.push(element);
        break;
      case 'title':
        if (title === null && element.parent?.name !== 'svg') title = element;
        break;
      case 'base':
        base ??= element.attrs['href'] ?? null;
        break;
      case 'body':
        body ??= element;
        break;
      case 'h1':
        headlines.push(element);
        break;
      case 'time':
        times.push(element);
        break;
      case 'noscript':
        noscripts.push(element);
        break;
      case 'template': {
        const { id } = element.attrs;
        if (id?.startsWith('B:')) places.set(id.slice(2), element);
        break;
      }
      case 'input':
        if (element.attrs['type']?.toLowerCase() === 'password') passwords++;
        break;
      default: {
        const { rel, itemprop, id, class: names } = element.attrs;
        if (id?.startsWith('S:') && element.attrs['hidden'] !== undefined) streamed.push(element);
        if (names !== undefined && bylines.length < MAX_BYLINES && BYLINE.test(names)) bylines.push(element);
        if (rel?.includes('author') || itemprop !== undefined) stated.push(element);
        if ((id !== undefined && MOUNT.test(id)) || element.name === 'app-root') mounts.push(element);
      }
    }
    const { children } = element;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]!;
      if (child.kind === ELEMENT) work.push(child);
    }
  }
  return {
    root,
    body: body ?? root,
    metas,
    objects: ld.flatMap(readJsonLd),
    links,
    title,
    headlines,
    times,
    stated,
    bylines,
    noscripts,
    streamed,
    places,
    base,
    scripts,
    passwords,
    mounts,
  };
}

function addMeta(metas: Map<string, string>, { attrs }: Element): void {
  const name = (attrs['property'] ?? attrs['name'] ?? attrs['itemprop'] ?? attrs['http-equiv'] ?? '').toLowerCase();
  const value = collapse(attrs['content'] ?? '');
  if (name && value && !metas.has(name)) metas.set(name, value.slice(0, 4_000));
}

/** The text of an element that holds nothing else, such as a script. */
export function ownText(element: Element): string {
  const [first] = element.children;
  return first?.kind === TEXT ? first.value : '';
}
