import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CallResult, call, sha256 } from '../../../app/index.js';
import { EXIT_CODES, EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { typedContext } from '../context.js';
import { wholeNumber } from '../numbers.js';
import { printJson, printResult } from '../print.js';

export async function fetchPages(invocation: Invocation): Promise<number> {
  const { io, values, positionals, json } = invocation;
  const shared = {
    format: text(values, 'format'),
    focus: text(values, 'focus'),
    section: text(values, 'section'),
    max_tokens: wholeNumber(values, 'max-tokens'),
    timeout_s: wholeNumber(values, 'timeout'),
    max_bytes: wholeNumber(values, 'max-bytes'),
  };
  const batch = text(values, 'batch');
  if (batch !== undefined) return fetchBatch(invocation, batch, shared);
  if (values['resume'] === true) throw new SallyportError('invalid_input', '--resume goes with --batch.');
  const cursor = text(values, 'cursor');
  const app = await invocation.app();
  const context = typedContext(invocation);
  if (positionals.length <= 1) {
    return printResult(io, await call(app, 'web_fetch', { ...shared, cursor, url: positionals[0] }, context), json);
  }
  if (cursor !== undefined) throw new SallyportError('invalid_input', '--cursor belongs to one address.');
  let status = 0;
  for (const url of positionals) {
    const result = await call(app, 'web_fetch', { ...shared, url }, context);
    status ||= printResult(io, result, json);
  }
  return status;
}

/**
 * Reads a list of addresses, four at a time, and prints each answer as it comes. Everything is recorded under a session
 * of the file's own, so that a run which was interrupted goes on with --resume and nothing is fetched twice.
 */
async function fetchBatch(invocation: Invocation, file: string, shared: object): Promise<number> {
  const { io, values, positionals } = invocation;
  if (positionals.length > 0) throw new SallyportError('invalid_input', 'Give addresses or --batch FILE, not both.');
  const urls = readList(resolve(io.cwd, file));
  const app = await invocation.app();
  const session = text(values, 'session') ?? `batch-${sha256(realpathSync(resolve(io.cwd, file))).slice(0, 12)}`;
  const context = { ...typedContext(invocation), session };
  let next = 0;
  let done = 0;
  let status = 0;
  const one = async (url: string): Promise<CallResult> => {
    if (values['resume'] === true) {
      const recorded = await call(app, 'web_fetch', { ...shared, url }, { ...context, replay: { session } });
      if (recorded.ok || recorded.error.code !== 'not_recorded') return recorded;
    }
    return call(app, 'web_fetch', { ...shared, url }, context);
  };
  const worker = async (): Promise<void> => {
    while (next < urls.length && !io.signal.aborted) {
      const url = urls[next++] ?? '';
      const result = await one(url);
      printJson(io, result.ok ? { ok: true, ...result.data } : { ok: false, url, error: result.error });
      status ||= statusOf(result);
      done += 1;
      if (io.interactive) io.err(`${done}/${urls.length} ${url}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, urls.length) }, worker));
  return io.signal.aborted ? EXIT_CODES.cancelled : status;
}

const statusOf = (result: CallResult): number =>
  result.ok ? (result.empty ? EXIT_NOTHING_FOUND : 0) : EXIT_CODES[result.error.code];

function readList(file: string): string[] {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SallyportError('invalid_input', `Cannot read the list ${file}.`, { cause });
  }
  const urls = content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (urls.length === 0)
    throw new SallyportError('invalid_input', `The list ${file} holds no address.`, { hint: 'One address a line.' });
  return [...new Set(urls)];
}
