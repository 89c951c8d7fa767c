import { EXIT_CODES, SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { wholeNumber } from '../numbers.js';
import { printJson } from '../print.js';

/** The event log as a transcript, or its hash chain verified. */
export async function log(invocation: Invocation): Promise<number> {
  const { io, positionals, values, json, app } = invocation;
  if (positionals[0] === 'verify' && positionals.length === 1) return verify(invocation);
  if (positionals.length > 0)
    throw new SallyportError('invalid_input', `log takes 'verify' or nothing, not ${JSON.stringify(positionals[0])}.`);
  const { events } = await (await app()).store();
  const session = text(values, 'session');
  const agent = text(values, 'agent');
  const list = await events.list({
    limit: wholeNumber(values, 'limit') ?? 50,
    newest: true,
    ...(session === undefined ? {} : { session }),
    ...(agent === undefined ? {} : { agent }),
  });
  for (const event of list) {
    if (json) printJson(io, { ok: true, ...event });
    else
      io.out(
        `${String(event.seq).padStart(6)}  ${event.at}  ${event.agent}/${event.session}  ${event.kind}  ${event.erased === true ? '(erased)' : JSON.stringify(event.payload)}\n`,
      );
  }
  return list.length === 0 ? 5 : 0;
}

async function verify({ io, json, app }: Invocation): Promise<number> {
  const { ok, events, head, faults } = await (await (await app()).store()).events.verify();
  if (json) {
    printJson(io, ok ? { ok, events, head, faults } : { ok, events, head, faults, error: broken(faults).toFailure() });
  } else {
    io.out(`${events} events, head ${head}: ${ok ? 'the chain holds' : 'the chain is broken'}\n`);
    for (const { seq, fault } of faults) io.out(`  event ${seq}: ${fault}\n`);
  }
  return ok ? 0 : EXIT_CODES.store_failed;
}

const broken = (faults: readonly { seq: number; fault: string }[]): SallyportError =>
  new SallyportError(
    'store_failed',
    `The event log was changed: ${faults.length} faults, the first at event ${faults[0]?.seq ?? 0}.`,
    {
      hint: 'Compare with a copy kept elsewhere; the events before the fault still hold.',
    },
  );
