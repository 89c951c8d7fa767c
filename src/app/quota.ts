import { SallyportError } from '../core/index.js';
import { quotaPeriod } from '../policy/index.js';
import { PRICES, type Provider } from '../providers/index.js';
import type { Store } from '../store/contract.js';
import type { App } from './app.js';
import type { Recorder } from './recorder.js';
import type { Quota } from './tool.js';

/** Counted in whole millionths of a dollar: sums of fractions drift. */
const MICRO = 1_000_000;

/** US dollars for one search: what the operator's plan costs, else the price table; null where nobody knows. */
export function priceOf(app: App, id: string): number | null {
  return app.settings.search.prices[id] ?? PRICES[id]?.usdPerQuery ?? null;
}

/**
 * One agent's queries of the UTC day, and what all agents together spent in the UTC month. Each is counted before the call in
 * one atomic step of the store, and handed back where the provider did not bill.
 */
export function settle(app: App, store: Store, agent: string) {
  const { dailyQueryLimit: limit, monthlyCostLimit } = app.settings.search;
  const { key, resetsAt } = quotaPeriod(app.clock());
  const month = quotaPeriod(app.clock(), 'month');
  const queries = `queries:${agent}:${key}`;
  const cost = `cost:${month.key}`;
  const seconds = (until: string): number => Math.max(1, Math.ceil((Date.parse(until) - app.clock()) / 1000));

  const withCost = (used: number, spent: number): Quota => ({
    used,
    limit,
    resetsAt,
    ...(monthlyCostLimit === null
      ? {}
      : { cost: { spent: spent / MICRO, limit: monthlyCostLimit, resetsAt: month.resetsAt } }),
  });

  async function reserveQuery(log: Recorder): Promise<number> {
    const { granted, used } = await store.counters.reserve(queries, 1, limit);
    if (granted) return used;
    await log.write('quota_reached', { used, limit, resetsAt });
    throw new SallyportError('quota_exhausted', `All ${limit} queries of this day are used.`, {
      hint: `The count starts again at ${resetsAt}; the operator may raise search.dailyQueryLimit.`,
      rule: 'daily-limit',
      retryAfterSeconds: seconds(resetsAt),
    });
  }

  async function reserveCost(log: Recorder, micro: number): Promise<number> {
    const most = monthlyCostLimit === null ? Number.MAX_SAFE_INTEGER : Math.round(monthlyCostLimit * MICRO);
    const { granted, used } = await store.counters.reserve(cost, micro, most);
    if (granted) return used;
    await log.write('quota_reached', { spent: used / MICRO, limit: monthlyCostLimit, resetsAt: month.resetsAt });
    throw new SallyportError('quota_exhausted', `${used / MICRO} of ${monthlyCostLimit} USD of this month are spent.`, {
      hint: `The count starts again at ${month.resetsAt}; the operator may raise search.monthlyCostLimit.`,
      rule: 'monthly-cost',
      retryAfterSeconds: seconds(month.resetsAt),
    });
  }

  return {
    /** Throws `quota_exhausted`, or `not_configured` where a cost limit stands and the price is not known. */
    async reserve(log: Recorder, provider: Provider): Promise<{ quota: Quota; refund(): Promise<void> }> {
      const price = priceOf(app, provider.id);
      if (price === null && monthlyCostLimit !== null) {
        throw new SallyportError('not_configured', `What a search with ${provider.id} costs is not known.`, {
          hint: `search.monthlyCostLimit cannot be kept without it: set search.prices.${provider.id} to the dollars one search costs on your plan.`,
          rule: 'price-unknown',
        });
      }
      // A search with no price costs no second step.
      const micro = Math.ceil((price ?? 0) * MICRO);
      const used = await reserveQuery(log);
      let spent = 0;
      try {
        if (micro > 0) spent = await reserveCost(log, micro);
        else if (monthlyCostLimit !== null) spent = await store.counters.read(cost);
      } catch (thrown) {
        await store.counters.refund(queries, 1);
        throw thrown;
      }
      return {
        quota: withCost(used, spent),
        async refund() {
          await store.counters.refund(queries, 1);
          if (micro > 0) await store.counters.refund(cost, micro);
        },
      };
    },
    async read(): Promise<Quota> {
      return withCost(
        await store.counters.read(queries),
        monthlyCostLimit === null ? 0 : await store.counters.read(cost),
      );
    },
  };
}
