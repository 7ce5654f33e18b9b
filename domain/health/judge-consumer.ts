import type { CONSUMER_STATES } from '#schemas/api/staff-health.ts';

/** Where a consumer group stood in its topic at an instant; undefined: the log did not answer. */
export interface LagSample {
  /** Milliseconds since the epoch. */
  at: number;
  partitions: readonly { partition: number; end: number; committed: number }[] | undefined;
}

/** Events a group may be behind by for long: the loader takes so many in seconds. */
export const MOST_LAG = 10_000;
/** A backlog is worked off in less than this, or the group is too slow. */
const BEHIND_AFTER_MS = 10 * 60_000;
/** The longest piece of work between two commits, a batch over millions of units, takes less. */
const STUCK_AFTER_MS = 30 * 60_000;
/** Samples are kept for so long. */
export const WATCHED_MS = STUCK_AFTER_MS + 60_000;
/** Rates are over so long at least. */
const RATE_OVER_MS = 60_000;

export interface JudgedConsumer {
  state: (typeof CONSUMER_STATES)[number];
  lag: number;
  inPerSecond: number | null;
  outPerSecond: number | null;
}

/**
 * How a consumer group keeps up. `behind`: more than `MOST_LAG` events at every look for ten minutes.
 * `stuck`: one partition had work at every look for half an hour, and none of it was taken, whatever became of
 * the others. `catching_up`: it has much to do, or took nothing of a partition yet, but not for long enough to
 * say more. `unknown`: the log is away, or was not asked yet.
 * @param samples oldest first
 */
export function judgeConsumer(samples: readonly LagSample[]): JudgedConsumer {
  const known = samples.flatMap(({ at, partitions }) =>
    partitions === undefined ? [] : [{ at, partitions, ...totalsOf(partitions) }],
  );
  const last = known.at(-1);
  const [inPerSecond, outPerSecond] = ratesOf(known);
  if (last === undefined || samples.at(-1)?.partitions === undefined)
    return { state: 'unknown', lag: last?.lag ?? 0, inPerSecond, outPerSecond };
  // Walking back from now: since when it has been so without a break.
  const since = (isSo: (sample: (typeof known)[number]) => boolean): number =>
    last.at - (known.slice(known.findLastIndex((sample) => !isSo(sample)) + 1)[0]?.at ?? last.at);
  const isOver = last.lag > MOST_LAG;
  const behindFor = since(({ lag }) => lag > MOST_LAG);
  const idleFor = Math.max(
    0,
    ...last.partitions
      .filter(hasWork)
      .map(({ partition, committed }) =>
        since(({ partitions }) =>
          partitions.some(
            (each) => each.partition === partition && hasWork(each) && each.committed === committed,
          ),
        ),
      ),
  );
  const state =
    idleFor >= STUCK_AFTER_MS
      ? 'stuck'
      : isOver && behindFor >= BEHIND_AFTER_MS
        ? 'behind'
        : isOver || idleFor > 0
          ? 'catching_up'
          : 'keeping_up';
  return { state, lag: last.lag, inPerSecond, outPerSecond };
}

type Partition = NonNullable<LagSample['partitions']>[number];

const hasWork = ({ end, committed }: Partition): boolean => end > committed;

function totalsOf(partitions: readonly Partition[]) {
  const end = partitions.reduce((sum, each) => sum + each.end, 0);
  const committed = partitions.reduce((sum, each) => sum + each.committed, 0);
  return { end, committed, lag: Math.max(0, end - committed) };
}

/** Events a second that came in and were taken, over the last minute; null before one was watched. */
function ratesOf(
  known: readonly { at: number; end: number; committed: number }[],
): [number | null, number | null] {
  const last = known.at(-1);
  const first = known.findLast(({ at }) => last !== undefined && last.at - at >= RATE_OVER_MS);
  if (last === undefined || first === undefined) return [null, null];
  const seconds = (last.at - first.at) / 1_000;
  const rate = (to: number, from: number): number =>
    Math.max(0, Math.round(((to - from) / seconds) * 100) / 100);
  return [rate(last.end, first.end), rate(last.committed, first.committed)];
}
