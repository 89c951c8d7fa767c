/**
 * The terms of every run of characters met so far, looked up in the text itself: making a string for each of millions
 * of words would cost more than all the rest of indexing.
 */
export class RunTable {
  #slots = new Int32Array(1 << 15);
  #keys = new Uint16Array(1 << 18);
  #keysUsed = 0;
  #keyStart = new Int32Array(1 << 14);
  #keyLength = new Uint8Array(1 << 14);
  #termStart = new Int32Array((1 << 14) + 1);
  #terms = new Int32Array(1 << 15);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Calls `each` with every term of the run; `make` tells them where the run is new. Runs are at most 255 long. */
  forEach(
    units: Uint16Array,
    start: number,
    end: number,
    make: (run: string) => readonly number[],
    each: (term: number) => void,
  ): void {
    const length = end - start;
    let hash = length;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ units[at]!, 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    let entry = this.#slots[slot]! - 1;
    while (entry >= 0 && !this.#is(entry, units, start, length)) {
      slot = (slot + 1) & mask;
      entry = this.#slots[slot]! - 1;
    }
    if (entry < 0) entry = this.#insert(slot, units, start, end, make);
    const stop = this.#termStart[entry + 1]!;
    for (let i = this.#termStart[entry]!; i < stop; i += 1) each(this.#terms[i]!);
  }

  #is(entry: number, units: Uint16Array, start: number, length: number): boolean {
    if (this.#keyLength[entry] !== length) return false;
    const key = this.#keyStart[entry]!;
    for (let i = 0; i < length; i += 1) if (this.#keys[key + i] !== units[start + i]!) return false;
    return true;
  }

  #insert(
    slot: number,
    units: Uint16Array,
    start: number,
    end: number,
    make: (run: string) => readonly number[],
  ): number {
    const terms = make(String.fromCharCode(...units.subarray(start, end)));
    const entry = this.#size;
    const length = end - start;
    if (entry + 1 >= this.#keyStart.length) {
      this.#keyStart = larger(this.#keyStart, new Int32Array(this.#keyStart.length * 2));
      this.#keyLength = larger(this.#keyLength, new Uint8Array(this.#keyLength.length * 2));
      this.#termStart = larger(this.#termStart, new Int32Array(this.#termStart.length * 2));
    }
    while (this.#keysUsed + length > this.#keys.length) {
      this.#keys = larger(this.#keys, new Uint16Array(this.#keys.length * 2));
    }
    const first = this.#termStart[entry]!;
    while (first + terms.length > this.#terms.length) {
      this.#terms = larger(this.#terms, new Int32Array(this.#terms.length * 2));
    }
    this.#keys.set(units.subarray(start, end), this.#keysUsed);
    this.#keyStart[entry] = this.#keysUsed;
    this.#keyLength[entry] = length;
    this.#keysUsed += length;
    this.#terms.set(terms, first);
    this.#termStart[entry + 1] = first + terms.length;
    this.#slots[slot] = entry + 1;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return entry;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let entry = 0; entry < this.#size; entry += 1) {
      const key = this.#keyStart[entry]!;
      const length = this.#keyLength[entry]!;
      let hash = length;
      for (let i = 0; i < length; i += 1) hash = Math.imul(hash ^ this.#keys[key + i]!, 0x01000193);
      hash ^= hash >>> 15;
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = entry + 1;
    }
  }
}

function larger<T extends Int32Array | Uint16Array | Uint8Array>(old: T, array: T): T {
  array.set(old);
  return array;
}
