import { SallyportError } from '../core/index.js';
import { quotaPeriod } from '../policy/index.js';
import type { Store } from '../store/contract.js';
import type { App } from './app.js';
import type { Recorder } from './recorder.js';
import type { Quota } from './tool.js';

/** One agent's queries of the UTC day: counted before the call in one atomic step, handed back where nothing was billed. */
export function settle(app: App, store: Store, agent: string) {
  const limit = app.settings.search.dailyQueryLimit;
  const { key, resetsAt } = quotaPeriod(app.clock());
  const counter = `queries:${agent}:${key}`;
  return {
    async reserve(log: Recorder): Promise<Quota> {
      const { granted, used } = await store.counters.reserve(counter, 1, limit);
      if (!granted) {
        await log.write('quota_reached', { used, limit, resetsAt });
        throw new SallyportError('quota_exhausted', `All ${limit} queries of this day are used.`, {
          hint: `The count starts again at ${resetsAt}; the operator may raise search.dailyQueryLimit.`,
          rule: 'daily-limit',
          retryAfterSeconds: Math.max(1, Math.ceil((Date.parse(resetsAt) - app.clock()) / 1000)),
        });
      }
      return { used, limit, resetsAt };
    },
    refund: () => store.counters.refund(counter, 1),
    read: async (): Promise<Quota> => ({ used: await store.counters.read(counter), limit, resetsAt }),
  };
}
