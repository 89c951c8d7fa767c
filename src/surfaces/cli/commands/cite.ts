import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkReport } from '../../../app/index.js';
import { EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { typedContext } from '../context.js';
import { printJson } from '../print.js';

/** Checks every quoted sentence and link of a Markdown report against what was read; exit 5 where any fails. */
export async function cite(invocation: Invocation): Promise<number> {
  const { io, positionals, json } = invocation;
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new SallyportError('invalid_input', 'cite wants one Markdown file, or - for standard input.');
  const report = await checkReport(
    await invocation.app(),
    new TextDecoder().decode(file === '-' ? await io.input() : read(resolve(io.cwd, file))),
    {
      name: file,
      context: typedContext(invocation),
    },
  );
  if (json) printJson(io, { ok: true, ...report });
  else {
    for (const { line, kind, verdict, text, url, evidence } of report.claims) {
      io.out(
        `line ${line}: ${kind} ${verdict}: ${text.length > 100 ? `${text.slice(0, 99)}…` : text}${url === null ? '' : `\n  ${url}${evidence === null ? '' : ` (${evidence})`}`}\n`,
      );
    }
    io.out(`${report.held} of ${report.claims.length} hold\n`);
  }
  return report.held < report.claims.length || report.claims.length === 0 ? EXIT_NOTHING_FOUND : 0;
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SallyportError('invalid_input', `Cannot read ${file}.`, { cause });
  }
}
