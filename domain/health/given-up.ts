import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { ToldRun } from './summarise-run.ts';

/** The ends of a run that are no more than that staff gave it up. It may have gone on since, and been given up again. */
export function givenUpIn({
  states,
  cancelledAt,
}: Pick<ToldRun, 'states' | 'cancelledAt'>): ReadonlySet<IngestRun> {
  const ends = cancelledAt.map((cancelled) => {
    const start = states.findLastIndex(({ state, at }) => state === 'started' && at <= cancelled);
    return states.find(({ state }, at) => at > start && state === 'failed');
  });
  return new Set(ends.filter((end) => end !== undefined));
}
