/** Careful readers: a reply may hold anything anywhere. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A host as both doors want it: without scheme, star, path or trailing dot; empty ones fall out. */
export function bareHosts(domains: readonly string[] | undefined): string[] {
  const bare = (domains ?? []).map((domain) =>
    domain
      .trim()
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, '')
      .replace(/^\*\./, '')
      .replace(/[/?#].*$/, '')
      .replace(/\.$/, ''),
  );
  return [...new Set(bare.filter((domain) => domain !== ''))];
}
