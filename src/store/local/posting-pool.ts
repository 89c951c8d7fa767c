/** Bytes of the first piece of a term's run; each further piece is twice as large, up to the last of these. */
const PIECES = [12, 24, 48, 96, 192, 384, 768, 1536] as const;
/** Bytes at the end of a full piece that say where the next one begins. */
const LINK = 4;

/**
 * The growing runs of a million terms in one block of memory: a term owns a chain of pieces, so that rare terms cost
 * a few bytes and common ones do not move when they grow.
 */
export class PostingPool {
  #bytes = new Uint8Array(1 << 20);
  #used = 0;
  #first = new Int32Array(1 << 12);
  #write = new Int32Array(1 << 12);
  #limit = new Int32Array(1 << 12);
  #piece = new Uint8Array(1 << 12);
  #length = new Int32Array(1 << 12);

  get bytes(): number {
    return this.#used;
  }

  /** Begins the run of a term; terms are numbered from 0 without gaps. */
  begin(term: number): void {
    if (term >= this.#first.length) {
      const size = this.#first.length * 2;
      this.#first = grown(this.#first, new Int32Array(size));
      this.#write = grown(this.#write, new Int32Array(size));
      this.#limit = grown(this.#limit, new Int32Array(size));
      this.#piece = grown(this.#piece, new Uint8Array(size));
      this.#length = grown(this.#length, new Int32Array(size));
    }
    const start = this.#take(PIECES[0]);
    this.#first[term] = start;
    this.#write[term] = start;
    this.#limit[term] = start + PIECES[0] - LINK;
    this.#piece[term] = 0;
    this.#length[term] = 0;
  }

  /** Appends a number as a varint. */
  append(term: number, value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#push(term, (rest & 127) | 128);
      rest >>>= 7;
    }
    this.#push(term, rest);
  }

  #push(term: number, byte: number): void {
    let at = this.#write[term]!;
    if (at === this.#limit[term]) {
      const piece = Math.min(this.#piece[term]! + 1, PIECES.length - 1);
      const size = PIECES[piece]!;
      const next = this.#take(size);
      new DataView(this.#bytes.buffer).setInt32(at, next);
      this.#piece[term] = piece;
      this.#limit[term] = next + size - LINK;
      at = next;
    }
    this.#bytes[at] = byte;
    this.#write[term] = at + 1;
    this.#length[term]! += 1;
  }

  #take(size: number): number {
    if (this.#used + size > this.#bytes.length)
      this.#bytes = grown(this.#bytes, new Uint8Array(this.#bytes.length * 2));
    const start = this.#used;
    this.#used += size;
    return start;
  }

  /** The whole run of a term. */
  run(term: number): Uint8Array {
    const whole = new Uint8Array(this.#length[term]!);
    const links = new DataView(this.#bytes.buffer);
    let at = this.#first[term]!;
    let done = 0;
    for (let piece = 0; done < whole.length; piece = Math.min(piece + 1, PIECES.length - 1)) {
      const room = PIECES[piece]! - LINK;
      const take = Math.min(room, whole.length - done);
      whole.set(this.#bytes.subarray(at, at + take), done);
      done += take;
      if (done < whole.length) at = links.getInt32(at + room);
    }
    return whole;
  }
}

function grown<T extends Uint8Array | Int32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
