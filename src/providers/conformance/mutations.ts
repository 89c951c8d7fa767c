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

/** The JSON text in which the item of a list that holds `url` is replaced by `value`; the others stay. */
export function withItemReplaced(body: string, url: string, value: unknown): string {
  const root: unknown = JSON.parse(body);
  const path = paths(root).find((at) => {
    const item = valueAt(root, at);
    return typeof at.at(-1) === 'number' && typeof item === 'object' && JSON.stringify(item).includes(url);
  });
  // The innermost list that holds it: a reply may nest lists.
  if (path === undefined) throw new Error(`no list of the sample reply holds ${url}`);
  return JSON.stringify(replaced(root, path, value));
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
