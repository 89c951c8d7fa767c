/** Deepest nesting of quotes and lists that is written; more would make the prefix of each line outgrow the text. */
const MAX_CONTAINERS = 24;

interface Container {
  /** Prefix of the container's first line, null once it is written. */
  first: string | null;
  rest: string;
}

/** Blocks with the prefixes of the quotes and lists around them, and blank lines between. */
export class BlockWriter {
  /** Line ends before the next block: 1 is the next line, 2 leaves a line blank. */
  gap = 2;
  private readonly out: string[] = [];
  private readonly containers: Container[] = [];
  private beyond = 0;
  private prefix = '';
  /** Fewest containers open since the last block: only these mark the blank line. */
  private low = 0;

  push(first: string, rest: string): void {
    if (this.containers.length >= MAX_CONTAINERS) {
      this.beyond++;
      return;
    }
    this.containers.push({ first, rest });
    this.prefix += rest;
  }

  pop(): void {
    if (this.beyond > 0) {
      this.beyond--;
      return;
    }
    const container = this.containers.pop();
    if (!container) return;
    this.prefix = this.prefix.slice(0, this.prefix.length - container.rest.length);
    this.low = Math.min(this.low, this.containers.length);
  }

  /** Whether the innermost container holds nothing yet. */
  get fresh(): boolean {
    const last = this.containers[this.containers.length - 1];
    return last === undefined ? this.out.length === 0 : last.first !== null;
  }

  /** Writes one block of one or more lines. */
  write(block: string): void {
    if (this.out.length > 0) {
      this.out.push('\n');
      if (this.gap > 1) {
        let blank = '';
        for (let i = 0; i < this.low; i++) blank += this.containers[i]!.rest;
        this.out.push(blank.trimEnd(), '\n');
      }
    }
    this.out.push(this.firstPrefix());
    this.low = this.containers.length;
    this.gap = 2;
    if (this.prefix === '' || !block.includes('\n')) {
      this.out.push(block);
      return;
    }
    const bare = this.prefix.trimEnd();
    let start = 0;
    for (;;) {
      const end = block.indexOf('\n', start);
      const line = end < 0 ? block.slice(start) : block.slice(start, end);
      if (start > 0) this.out.push(line === '' ? bare : this.prefix);
      this.out.push(line);
      if (end < 0) return;
      this.out.push('\n');
      start = end + 1;
    }
  }

  toString(): string {
    return this.out.join('');
  }

  private firstPrefix(): string {
    const last = this.containers[this.containers.length - 1];
    if (last === undefined || last.first === null) return this.prefix;
    let prefix = '';
    for (const container of this.containers) {
      prefix += container.first ?? container.rest;
      container.first = null;
    }
    return prefix;
  }
}
