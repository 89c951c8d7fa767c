import { projectRoot } from '../../../app/project-root.js';
import { SallyportError } from '../../../core/index.js';
import { serveMcp } from '../../mcp/stdio.js';
import { type Invocation, text } from '../command.js';

/** The MCP server over stdio; ends when the client closes the connection. */
export async function mcp({ io, values, positionals, app }: Invocation): Promise<number> {
  if (positionals.length > 0) throw new SallyportError('invalid_input', 'mcp takes no arguments.');
  const wired = await app();
  await wired.prepare();
  await serveMcp(wired, {
    agent: text(values, 'agent') ?? null,
    record: text(values, 'record') ?? null,
    replay: values['replay'] === true,
    project: projectRoot(io.cwd),
    signal: io.signal,
  });
  return 0;
}
