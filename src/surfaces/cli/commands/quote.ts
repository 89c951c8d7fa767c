import { call } from '../../../app/index.js';
import { SallyportError } from '../../../core/index.js';
import { type Invocation, text } from '../command.js';
import { typedContext } from '../context.js';
import { printResult } from '../print.js';

/** Is each quote word for word in what was read? Exit 5 where one is not. */
export async function quote(invocation: Invocation): Promise<number> {
  const { io, values, positionals, json } = invocation;
  if (positionals.length === 0) throw new SallyportError('invalid_input', 'quote wants at least one quote.');
  const url = text(values, 'url');
  const quotes = positionals.map((given) => ({ text: given, url }));
  return printResult(io, await call(await invocation.app(), 'web_quote', { quotes }, typedContext(invocation)), json);
}
