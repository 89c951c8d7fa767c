import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { extractBytes } from '../../../app/index.js';
import { EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { wholeNumber } from '../numbers.js';
import { printJson } from '../print.js';

/** The reader alone: a file or standard input to Markdown, nothing dialled and nothing recorded. */
export async function extractFile({ io, values, positionals, json }: Invocation): Promise<number> {
  if (positionals.length > 1)
    throw new SallyportError('invalid_input', 'extract takes one file, or - for standard input.');
  const file = positionals[0] ?? '-';
  const { page, data, shown } = await extractBytes(file === '-' ? await io.input() : readBytes(resolve(io.cwd, file)), {
    url: text(values, 'url'),
    contentType: text(values, 'content-type'),
    format: text(values, 'format'),
    trace: values['trace'] === true,
    timeoutMs: (wholeNumber(values, 'timeout') ?? 30) * 1000,
    signal: io.signal,
    path: file === '-' ? null : file,
  });
  if (json) printJson(io, { ok: true, ...data });
  else io.out(`${shown}\n`);
  return page.text.trim() === '' ? EXIT_NOTHING_FOUND : 0;
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SallyportError('invalid_input', `Cannot read ${file}.`, { cause });
  }
}
