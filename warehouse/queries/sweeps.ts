import { SWEEP_GAP_HOURS } from '#schemas/constants.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';
import { ON_OFFER } from './build-market.ts';

/**
 * The latest of what the run saw of each listing, the earliest of these: every listing it saw was
 * seen then or later. Of a run over several sweeps only what it saw at the newest counts. What it saw
 * and could not read is a listing if it is one of those that are current. One that has ended by the latest
 * that was seen of it does not tell whether the run saw what is on offer.
 */
const SWEPT_AT = `
SELECT
    min(newest) AS swept_at,
    countIf(offered = newest AND (is_read OR is_current)) AS listings,
    countIf(offered != newest AND is_current) AS ended
FROM
(
    SELECT
        source_id, max(at) AS newest, maxIf(at, on_offer) AS offered, max(read) AS is_read,
        source_id IN (SELECT source_id FROM listings WHERE source = {source:String} AND current) AS is_current
    FROM
    (
        SELECT source_id, observed_at AS at, ${ON_OFFER} AS on_offer, true AS read
        FROM sightings
        WHERE source = {source:String}
            AND observed_at >= {from:DateTime64(3, 'UTC')}
            AND sipHash64(event_id) IN
            (
                SELECT event_key FROM event_outcomes
                WHERE run_id = {run:String} AND outcome = 'accepted'
            )
        UNION ALL
        SELECT source_id, seen_at AS at, true AS on_offer, false AS read
        FROM event_outcomes
        WHERE run_id = {run:String}
            AND outcome = 'dead_letter'
            AND source_id != ''
            AND seen_at >= {from:DateTime64(3, 'UTC')}
    )
    GROUP BY source_id
)`;

/**
 * How many listings the run's own sweep before its newest one saw on offer, where it had several, but for those that
 * have ended by the newest.
 */
const SEEN_BEFORE = `
WITH
    seen AS
    (
        SELECT source_id, observed_at, ${ON_OFFER} AS on_offer
        FROM sightings
        WHERE source = {source:String}
            AND sipHash64(event_id) IN
            (
                SELECT event_key FROM event_outcomes
                WHERE run_id = {run:String} AND outcome = 'accepted'
            )
    ),
    earlier AS
    (
        SELECT source_id, observed_at
        FROM seen
        WHERE observed_at < {from:DateTime64(3, 'UTC')} AND on_offer
    )
SELECT uniqExact(source_id) AS n
FROM earlier
WHERE observed_at > (SELECT max(observed_at) FROM earlier) - toIntervalHour({gap:UInt8})
    AND source_id NOT IN
    (
        SELECT source_id
        FROM seen
        WHERE observed_at >= {from:DateTime64(3, 'UTC')} AND NOT on_offer
    )`;

const CURRENT_LISTINGS =
  'SELECT count() AS n FROM listings WHERE source = {source:String} AND current';

const EARLIEST = '1970-01-01T00:00:00.000Z';

/**
 * Dead letters behind which any listing may stand: a challenge page, or a record that does not say
 * which it is. A page that is no vehicle's hides none; a record that says which it is was seen.
 */
const HIDES_ANY = `
SELECT count() AS n
FROM event_outcomes FINAL
WHERE run_id = {run:String}
    AND outcome = 'dead_letter'
    AND (reason = 'blocked' OR (source_id = '' AND reason != 'no_vehicle'))`;

/** The source's last whole runs before this one, the newest first. */
const RUNS_BEFORE = `
SELECT run_id AS run, swept_at IS NULL AS unswept
FROM ingest_runs FINAL
WHERE source = {source:String}
    AND state = 'loaded'
    AND coverage = 'full'
    AND run_id != {run:String}
    AND at <= {at:DateTime64(3, 'UTC')}
ORDER BY at DESC
LIMIT {limit:UInt8}`;

/**
 * How many listings the newest sweeps of some runs saw on offer, how many each of them did, whether the one asked about is
 * later than the others, and over how many hours they lie.
 */
const SEEN_BY_ALL = `
WITH
    outcomes AS
    (
        SELECT run_id, event_key, outcome, source_id, seen_at
        FROM event_outcomes FINAL
        WHERE run_id IN {runs:Array(String)}
    ),
    seen AS
    (
        SELECT outcomes.run_id AS run, sightings.source_id AS id, sightings.observed_at AS at
        FROM sightings
        INNER JOIN outcomes ON outcomes.event_key = sipHash64(sightings.event_id)
        WHERE sightings.source = {source:String} AND outcomes.outcome = 'accepted' AND ${ON_OFFER}
        UNION ALL
        SELECT run_id AS run, source_id AS id, seen_at AS at
        FROM outcomes
        WHERE outcome = 'dead_letter' AND source_id != ''
    ),
    swept AS
    (
        SELECT run, id, at, newest
        FROM (SELECT run, id, at, max(at) OVER (PARTITION BY run) AS newest FROM seen)
        WHERE at > newest - toIntervalHour({gap:UInt8})
    )
SELECT
    count() AS listings,
    countIf(runs = length({runs:Array(String)})) AS by_all,
    max(last_before) < {sweptAt:DateTime64(3, 'UTC')} AS is_newest,
    dateDiff('second', min(first), max(last)) / 3600 AS hours
FROM
(
    SELECT
        id,
        uniqExact(run) AS runs,
        maxIf(at, run != {run:String}) AS last_before,
        min(newest) AS first,
        max(newest) AS last
    FROM swept
    GROUP BY id
)`;

