/** Everything a command touches of the process, handed in so that tests and `npm start` can give their own. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Data, and nothing but data. */
  out(text: string): void;
  /** Progress and errors. */
  err(text: string): void;
  /** Whether a person watches stderr: only then is progress shown. */
  interactive: boolean;
  /** Whether a person can be asked: both ends are a terminal. */
  canAsk: boolean;
  color: boolean;
  /** All of standard input, as bytes. */
  input(): Promise<Uint8Array>;
  /** One line typed by a person in answer to `question`. */
  question(question: string): Promise<string>;
  /** The same, without showing what is typed. Throws `cancelled` where the person gives up. */
  secret(question: string): Promise<string>;
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** Lets the process end. */
  done(): void;
}

/** The real process. The first SIGINT aborts the call in progress, the second ends the process at once. */
export function processIo(): Io {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  // A reader that has seen enough (`| head -1`) closes the pipe: that is an end, not a fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE')
      process.stderr.write(`sallyport: the output cannot be written: ${error.code ?? error.message}\n`);
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  process.stderr.on('error', () => undefined);
  const interactive = process.stderr.isTTY === true;
  return {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive,
    canAsk: interactive && process.stdin.isTTY === true,
    color: interactive && !process.env['NO_COLOR'],
    async input() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    async question(question) {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question, { signal: abort.signal });
      } finally {
        lines.close();
      }
    },
    async secret(question) {
      const { hiddenLine } = await import('./hidden-line.js');
      return hiddenLine(question, process.stdin, process.stderr);
    },
    signal: abort.signal,
    done() {
      process.removeListener('SIGINT', interrupt);
      process.removeListener('SIGTERM', interrupt);
    },
  };
}
