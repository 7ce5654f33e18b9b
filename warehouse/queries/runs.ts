import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { insertRows } from '../insert-rows.ts';
import { judgeSweep, type JudgedSweep } from './sweeps.ts';

/** How the events of a run ended. The sum of all is the number of events delivered. */
export interface RunOutcomes {
  /** Accepted, and the first delivery of their event in the order of the log. */
  stored: number;
  /** Accepted deliveries of an event that stands earlier in the log. */
  duplicates: number;
  /** By reason. */
  dropped: Record<string, number>;
  deadLettered: Record<string, number>;
}

/** A letter of the run that was sent again meanwhile stands behind the run's ends: it is none of what it published. */
const OF_RUN = `run_id = {run:String}
            AND (empty({ends:Array(UInt64)}) OR log_offset < {ends:Array(UInt64)}[log_partition + 1])`;

const COUNT_DELIVERIES = `SELECT count() AS n FROM event_outcomes WHERE ${OF_RUN}`;

/** So many deliveries are joined at once: some 100 MB, however large the run is. */
const SLICE = 500_000;

/**
 * `first` holds, for each event this run delivered, where its first accepted delivery stands in the
 * log, in whichever run that was. One event has one key, so its deliveries share a partition; the
 * pair is compared for topics that were grown since. An event is known by its key of 64 bits (see its
 * column).
 * A slice holds the events of some keys, with all their deliveries.
 */
const DELIVERIES = `
    mine AS
    (
        SELECT event_key, outcome, reason, (log_partition, log_offset) AS position
        FROM event_outcomes FINAL
        WHERE ${OF_RUN} AND event_key % {slices:UInt32} = {slice:UInt32}
    ),
    deliveries AS
    (
        SELECT
            event_key,
            (log_partition, log_offset) AS position,
            argMax(outcome, recorded_at) AS last_outcome
        FROM event_outcomes
        WHERE event_key % {slices:UInt32} = {slice:UInt32}
            AND event_key IN (SELECT event_key FROM mine WHERE outcome = 'accepted')
        GROUP BY event_key, topic, log_partition, log_offset
    ),
    first AS
    (
        SELECT event_key, min(position) AS position
        FROM deliveries
        WHERE last_outcome = 'accepted'
        GROUP BY event_key
    )`;

const RUN_OUTCOMES = `
WITH
${DELIVERIES}
SELECT
    multiIf(
        outcome != 'accepted', toString(outcome),
        first.position = mine.position, 'stored',
        'duplicate'
    ) AS kind,
    reason,
    count() AS events
FROM mine
LEFT JOIN first ON first.event_key = mine.event_key
GROUP BY kind, reason
ORDER BY kind, reason`;

/**
 * How each record that the run stored differs from the one before it of its listing, in the order of
 * observation: the first there is, one that says something else of what is sold, or one that does not.
 */
const RUN_CHANGES = `
WITH
${DELIVERIES},
    stored AS
    (
        SELECT mine.event_key AS event_key
        FROM mine
        INNER JOIN first ON first.event_key = mine.event_key
        WHERE mine.outcome = 'accepted' AND first.position = mine.position
    ),
    told AS
    (
        SELECT
            source_id,
            observed_at,
            sipHash64(event_id) AS event_key,
            cityHash64(
                condition, year, make_id, line_id, floorplan, price_state, ifNull(price, 0),
                ifNull(msrp, 0), ifNull(mileage, 0), dealer_key, removed_at IS NULL
            ) AS said
        FROM sightings FINAL
        WHERE source = {source:String}
            AND source_id IN
            (
                SELECT source_id
                FROM sightings
                WHERE source = {source:String}
                    AND sipHash64(event_id) IN
                    (
                        SELECT event_key FROM event_outcomes
                        WHERE run_id = {run:String} AND event_key % {slices:UInt32} = {slice:UInt32}
                    )
            )
    )
SELECT
    countIf(place = 1) AS new,
    countIf(place > 1 AND said != said_before) AS changed,
    countIf(place > 1 AND said = said_before) AS unchanged
FROM
(
    SELECT
        event_key,
        said,
        row_number() OVER listing AS place,
        lagInFrame(said) OVER listing AS said_before
    FROM told
    WINDOW listing AS
    (
        PARTITION BY source_id ORDER BY observed_at, event_key
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    )
)
WHERE event_key IN (SELECT event_key FROM stored)`;

