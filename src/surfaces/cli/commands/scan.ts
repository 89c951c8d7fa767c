import { scanText } from '../../../app/index.js';
import { EXIT_CODES, SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { printJson } from '../print.js';

/** The secret check alone: exit 3 where the text would not be let out. */
export async function scan({ io, positionals, json, app }: Invocation): Promise<number> {
  if (positionals.length > 1)
    throw new SallyportError('invalid_input', 'scan takes one text, or - for standard input.');
  const given = positionals[0] ?? '-';
  const text = given === '-' ? new TextDecoder().decode(await io.input()) : given;
  const findings = scanText(await app(), text);
  if (json) printJson(io, { ok: true, findings });
  else if (findings.length === 0) io.out('nothing found\n');
  else
    for (const { kind, masked, start, end, decoded } of findings)
      io.out(`${kind}  ${masked}  (${start}-${end}${decoded === 'none' ? '' : `, ${decoded}`})\n`);
  return findings.length === 0 ? 0 : EXIT_CODES.secret_refused;
}
