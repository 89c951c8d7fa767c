import { isoTime } from '../../core/index.js';
import type { App } from '../app.js';
import type { CallContext } from '../context.js';
import { Gate } from '../gate.js';
import { Recorder } from '../recorder.js';
import type { HostedDoor, HostedSearch } from './contract.js';
import { readHosted } from './index.js';

/**
 * Puts on record what a hosted tool searched for: afterwards, since nobody could before. The session has read a stranger's
 * text from then on; the addresses do not become seen.
 */
export async function recordHosted(
  app: App,
  door: HostedDoor,
  reply: unknown,
  context: CallContext,
): Promise<HostedSearch[]> {
  const { blockedDomains } = app.settings.search;
  const searches = readHosted(door, reply, { now: app.clock(), blockedDomains });
  const store = await app.store();
  const log = new Recorder(app, store, 'web_search', context);
  const gate = new Gate(app, store, context, 'web_search', log);
  for (const { data, opened } of searches) {
    const { query, provider, results, failures } = data;
    const urls = results.map(({ url }) => url);
    await log.write('hosted_search', gate.masked({ provider, query, urls, opened, failures }));
  }
  if (searches.length > 0) await store.sessions.taint(context.session, isoTime(app.clock));
  return searches;
}
