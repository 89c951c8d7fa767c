import { indexFolder, indexPackages } from '../../../app/index.js';
import { SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { printJson } from '../print.js';

/** Folders and packages that the local provider searches. */
export async function index(invocation: Invocation): Promise<number> {
  const [action, target, ...more] = invocation.positionals;
  if (more.length > 0) throw new SallyportError('invalid_input', `index ${action} takes one argument.`);
  if (action === 'add' && target !== undefined) return add(invocation, target);
  if (action === 'packages') return packages(invocation, target ?? '.');
  if (action === 'list' && target === undefined) return list(invocation);
  if (action === 'rm' && target !== undefined) return remove(invocation, target);
  throw new SallyportError('invalid_input', 'index wants: add PATH [--name NAME], packages [DIR], list, or rm NAME.');
}

async function add(invocation: Invocation, path: string): Promise<number> {
  return report(
    invocation,
    await indexFolder(await invocation.app(), path, text(invocation.values, 'name'), progress(invocation)),
  );
}

async function packages(invocation: Invocation, path: string): Promise<number> {
  return report(invocation, await indexPackages(await invocation.app(), path, progress(invocation)));
}

async function list({ io, json, app }: Invocation): Promise<number> {
  const collections = await (await (await app()).store()).index.list();
  if (json) printJson(io, { ok: true, collections });
  else
    for (const { name, kind, root, documents, updatedAt } of collections)
      io.out(`${name}  ${kind}  ${documents} documents  ${root}  ${updatedAt}\n`);
  return collections.length === 0 ? 5 : 0;
}

async function remove({ io, json, app }: Invocation, name: string): Promise<number> {
  const removed = await (await (await app()).store()).index.remove(name);
  if (!removed)
    throw new SallyportError('invalid_input', `There is no collection '${name}'.`, {
      hint: 'See sallyport index list.',
    });
  if (json) printJson(io, { ok: true, removed: name });
  else io.out(`removed ${name}\n`);
  return 0;
}

type Report = Awaited<ReturnType<typeof indexFolder>>;

function report({ io, json }: Invocation, run: Report): number {
  const { collection, added, changed, unchanged, removed, skipped } = run;
  if (json) printJson(io, { ok: true, ...run });
  else {
    io.out(
      `${collection.name}: ${collection.documents} documents (${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${skipped.length} skipped)\n`,
    );
    for (const { path, reason } of skipped.slice(0, 5)) io.err(`  skipped ${path}: ${reason}\n`);
    if (skipped.length > 5) io.err(`  and ${skipped.length - 5} more; --json lists them\n`);
  }
  return collection.documents === 0 ? 5 : 0;
}

/** At most ten lines a second on a terminal, none elsewhere. */
function progress({ io }: Invocation): Parameters<typeof indexPackages>[2] {
  let last = 0;
  return {
    signal: io.signal,
    ...(io.interactive
      ? {
          onProgress: ({ done, total, current }) => {
            const now = Date.now();
            if (now - last < 100 && done !== total) return;
            last = now;
            const line = `indexing ${done}/${total} ${current}`;
            io.err(`\r${line.slice(0, 78).padEnd(78)}${done === total ? '\n' : ''}`);
          },
        }
      : {}),
  };
}
