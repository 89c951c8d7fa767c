/** Seams through which time and chance come in, so that a replay or a test repeats them. */

/** Milliseconds since the epoch. */
export type Clock = () => number;

/** A fresh random identifier of `bytes` bytes in lower-case hex. */
export type IdSource = (bytes: number) => string;

export const systemClock: Clock = () => Date.now();

export const randomIds: IdSource = (bytes) => {
  const buffer = new Uint8Array(bytes);
  globalThis.crypto.getRandomValues(buffer);
  return Buffer.from(buffer).toString('hex');
};

/** ISO 8601 in UTC with milliseconds, as every answer states its times. */
export function isoTime(clock: Clock): string {
  return new Date(clock()).toISOString();
}
