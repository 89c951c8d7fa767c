import { SallyportError } from '../core/index.js';
import type { GuardedResponse } from '../jail/contract.js';
import type { App } from './app.js';
import type { CallContext } from './context.js';
import type { Gate } from './gate.js';
import type { Target } from './tool.js';

export interface DialOptions {
  maxBytes: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Dials the address of this call through the jail: each hop is judged by the egress rule before anything is sent. */
export async function dialTarget(
  app: App,
  gate: Gate,
  target: Target,
  context: CallContext,
  options: DialOptions,
): Promise<GuardedResponse> {
  if (target.kind !== 'address') throw new SallyportError('internal', 'This call has no address to dial.');
  const { robots } = app.settings.network;
  const jail = await app.jail();
  return jail.request({
    url: target.url,
    purpose: 'page',
    ...options,
    accept: 'document',
    robots: robots === 'always' || (robots === 'model' && !context.typed) ? 'obey' : 'ignore',
    judgeHop: ({ from, to }) => gate.hop(from, to),
  });
}
