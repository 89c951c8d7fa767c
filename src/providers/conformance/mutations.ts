/** Values that a reply may hold where something else was promised. */
const STRANGE: readonly unknown[] = [null, 0, true, '', 'text', [], {}, [null], { url: null }];

/** The JSON text with every leaf null. */
export function allNull(body: string): string {
  return JSON.stringify(JSON.parse(body), (_, value: unknown) =>
    typeof value === 'object' && value !== null ? value : null,
  );
}

/** The JSON text with each part of it, one at a time, replaced by each strange value, and left out. */
export function* mutations(body: string): Generator<string> {
  for (const path of paths(JSON.parse(body))) {
    for (const value of [...STRANGE, undefined])
      yield JSON.stringify(replaced(JSON.parse(body), path, value)) ?? 'null';
  }
}

/** The JSON text in which every item of a list that is about `url` is replaced by `value`; the others stay. */
export function withItemReplaced(body: string, url: string, value: unknown): string {
  let root: unknown = JSON.parse(body);
  const about = paths(root).filter((at) => {
    const item = valueAt(root, at);
    return typeof at.at(-1) === 'number' && typeof item === 'object' && JSON.stringify(item).includes(url);
  });
  // Lists may be nested: only the innermost items are about one address.
  const innermost = about.filter(
    (at) => !about.some((other) => other.length > at.length && at.every((step, i) => step === other[i])),
  );
  if (innermost.length === 0) throw new Error(`no list of the sample reply holds ${url}`);
  for (const path of innermost) root = replaced(root, path, value);
  return JSON.stringify(root);
}

type Path = readonly (string | number)[];

/** Every path, the innermost first. */
function paths(root: unknown): Path[] {
  const found: Path[] = [];
  const open: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    found.push(path);
    if (Array.isArray(value)) value.forEach((item, i) => void open.push({ value: item, path: [...path, i] }));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) open.push({ value: item, path: [...path, name] });
    }
  }
  return found.sort((a, b) => b.length - a.length);
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) value = (value as Record<string | number, unknown>)[step];
  return value;
}

function replaced(root: unknown, path: Path, value: unknown): unknown {
  const last = path.at(-1);
  if (last === undefined) return value;
  const holder = valueAt(root, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[last] = value;
  return root;
}
