import type { IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { RunLog, type CollectionPlan } from '../run-log.ts';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
export const at = (minutesAgo: number): string =>
  new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
export const said = (
  runId: string,
  state: IngestRun['state'],
  minutesAgo: number,
  over: Partial<IngestRun> = {},
): IngestRun => ({
  runId,
  source: 'dealer',
  sample: false,
  coverage: 'full',
  state,
  at: at(minutesAgo),
  ...over,
});
export const crawled = (runId: string, fetched: number): IngestFunnel => ({
  runId,
  source: 'dealer',
  sample: false,
  step: 'crawled',
  at: at(1),
  counts: { fetched },
});
export const logOf = (events: readonly IngestRun[]): RunLog => {
  const log = new RunLog();
  for (const event of events) log.applyRun(event);
  return log;
};
export const noSchedule: CollectionPlan = { collected: [], everyHours: undefined };
