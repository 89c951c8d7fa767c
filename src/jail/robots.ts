import { type Clock, LIMITS, SallyportError } from '../core/index.js';
import type { GuardedResponse } from './contract.js';
import { parseRobots, type RobotsRules } from './robots-rules.js';

/** RFC 9309, 2.5: at least 500 KiB must be read; what comes after is not. */
export const ROBOTS_BYTES = 512 * 1024;
/** How long an answer holds (RFC 9309, 2.4 allows a day), and how long a failure does. */
const KEEP_MS = 60 * 60 * 1000;
const KEEP_FAILURE_MS = 60 * 1000;
const MOST_ORIGINS = 500;

interface Entry {
  rules: RobotsRules | 'all' | 'none';
  note: string | null;
  until: number;
}

/** Asks for a robots.txt through the jail's own guard. */
export type AskRobots = (url: string, timeoutMs: number) => Promise<GuardedResponse>;

/** What sites say of programs (RFC 9309), kept for a while. */
export class Robots {
  readonly #entries = new Map<string, Entry>();
  readonly #token: string;
  readonly #clock: Clock;

  constructor(userAgent: string, clock: Clock) {
    this.#token = (/^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? 'sallyport').toLowerCase();
    this.#clock = clock;
  }

  /**
   * Throws `robots_refused` where the site does not want this address read by programs, or where its robots.txt cannot
   * be had (5xx, silence): not knowing is not a yes. Returns a note where there is something to say.
   */
  async check(url: URL, ask: AskRobots): Promise<string | null> {
    const entry = await this.#entry(url.origin, ask);
    const allowed = entry.rules === 'all' || (entry.rules !== 'none' && entry.rules.allows(url.href));
    if (allowed) return entry.note;
    const why = entry.note ?? 'its robots.txt disallows the address';
    throw new SallyportError('robots_refused', `${url.host} does not want this read by programs: ${why}.`, {
      rule: entry.note === null ? 'disallow' : 'unreachable',
      retryable: entry.note !== null,
      hint: 'Take another source; a person can fetch it from the command line, or the operator set network.robots.',
    });
  }

  async #entry(origin: string, ask: AskRobots): Promise<Entry> {
    const known = this.#entries.get(origin);
    if (known && known.until > this.#clock()) return known;
    const entry = await this.#fetch(origin, ask);
    this.#entries.delete(origin);
    this.#entries.set(origin, entry);
    if (this.#entries.size > MOST_ORIGINS) this.#entries.delete(this.#entries.keys().next().value!);
    return entry;
  }

  async #fetch(origin: string, ask: AskRobots): Promise<Entry> {
    const until = (ms: number): number => this.#clock() + ms;
    let answer: GuardedResponse;
    try {
      answer = await ask(`${origin}/robots.txt`, LIMITS.robotsMs);
    } catch (error) {
      if (!(error instanceof SallyportError) || !UNREACHABLE.has(error.code)) throw error;
      const note = `robots.txt could not be had (${error.code}): treated as disallow`;
      return { rules: 'none', note, until: until(KEEP_FAILURE_MS) };
    }
    const { status } = answer;
    if (status >= 500) {
      const note = `robots.txt answered ${status}: treated as disallow`;
      return { rules: 'none', note, until: until(KEEP_FAILURE_MS) };
    }
    if (status < 200 || status >= 300) return { rules: 'all', note: null, until: until(KEEP_MS) };
    const rules = parseRobots(Buffer.from(answer.body).toString('utf8'), this.#token);
    return { rules, note: null, until: until(KEEP_MS) };
  }
}

/**
 * Failures that leave open what the site wants. One that the page itself would meet (no such name, refused address,
 * no connection, bad certificate) is thrown as it is: that is the true reason.
 */
const UNREACHABLE: ReadonlySet<string> = new Set(['timeout', 'bad_response', 'too_many_redirects', 'redirect_refused']);
