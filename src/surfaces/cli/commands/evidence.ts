import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportFolder, exportWarc, findEvidence, reExtract, showEvidence } from '../../../app/index.js';
import { EXIT_CODES, EXIT_NOTHING_FOUND, SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { wholeNumber } from '../numbers.js';
import { printJson } from '../print.js';

type Action = (invocation: Invocation, ids: readonly string[]) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list,
  show,
  export: write,
  verify,
  rm: remove,
  prune,
  're-extract': again,
};

/** What was read: list it, look at it, take it elsewhere, check that it still holds, let it go. */
export async function evidence(invocation: Invocation): Promise<number> {
  const [action = 'list', ...ids] = invocation.positionals;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (run === undefined)
    throw new SallyportError(
      'invalid_input',
      `evidence wants ${Object.keys(ACTIONS).join(', ')}; not ${JSON.stringify(action)}.`,
    );
  return run(invocation, ids);
}

async function chosen({ values, app }: Invocation, ids: readonly string[]) {
  const filter = { session: text(values, 'session'), run: text(values, 'run'), url: text(values, 'url') };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return findEvidence(await app(), { ids, limit: wholeNumber(values, 'limit') ?? 100, ...given });
}

async function list(invocation: Invocation, ids: readonly string[]): Promise<number> {
  const { io, json } = invocation;
  const records = await chosen(invocation, ids);
  for (const record of records) {
    if (json) printJson(io, { ok: true, ...record });
    else io.out(`${record.id}  ${record.at}  ${record.kind}  ${record.bytes} bytes  ${record.finalUrl}\n`);
  }
  return records.length === 0 ? EXIT_NOTHING_FOUND : 0;
}

async function show({ io, app }: Invocation, ids: readonly string[]): Promise<number> {
  const [id] = ids;
  if (id === undefined || ids.length > 1) throw new SallyportError('invalid_input', 'evidence show wants one id.');
  const shown = await showEvidence(await app(), id);
  // A record is a structure: it is shown as one on a terminal too, only over several lines.
  io.out(`${JSON.stringify({ ok: true, ...shown }, null, io.color ? 2 : 0)}\n`);
  return 0;
}

async function write(invocation: Invocation, ids: readonly string[]): Promise<number> {
  const { io, values, json, app } = invocation;
  const out = text(values, 'out');
  if (out === undefined)
    throw new SallyportError('invalid_input', 'evidence export wants --out FILE.warc or --out FOLDER.');
  const path = resolve(io.cwd, out);
  const records = await chosen(invocation, ids);
  if (existsSync(path))
    throw new SallyportError('invalid_input', `${path} is there already.`, {
      hint: 'Nothing is overwritten; give another name.',
    });
  if (path.endsWith('.warc')) await exportWarc(await app(), records, path);
  else await exportFolder(await app(), records, path);
  if (json) printJson(io, { ok: true, records: records.length, out: path });
  else io.out(`${records.length} records to ${path}\n`);
  return records.length === 0 ? EXIT_NOTHING_FOUND : 0;
}

async function verify({ io, json, app }: Invocation): Promise<number> {
  const { records, faults } = await (await (await app()).store()).evidence.verify();
  const fault = new SallyportError('store_failed', `${faults.length} of ${records} records do not hold.`, {
    hint: 'The rest can be read; a copy elsewhere may have them.',
  });
  if (json)
    printJson(
      io,
      faults.length === 0 ? { ok: true, records, faults } : { ok: false, records, faults, error: fault.toFailure() },
    );
  else {
    io.out(`${records} records, ${faults.length} faults\n`);
    for (const { id, fault: what } of faults) io.out(`  ${id}: ${what}\n`);
  }
  return faults.length === 0 ? 0 : EXIT_CODES.store_failed;
}

async function remove({ io, json, app }: Invocation, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) throw new SallyportError('invalid_input', 'evidence rm wants ids.');
  const opened = await app();
  await findEvidence(opened, { ids });
  const store = await opened.store();
  for (const id of ids) await store.evidence.remove(id);
  if (json) printJson(io, { ok: true, removed: ids });
  else io.out(`removed ${ids.join(', ')}\n`);
  return 0;
}

/** Applies the operator's retention now: by age and size, never what a report cites. */
async function prune({ io, json, app }: Invocation): Promise<number> {
  const opened = await app();
  const { retentionDays, maxBytes } = opened.settings.store;
  const before = new Date(opened.clock() - retentionDays * 86_400_000).toISOString();
  const store = await opened.store();
  const { removed, bytes } = await store.evidence.prune({ before, ...(maxBytes === null ? {} : { maxBytes }) });
  if (json) printJson(io, { ok: true, removed, bytes });
  else io.out(`removed ${removed} records, ${bytes} bytes\n`);
  return 0;
}

async function again(invocation: Invocation, ids: readonly string[]): Promise<number> {
  const { io, json } = invocation;
  const results = await reExtract(await invocation.app(), await chosen(invocation, ids), io.signal);
  for (const result of results) {
    if (json) printJson(io, { ok: true, ...result });
    else
      io.out(
        `${result.id}  ${result.before} -> ${result.after || 'failed'}  ${result.changed ? `changed (-${result.linesRemoved} +${result.linesAdded} lines)` : 'same'}  ${result.url}\n`,
      );
  }
  return results.length === 0 ? EXIT_NOTHING_FOUND : 0;
}
