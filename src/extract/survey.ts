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
  /** Parts of a streamed page, the templates that hold places, and which part belongs in which place, all by id. */
  streamed: readonly Element[];
  places: ReadonlyMap<string, Element>;
  moves: ReadonlyMap<string, string>;
  /** The value of `<base href>`, or null. */
  base: string | null;
  scripts: number;
  passwords: number;
  /** Elements that a client-side framework fills. */
  mounts: readonly Element[];
}

const STREAMED = /^\w*S:[\da-f]+$/;
const MOVE = /\$R[A-Z]\("(\w*[BS]:[\da-f]+)","(\w*[SP]:[\da-f]+)"/g;
/** A script above this many characters moves nothing. */
const MAX_MOVER = 20_000;

/** Which part goes to which place, as the scripts between the parts say: `$RC("B:0","S:1")`, `$RS("S:2","P:2")`. */
function readMoves(script: string, moves: Map<string, string>): void {
  if (script.length > MAX_MOVER || !script.includes('$R')) return;
  for (const [, first, second] of script.matchAll(MOVE)) {
    const isPart = STREAMED.test(first!);
    moves.set(isPart ? first! : second!, isPart ? second! : first!);
  }
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
  const moves = new Map<string, string>();
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
        else readMoves(ownText(element), moves);
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
        if (id !== undefined) places.set(id, element);
        break;
      }
      case 'input':
        if (element.attrs['type']?.toLowerCase() === 'password') passwords++;
        break;
      default: {
        const { rel, itemprop, id, class: names } = element.attrs;
        if (id !== undefined && element.attrs['hidden'] !== undefined && STREAMED.test(id)) streamed.push(element);
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
    moves,
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
