/** Careful readers for what a provider sent: a reply may hold anything anywhere. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object with fields, or null. */
export function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** The value as a list, or null. */
export function list(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** The value where it is text, else ''. */
export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `{ [name]: value }` where the value is text that is not empty, else nothing: for optional fields. */
export function optional<Name extends string>(name: Name, value: unknown): { [K in Name]?: string } {
  const read = text(value);
  return (read === '' ? {} : { [name]: read }) as { [K in Name]?: string };
}

/** The text as JSON, or null: for error bodies, which may be anything. */
export function tryJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
