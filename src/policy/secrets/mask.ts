/**
 * A secret as it may be shown: its first characters, enough to know which one it is, and one or two last; at most a
 * fifth of it in all. Short ones are shown as stars alone.
 */
export function maskSecret(secret: string): string {
  const text = secret.replace(/\s+/g, ' ');
  const first = Math.min(6, Math.floor(text.length / 7));
  const last = Math.min(2, Math.floor(text.length / 16));
  return `${text.slice(0, first)}****${last === 0 ? '' : text.slice(-last)}`;
}
