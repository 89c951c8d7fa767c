import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportHead, verifyLog } from '../../../app/index.js';
import { EXIT_CODES, SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { wholeNumber } from '../numbers.js';
import { printJson } from '../print.js';

/** The event log as a transcript, its hash chain verified, its head for keeping elsewhere, a payload erased. */
export async function log(invocation: Invocation): Promise<number> {
  const [action, ...more] = invocation.positionals;
  if (action === undefined) return transcript(invocation);
  if (action === 'verify' && more.length === 0) return verify(invocation);
  if (action === 'head' && more.length === 0) return head(invocation);
  if (action === 'erase' && more.length === 1) return erase(invocation, more[0] ?? '');
  throw new SallyportError('invalid_input', 'log wants nothing, verify, head, or erase SEQ.');
}

async function transcript({ io, values, json, app }: Invocation): Promise<number> {
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

async function verify({ io, values, json, app }: Invocation): Promise<number> {
  const kept = text(values, 'head');
  const result = await verifyLog(
    await app(),
    kept === undefined ? null : { line: readText(io, kept), key: readKey(io, values) },
  );
  const { ok, events, head, faults } = result;
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

/** Prints the sealed head: whoever keeps it elsewhere can later show that the log was cut or written anew. */
async function head({ io, values, json, app }: Invocation): Promise<number> {
  const line = await exportHead(await app(), readKey(io, values));
  if (json) printJson(io, { ok: true, head: line });
  else io.out(`${line}\n`);
  return 0;
}

async function erase({ io, json, app }: Invocation, given: string): Promise<number> {
  const seq = /^\d{1,15}$/.test(given) ? Number(given) : 0;
  const { events } = await (await app()).store();
  if (!(await events.erase(seq)))
    throw new SallyportError('invalid_input', `There is no payload to erase at event ${JSON.stringify(given)}.`);
  if (json) printJson(io, { ok: true, erased: seq });
  else io.out(`erased the payload of event ${seq}; the chain still holds\n`);
  return 0;
}

function readText(io: Invocation['io'], file: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8').trim();
  } catch (cause) {
    throw new SallyportError('invalid_input', `Cannot read ${file}.`, { cause });
  }
}

/** The key stands in a file, never in an argument that other processes can see. */
function readKey(io: Invocation['io'], values: Invocation['values']): string {
  const file = text(values, 'key-file');
  if (file === undefined)
    throw new SallyportError('invalid_input', 'Give the key of the seal with --key-file FILE.', {
      hint: 'Any secret of 16 characters and more, kept on another machine.',
    });
  const key = readText(io, file);
  if (key.length < 16) throw new SallyportError('invalid_input', `The key in ${file} has fewer than 16 characters.`);
  return key;
}