/** How the records that a run stored differ from what was known of their listings. The sum is all of them. */
export interface RunChanges {
  new: number;
  changed: number;
  unchanged: number;
}

/** Counts the changes of one run's records; of a run without listings, zeros. */
export async function runChanges(
  warehouse: Warehouse,
  { runId, source, ends }: Pick<IngestRun, 'runId' | 'source' | 'ends'>,
  sliceOf = SLICE,
): Promise<RunChanges> {
  const run = { run: runId, ends: endsOf(ends) };
  const slices = await slicesOf(warehouse, run, sliceOf);
  const changes: RunChanges = { new: 0, changed: 0, unchanged: 0 };
  for (let slice = 0; slice < slices; slice++) {
    const parameters = { ...run, source, slices, slice };
    const [found] = await warehouse.batch.rows<RunChanges>(RUN_CHANGES, parameters);
    changes.new += found?.new ?? 0;
    changes.changed += found?.changed ?? 0;
    changes.unchanged += found?.unchanged ?? 0;
  }
  return changes;
}

/** By partition, as {@link OF_RUN} asks for them; of a run that names none all is counted. */
function endsOf(ends: IngestRun['ends'] = []): number[] {
  const partitions = Math.max(0, ...ends.map(({ partition }) => partition + 1));
  return Array.from(
    { length: partitions },
    (_, n) => ends.find(({ partition }) => partition === n)?.end ?? 0,
  );
}

async function slicesOf(
  warehouse: Warehouse,
  run: { run: string; ends: number[] },
  sliceOf: number,
): Promise<number> {
  const [deliveries] = await warehouse.batch.rows<{ n: number }>(COUNT_DELIVERIES, run);
  return Math.ceil((deliveries?.n ?? 0) / sliceOf);
}

/**
 * Counts the outcomes of one run's events, below its ends where they are known. Exact under any redelivery; complete once the loader's
 * committed positions have reached the run's ends.
 */
export async function runOutcomes(
  warehouse: Warehouse,
  runId: string,
  { ends, sliceOf = SLICE }: { ends?: IngestRun['ends']; sliceOf?: number } = {},
): Promise<RunOutcomes> {
  const run = { run: runId, ends: endsOf(ends) };
  const slices = await slicesOf(warehouse, run, sliceOf);
  const counts: RunOutcomes = { stored: 0, duplicates: 0, dropped: {}, deadLettered: {} };
  for (let slice = 0; slice < slices; slice++) {
    const rows = await warehouse.batch.rows<{
      kind: 'stored' | 'duplicate' | 'dropped' | 'dead_letter';
      reason: string;
      events: number;
    }>(RUN_OUTCOMES, { ...run, slices, slice });
    for (const { kind, reason, events } of rows) {
      if (kind === 'stored') counts.stored += events;
      else if (kind === 'duplicate') counts.duplicates += events;
      else {
        const byReason = kind === 'dropped' ? counts.dropped : counts.deadLettered;
        byReason[reason] = (byReason[reason] ?? 0) + events;
      }
    }
  }
  return counts;
}

/**
 * Records the state a run reached; with `loaded` also what it makes of the source's other listings.
 * @returns why what it did not see stays current, though it was whole
 */
export async function recordRun(
  warehouse: Warehouse,
  run: IngestRun,
): Promise<Omit<JudgedSweep, 'sweptAt'>> {
  const { sweptAt, ...withheld } = await judgeSweep(warehouse, run);
  const row = {
    run_id: run.runId,
    state: run.state,
    source: run.source,
    sample: run.sample,
    at: toWarehouseInstant(run.at),
    coverage: run.coverage,
    read: run.read ?? 0,
    published: run.published ?? 0,
    stored: run.stored ?? 0,
    duplicates: run.duplicates ?? 0,
    dropped: run.dropped ?? {},
    dead_lettered: run.deadLettered ?? {},
    swept_at: sweptAt,
    error: run.error ?? '',
  };
  await insertRows(warehouse, 'ingest_runs', [row], RUN_COLUMNS);
  return withheld;
}

const RUN_COLUMNS = [
  'run_id', 'state', 'source', 'sample', 'at', 'coverage', 'read', 'published', 'stored',
  'duplicates', 'dropped', 'dead_lettered', 'swept_at', 'error',
] as const; // prettier-ignore
