import type { Warehouse } from '../client.ts';

const PLACE = 'topic, log_partition, log_offset';

/**
 * The letters of each run that were sent again, or read anew after the run was counted, by how their event ended last in
 * the run: as its newest delivery did, which stands furthest on. What was sent again and put aside once more is a letter
 * of the same event, which is counted once, where it stood first. What was read anew before the run was counted is
 * counted in it. Runs and events are known by eight bytes, for what is joined is held in memory.
 */
const REREAD = `
WITH
    ended AS
    (
        SELECT ${PLACE}, how, at AS ended_at
        FROM letter_ends FINAL
        WHERE (${PLACE}) NOT IN (SELECT topic, to_partition, to_offset FROM letter_ends WHERE how = 'redriven')
    ),
    letters AS
    (
        SELECT
            ${PLACE},
            any(sipHash64(run_id)) AS run_key,
            any(sipHash64(event_id)) AS event_key,
            argMin(reason, at) AS put_aside_for
        FROM dead_letters
        WHERE event_id != '' AND run_id != '' AND (${PLACE}) IN (SELECT ${PLACE} FROM ended)
        GROUP BY ${PLACE}
    ),
    outcomes AS
    (
        SELECT
            sipHash64(run_id) AS run_key,
            event_key,
            argMax((toString(outcome), toString(reason)), (log_offset, recorded_at)) AS last
        FROM event_outcomes
        WHERE run_id IN (SELECT run_id FROM dead_letters WHERE (${PLACE}) IN (SELECT ${PLACE} FROM ended))
            AND event_key IN (SELECT event_key FROM letters)
        GROUP BY run_key, event_key
    ),
    runs AS
    (
        SELECT
            run_id AS runId,
            sipHash64(run_id) AS run_key,
            any(ingest_runs.source) AS source,
            any(ingest_runs.sample) AS sample,
            maxIf(at, state = 'loaded') AS loaded_at
        FROM ingest_runs FINAL
        GROUP BY run_id
    )
SELECT
    runId, source, sample, put_aside_for AS putAsideFor,
    last.1 AS outcome, last.2 AS reason, count() AS letters
FROM letters
INNER JOIN ended USING (${PLACE})
INNER JOIN runs USING (run_key)
INNER JOIN outcomes USING (run_key, event_key)
WHERE last.1 != 'dead_letter'
    AND (how = 'redriven' OR (toUnixTimestamp(loaded_at) > 0 AND ended_at > loaded_at))
GROUP BY runId, source, sample, putAsideFor, outcome, reason
ORDER BY runId, putAsideFor, outcome, reason`;

/** Letters of a run that are understood by now. */
export interface RereadLetters {
  runId: string;
  source: string;
  sample: boolean;
  /** Why they had been put aside. */
  putAsideFor: string;
  outcome: 'accepted' | 'dropped';
  /** Why they were dropped. */
  reason: string;
  letters: number;
}

export const rereadLetters = ({ batch }: Warehouse): Promise<RereadLetters[]> =>
  batch.rows<RereadLetters>(REREAD);
