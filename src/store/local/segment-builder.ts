import { type Passage, splitPassages } from './passages.js';
import { PostingPool } from './posting-pool.js';
import { IN_ADDRESS, IN_TITLE, IS_TITLE, occurrenceClass } from './postings.js';
import { RunTable } from './run-table.js';
import { CodeUnits, scanRuns, termsOf } from './words.js';

/** Different runs whose terms are kept; beyond that the table begins anew. */
const KEPT_RUNS = 1_000_000;
/** Characters of a run: longer ones are data. */
const LONGEST_RUN = 120;

/** What the builder needs to know of a document. */
export interface IndexText {
  title: string;
  /** The part of the address that says something: path and name, without scheme. */
  address: string;
  text: string;
}

/** Collects documents in memory and gives back one segment: terms in order with their postings, and lengths. */
export class SegmentBuilder {
  readonly #pool = new PostingPool();
  readonly #ids = new Map<string, number>();
  readonly #terms: string[] = [];
  #runs = new RunTable();
  readonly #units = new CodeUnits();
  readonly #fieldUnits = new CodeUnits();
  readonly #lengths: number[] = [];
  #documents = new Int32Array(1 << 12);
  #lastDocument = new Int32Array(1 << 12).fill(-1);
  #lastPassage = new Int32Array(1 << 12);
  #count = new Uint16Array(1 << 12);
  #heading = new Uint8Array(1 << 12);
  #touched: number[] = [];
  #length = 0;

  get documents(): number {
    return this.#lengths.length;
  }

  /** Bytes of memory that grow with what was added, roughly. */
  get bytes(): number {
    return this.#pool.bytes + this.#terms.length * 120 + this.#runs.size * 50;
  }

  /** Adds a document and returns its passages; its ordinal is how many were added before. */
  add(document: IndexText): Passage[] {
    const ordinal = this.#lengths.length;
    this.#length = 0;
    this.#addFields(document, ordinal);
    let passage = 0;
    const passages = splitPassages(document.text);
    const units = this.#units.of(document.text);
    for (const { heading, start, end } of passages) {
      passage += 1;
      this.#eachTerm(units, start, end, this.#countInText);
      const inText = this.#touched.length;
      this.#eachTerm(this.#fieldUnits.of(heading), 0, heading.length, this.#countInHeading);
      this.#length += inText;
      this.#writePassage(ordinal, passage);
    }
    this.#lengths.push(this.#length);
    return passages;
  }

  #addFields({ title, address }: IndexText, ordinal: number): void {
    const bits = new Map<number, number>();
    const mark = (text: string, bit: number): void => {
      this.#eachTerm(this.#fieldUnits.of(text), 0, text.length, (term) => bits.set(term, (bits.get(term) ?? 0) | bit));
    };
    mark(title, IN_TITLE);
    const inTitle = bits.size;
    if (inTitle <= 3) for (const term of bits.keys()) bits.set(term, IN_TITLE | IS_TITLE);
    mark(address, IN_ADDRESS);
    for (const [term, value] of bits) {
      this.#announce(term, ordinal);
      this.#pool.append(term, value << 1);
    }
  }

  readonly #countInText = (term: number): void => {
    if (this.#count[term] === 0 && this.#heading[term] === 0) this.#touched.push(term);
    if (this.#count[term]! < 65_535) this.#count[term]! += 1;
  };

  readonly #countInHeading = (term: number): void => {
    if (this.#count[term] === 0 && this.#heading[term] === 0) this.#touched.push(term);
    this.#heading[term] = 1;
  };

  #writePassage(ordinal: number, passage: number): void {
    for (const term of this.#touched) {
      this.#announce(term, ordinal);
      const delta = passage - this.#lastPassage[term]!;
      const heading = this.#heading[term]! << 2;
      this.#pool.append(term, ((delta << 3) | heading | occurrenceClass(Math.max(1, this.#count[term]!))) << 1);
      this.#lastPassage[term] = passage;
      this.#count[term] = 0;
      this.#heading[term] = 0;
    }
    this.#touched.length = 0;
  }

  #announce(term: number, ordinal: number): void {
    const last = this.#lastDocument[term]!;
    if (last === ordinal) return;
    this.#pool.append(term, ((ordinal - last) << 1) | 1);
    this.#lastDocument[term] = ordinal;
    this.#lastPassage[term] = 0;
    this.#documents[term]! += 1;
  }

  readonly #termsOfRun = (run: string): number[] => termsOf(run).map((term) => this.#id(term));

  #eachTerm(units: Uint16Array, from: number, to: number, each: (term: number) => void): void {
    const runs = this.#runs;
    const make = this.#termsOfRun;
    scanRuns(units, from, to, (start, end) => {
      if (end - start <= LONGEST_RUN) runs.forEach(units, start, end, make, each);
    });
    if (runs.size >= KEPT_RUNS) this.#runs = new RunTable();
  }

  #id(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    if (id >= this.#documents.length) this.#grow();
    this.#ids.set(term, id);
    this.#terms.push(term);
    this.#pool.begin(id);
    return id;
  }

  #grow(): void {
    const size = this.#documents.length * 2;
    const larger = <T extends Int32Array | Uint16Array | Uint8Array>(old: T, array: T): T => {
      array.set(old);
      return array;
    };
    this.#documents = larger(this.#documents, new Int32Array(size));
    this.#lastDocument = larger(this.#lastDocument, new Int32Array(size).fill(-1));
    this.#lastPassage = larger(this.#lastPassage, new Int32Array(size));
    this.#count = larger(this.#count, new Uint16Array(size));
    this.#heading = larger(this.#heading, new Uint8Array(size));
  }

  /** Tokens of each document. */
  lengths(): Uint32Array {
    return Uint32Array.from(this.#lengths);
  }

  /** Every term in the order of its bytes, with the number of its documents and its postings. */
  *postings(): Generator<{ term: string; documents: number; data: Uint8Array }> {
    const order = this.#terms.map((term, id) => ({ term, id, key: Buffer.from(term) }));
    order.sort((a, b) => a.key.compare(b.key));
    for (const { term, id } of order) {
      yield { term, documents: this.#documents[id]!, data: this.#pool.run(id) };
    }
  }
}
