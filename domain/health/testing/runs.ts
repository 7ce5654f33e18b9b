import type { RunSummary } from '#schemas/api/staff-health.ts';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-11-01T06:00:00.000Z');

/** The instant so many hours after the first run's end. */
export const after = (hours: number): Date => new Date(FIRST + hours * HOUR_MS);

/** A run that ended well so many hours after the first: 100 events in a minute. */
export const run = (hours: number, over: Partial<RunSummary> = {}): RunSummary => ({
  runId: `run-${hours}`,
  state: 'done',
  startedAt: after(hours).toISOString(),
  endedAt: after(hours).toISOString(),
  seconds: 60,
  coverage: 'full',
  scope: 'all',
  read: 100,
  published: 100,
  stored: 100,
  duplicates: 0,
  dropped: 0,
  deadLettered: 0,
  error: null,
  ...over,
});

/** Twice a day, so many of them, the last 0 hours before `after(12 * (count - 1))`. */
export const regular = (count: number, over: (at: number) => Partial<RunSummary> = () => ({})) =>
  Array.from({ length: count }, (_, at) => run(12 * at, over(at)));
