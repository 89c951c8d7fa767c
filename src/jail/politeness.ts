import type { Clock } from '../core/index.js';
import type { Deadline } from './deadline.js';

interface Host {
  running: number;
  /** Starts within the last minute, oldest first. */
  starts: number[];
  waiting: (() => void)[];
}

const MINUTE = 60_000;
/** Hosts remembered; an idle one goes when there are more. */
const MOST_HOSTS = 1_000;

/** So many requests at once, and so many a minute, to one host. Waiting is part of the call's deadline. */
export class Politeness {
  readonly #hosts = new Map<string, Host>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for a turn; returns how to give it back, to be called once. */
  async enter(name: string, rules: { concurrent: number; perMinute: number }, deadline: Deadline): Promise<() => void> {
    const host = this.#host(name);
    for (;;) {
      const now = this.#clock();
      while (host.starts.length > 0 && host.starts[0]! <= now - MINUTE) host.starts.shift();
      if (host.running >= rules.concurrent) await this.#turn(host, deadline);
      else if (host.starts.length >= rules.perMinute) {
        await deadline.sleep(`waiting for the turn at ${name}`, host.starts[0]! + MINUTE - now);
      } else break;
    }
    host.running += 1;
    host.starts.push(this.#clock());
    return () => {
      host.running -= 1;
      // All of them: one that goes on to wait for its minute, or is cancelled, would else hold back the rest.
      for (const wake of host.waiting.splice(0)) wake();
    };
  }

  #turn(host: Host, deadline: Deadline): Promise<void> {
    return deadline.run('waiting for the turn', (resolve) => {
      const wake = (): void => resolve();
      host.waiting.push(wake);
      return () => {
        const at = host.waiting.indexOf(wake);
        if (at >= 0) host.waiting.splice(at, 1);
      };
    });
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= MOST_HOSTS) {
      for (const [key, host] of this.#hosts) {
        if (host.running === 0 && host.waiting.length === 0) {
          this.#hosts.delete(key);
          break;
        }
      }
    }
    const host: Host = { running: 0, starts: [], waiting: [] };
    this.#hosts.set(name, host);
    return host;
  }
}