/** So many whole sweeps in a row that saw as little, and the same, are believed. */
const BELIEVED_AFTER = 3;
/** Over less, a site that answers with a part of itself for a while would be believed by who asks it again and again. */
const BELIEVED_OVER_HOURS = 20;

/**
 * Whether the last whole runs were set aside as this one, a later one, would be, and at least half of what they
 * saw all of them did: then the source has become small, and does not answer with a part of itself.
 */
async function isConfirmed(
  warehouse: Warehouse,
  run: IngestRun,
  sweptAt: string,
): Promise<boolean> {
  const { source, runId } = run;
  const before = await warehouse.batch.rows<{ run: string; unswept: boolean }>(RUNS_BEFORE, {
    source,
    run: runId,
    at: toWarehouseInstant(run.at),
    limit: BELIEVED_AFTER - 1,
  });
  if (before.length < BELIEVED_AFTER - 1 || before.some(({ unswept }) => !unswept)) return false;
  for (const { run: earlier } of before)
    if ((await unidentifiedOf(warehouse, earlier)) > 0) return false;
  const [seen] = await warehouse.batch.rows<{
    listings: number;
    by_all: number;
    is_newest: boolean;
    hours: number;
  }>(SEEN_BY_ALL, {
    source,
    run: runId,
    runs: [runId, ...before.map(({ run: earlier }) => earlier)],
    gap: SWEEP_GAP_HOURS,
    sweptAt,
  });
  return (
    seen !== undefined &&
    seen.is_newest &&
    seen.hours >= BELIEVED_OVER_HOURS &&
    seen.by_all * 2 >= seen.listings
  );
}

async function unidentifiedOf(warehouse: Warehouse, run: string): Promise<number> {
  const [hides] = await warehouse.batch.rows<{ n: number }>(HIDES_ANY, { run });
  return hides?.n ?? 0;
}

export interface JudgedSweep {
  /** From when on the run saw every listing its source had; null where it may not have seen them all. */
  sweptAt: string | null;
  /** Of a whole one that saw too little to be believed alone: how many fewer than there were. Else 0. */
  setAside: number;
  /** Of a whole one of a source that shows something: records behind which any of it may stand, so that none is gone. */
  unidentified: number;
}

const NO_SWEEP: JudgedSweep = { sweptAt: null, setAside: 0, unidentified: 0 };

/**
 * What a run says of listings that it did not see. A partial or blocked collection says nothing about what is gone.
 * One that saw fewer than half of what is current, or of what its own sweep before showed (a source that answers
 * with a part of itself), is set aside, until others confirm it: what is current would never become less, and every
 * later sweep be set aside, too. What it says has ended counts on neither side: that ends by itself, and vouches for
 * no listing that was not seen.
 */
export async function judgeSweep(warehouse: Warehouse, run: IngestRun): Promise<JudgedSweep> {
  if (run.state !== 'loaded' || run.coverage !== 'full') return NO_SWEEP;
  const { source } = run;
  const parameters = { source, run: run.runId };
  const [current] = await warehouse.batch.rows<{ n: number }>(CURRENT_LISTINGS, { source });
  const unidentified = await unidentifiedOf(warehouse, run.runId);
  if (unidentified > 0) return { ...NO_SWEEP, unidentified: current?.n ? unidentified : 0 };
  const newest = { ...parameters, from: toWarehouseInstant(run.sweptFrom ?? EARLIEST) };
  const [swept] = await warehouse.batch.rows<{ swept_at: string; listings: number; ended: number }>(
    SWEPT_AT,
    newest,
  );
  if (swept === undefined || swept.listings === 0) return NO_SWEEP;
  const { swept_at: sweptAt, listings, ended } = swept;
  const [before] =
    run.sweptFrom === undefined
      ? []
      : await warehouse.batch.rows<{ n: number }>(SEEN_BEFORE, { ...newest, gap: SWEEP_GAP_HOURS });
  const known = Math.max((current?.n ?? 0) - ended, before?.n ?? 0);
  return listings * 2 >= known || (await isConfirmed(warehouse, run, sweptAt))
    ? { ...NO_SWEEP, sweptAt }
    : { ...NO_SWEEP, setAside: known - listings };
}
