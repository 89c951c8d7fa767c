import { createHash } from 'node:crypto';

/**
 * JSON text that is the same for the same value: keys sorted by code unit, no white space, `undefined` members left
 * out as JSON does.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    const members = part as Record<string, unknown>;
    // Without a prototype, so that a key named `__proto__` stays a key.
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(members).sort()) sorted[key] = members[key];
    return sorted;
  });
}

/** SHA-256 as 64 lower-case hex digits; text is hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
