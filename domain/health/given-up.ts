import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { ToldRun } from './summarise-run.ts';

/**
 * The ends of a run that are no more than that staff gave it up. It may have gone on since, and been given up again.
 * Each says so itself, which is kept for ever; of one of before 27 November 2026 its collection does, for 30 days.
 */
export function givenUpIn({
  states,
  cancelled,
}: Pick<ToldRun, 'states' | 'cancelled'>): ReadonlySet<IngestRun> {
  const ends = cancelled.map(({ from, at: to }) => {
    const start = states.findLastIndex(
      ({ state, at }) => state === 'started' && at >= from && at <= to,
    );
    return start < 0
      ? undefined
      : states.find(({ state }, index) => index > start && state === 'failed');
  });
  return new Set([
    ...states.filter(({ givenUp }) => givenUp === true),
    ...ends.filter((end) => end !== undefined).filter(({ givenUp }) => givenUp === undefined),
  ]);
}
