import type { Ignored } from '../core/index.js';

const DAY_MS = 86_400_000;

export type Span = 'day' | 'week' | 'month' | 'year';

/** A month is taken at its longest: the hits' own dates decide about the last days. */
const SPANS: readonly { span: Span; days: number }[] = [
  { span: 'day', days: 1 },
  { span: 'week', days: 7 },
  { span: 'month', days: 31 },
  { span: 'year', days: 365 },
];

/** The narrowest named span that covers `days`, or null where none does: no filter is better than a wrong one. */
export function coveringSpan(days: number): Span | null {
  return SPANS.find((entry) => days <= entry.days)?.span ?? null;
}

/** What to say where no span covers what was asked. */
export function uncovered(days: number | undefined, span: Span | null): Ignored[] {
  if (days === undefined || span !== null) return [];
  return [
    { argument: 'recency_days', reason: 'no filter reaches so far: only hits with a known older date were left out' },
  ];
}

/** The UTC date `days` before `now`, as `2026-11-28`. */
export function dateBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}

/** The UTC time `days` before `now`, as `2026-11-28T10:00:00.000Z`. */
export function timeBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString();
}
