import { replayRun } from '../../../app/index.js';
import { EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { typedContext } from '../context.js';
import { printJson } from '../print.js';

/** Makes the calls of a recorded run again from evidence and says of each whether it is the same; exit 5 where one is not. */
export async function replay(invocation: Invocation): Promise<number> {
  const { io, positionals, json } = invocation;
  const [run] = positionals;
  if (run === undefined || positionals.length > 1)
    throw new SallyportError('invalid_input', 'replay wants the name of one run.', {
      hint: 'Record one with --record NAME.',
    });
  const results = await replayRun(await invocation.app(), run, typedContext(invocation));
  for (const result of results) {
    if (json) printJson(io, { ok: true, ...result });
    else
      io.out(
        `${result.verdict}  ${result.tool}  ${JSON.stringify(result.args)}  ${result.evidence}${result.code === undefined ? '' : `  ${result.code}`}\n`,
      );
  }
  if (results.length === 0)
    throw new SallyportError('not_recorded', `There is no run '${run}'.`, { hint: 'Record one with --record NAME.' });
  return results.every(({ verdict }) => verdict === 'same') ? 0 : EXIT_NOTHING_FOUND;
}
