import { SallyportError } from '../../core/index.js';
import type { Counters } from '../contract.js';
import type { Database } from './database.js';
import type { SqlRow } from './engine.js';

/** Sums that never pass their limit, whoever adds: test and addition are one step under the write lock. */
export function sqliteCounters(database: Database): Counters {
  function used(key: string): number {
    const row = database.sql('SELECT used FROM counter WHERE key = ?').get(key) as SqlRow | undefined;
    return Number(row?.['used'] ?? 0);
  }

  function set(key: string, value: number): void {
    database
      .sql('INSERT INTO counter (key, used) VALUES (?, ?) ON CONFLICT DO UPDATE SET used = excluded.used')
      .run(key, value);
  }

  return {
    async reserve(key, amount, limit) {
      requireAmount(amount);
      return database.write(() => {
        const before = used(key);
        const after = before + amount;
        // Written so that a limit that is no number grants nothing.
        if (!(after <= limit)) return { granted: false, used: before };
        set(key, after);
        return { granted: true, used: after };
      });
    },
    async refund(key, amount) {
      requireAmount(amount);
      await database.write(() => set(key, Math.max(0, used(key) - amount)));
    },
    read: (key) => database.read(() => used(key)),
  };
}

/** A negative amount would make a reservation a way to lower a counter. */
function requireAmount(amount: number): void {
  if (Number.isFinite(amount) && amount >= 0) return;
  throw new SallyportError('internal', `A counter cannot move by ${amount}.`, { hint: 'Amounts are 0 or more.' });
}
