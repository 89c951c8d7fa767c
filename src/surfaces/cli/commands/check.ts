import { checkAddressOf } from '../../../app/index.js';
import { EXIT_CODES, SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { printJson } from '../print.js';

/** The jail's verdict alone: on the text of each address, and on its DNS answers with --dns or --resolve. */
export async function check({ io, values, positionals, json, app }: Invocation): Promise<number> {
  if (positionals.length === 0) throw new SallyportError('invalid_input', 'check wants at least one address.');
  let status = 0;
  for (const url of positionals) {
    const verdict = await checkAddressOf(await app(), url, {
      resolve: values['resolve'] === true || values['dns'] !== undefined,
      signal: io.signal,
    });
    if (!verdict.ok) status ||= EXIT_CODES[verdict.error.code];
    if (json) printJson(io, verdict);
    else if (verdict.ok) io.out(`allow   ${verdict.url}  (${verdict.rule})\n`);
    else io.out(`refuse  ${url}  (${verdict.rule}): ${verdict.error.message}\n`);
  }
  return status;
}
