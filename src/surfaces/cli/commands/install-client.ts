import { clientSetup, installClient as write } from '../../../app/index.js';
import { SallyportError } from '../../../core/index.js';
import type { Invocation } from '../command.js';
import { printJson } from '../print.js';

/** The lines that bring the MCP server into a client: printed, or put into the client's own file. */
export async function installClient({ io, values, positionals, json, app }: Invocation): Promise<number> {
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0)
    throw new SallyportError('invalid_input', 'install-client wants one client.');
  if (values['print'] === true && values['write'] === true) {
    throw new SallyportError('invalid_input', '--print and --write exclude each other.');
  }
  const wired = await app();
  await wired.prepare();
  const place = { home: wired.home, cwd: io.cwd, env: io.env, platform: process.platform };
  const options = { npx: values['npx'] === true };
  const setup = clientSetup(wired, id, place, options);
  const written = values['write'] === true ? write(wired, id, place, options) : null;
  if (json) printJson(io, { ok: true, ...setup, written });
  else if (written === null) {
    io.out(setup.lines);
    io.err(`goes into ${setup.file}${setup.command === null ? '' : `, or: ${setup.command}`}\n`);
  } else io.out(`${setup.file}: ${written ? 'written' : 'stands there already'}\n`);
  if (!json) for (const note of setup.notes) io.err(`${note}\n`);
  return 0;
}
