import type { Wire } from './wire.js';

/** Idle sockets that are kept in all; the oldest goes first. */
const MOST_IDLE = 128;

/**
 * Idle wires of one jail. The key says for whom and to what a wire was dialled: trust, origin, and the very set of
 * addresses that was checked. A request that any of these does not fit never gets the socket, so a strict call cannot
 * ride on what a permissive one opened.
 */
export class WirePool {
  readonly #idle = new Map<string, Wire[]>();
  readonly #all = new Set<Wire>();
  #idleCount = 0;

  /** The wire that was idle for the shortest time: it is the least likely to be closed by the other side. */
  take(key: string): Wire | undefined {
    const list = this.#idle.get(key);
    const wire = list?.pop();
    if (wire) this.#idleCount -= 1;
    if (list?.length === 0) this.#idle.delete(key);
    return wire;
  }

  add(wire: Wire): void {
    this.#all.add(wire);
  }

  park(key: string, wire: Wire): void {
    if (!this.#all.has(wire)) return;
    const list = this.#idle.get(key);
    if (list) list.push(wire);
    else this.#idle.set(key, [wire]);
    this.#idleCount += 1;
    if (this.#idleCount > MOST_IDLE) this.#dropOldest();
  }

  /** The wire is gone, idle or not. */
  forget(key: string, wire: Wire): void {
    this.#all.delete(wire);
    const list = this.#idle.get(key);
    const at = list?.indexOf(wire) ?? -1;
    if (!list || at < 0) return;
    list.splice(at, 1);
    this.#idleCount -= 1;
    if (list.length === 0) this.#idle.delete(key);
  }

  get size(): number {
    return this.#all.size;
  }

  close(): void {
    for (const wire of [...this.#all]) wire.destroy();
    this.#all.clear();
    this.#idle.clear();
    this.#idleCount = 0;
  }

  #dropOldest(): void {
    for (const [key, list] of this.#idle) {
      const wire = list[0]!;
      this.forget(key, wire);
      wire.destroy();
      return;
    }
  }
}
