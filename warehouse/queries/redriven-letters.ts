import type { Parameters, Warehouse } from '../client.ts';
import { insertRows } from '../insert-rows.ts';
import { toWarehouseInstant } from '../instants.ts';
import {
  AT_PLACE,
  LETTERS,
  OF_REASON,
  OF_SOURCE,
  PLACE,
  parametersOf,
  type LetterFilter,
  type Place,
} from './dead-letters.ts';

/** Which letters a redrive sends: open ones. */
export interface Redrivable extends LetterFilter {
  place?: Place | undefined;
}

const REDRIVABLE = `
(${LETTERS})
WHERE ${OF_SOURCE} AND ${OF_REASON} AND state = 'open'
    AND ({topic:String} = '' OR (${AT_PLACE}))`;

const COUNT_REDRIVABLE = `SELECT count() AS n FROM ${REDRIVABLE}`;

/** Behind a place, in the order of the log. */
const NEXT_REDRIVABLE = `
SELECT topic, log_partition AS partition, log_offset AS offset
FROM ${REDRIVABLE}
    AND (topic, log_partition, log_offset)
        > ({afterTopic:String}, {afterPartition:Int64}, {afterOffset:Int64})
ORDER BY topic, log_partition, log_offset
LIMIT {limit:UInt32}`;

const redrivableParameters = ({ place, ...filter }: Redrivable): Parameters => ({
  ...parametersOf(filter),
  topic: place?.topic ?? '',
  partition: place?.partition ?? 0,
  offset: place?.offset ?? 0,
});

export async function countRedrivable({ batch }: Warehouse, filter: Redrivable): Promise<number> {
  const [row] = await batch.rows<{ n: number }>(COUNT_REDRIVABLE, redrivableParameters(filter));
  return row?.n ?? 0;
}

/** The next so many places behind one (the first where there is none), in the order of the log. */
export const nextRedrivable = (
  { batch }: Warehouse,
  filter: Redrivable,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> =>
  batch.rows<Place>(NEXT_REDRIVABLE, {
    ...redrivableParameters(filter),
    afterTopic: after?.topic ?? '',
    afterPartition: after?.partition ?? -1,
    afterOffset: after?.offset ?? -1,
    limit,
  });

const LETTER_BYTES = `
SELECT log_offset AS offset, bytes
FROM dead_letters
WHERE topic = {topic:String} AND log_partition = {partition:UInt16}
    AND log_offset IN {offsets:Array(UInt64)}`;

/** The bytes of letters of one partition, base64, piece by piece; a letter may come twice. */
export const lettersAt = (
  { batch }: Warehouse,
  topic: string,
  partition: number,
  offsets: readonly number[],
): AsyncIterable<{ offset: number; bytes: string }[]> =>
  batch.stream<{ offset: number; bytes: string }>(LETTER_BYTES, { topic, partition, offsets });

/** How a letter ended. */
export interface LetterEnd extends Place {
  how: 'redriven' | 'replayed';
  at: string;
  redriveId?: string;
  to?: { partition: number; offset: number };
}

export async function insertLetterEnds(
  warehouse: Warehouse,
  ends: readonly LetterEnd[],
): Promise<void> {
  const rows = ends.map(({ topic, partition, offset, how, at, redriveId, to }) => ({
    topic,
    log_partition: partition,
    log_offset: offset,
    how,
    at: toWarehouseInstant(at),
    redrive_id: redriveId ?? '',
    to_partition: to?.partition ?? 0,
    to_offset: to?.offset ?? 0,
  }));
  await insertRows(warehouse, 'letter_ends', rows, [
    'topic', 'log_partition', 'log_offset', 'how', 'at', 'redrive_id', 'to_partition', 'to_offset',
  ]); // prettier-ignore
}

const SENT = `
SELECT topic, to_partition AS partition, count() AS letters, max(to_offset) + 1 AS end
FROM letter_ends FINAL
WHERE redrive_id = {redrive:String}
GROUP BY topic, to_partition
ORDER BY topic, to_partition`;

/** What a redrive has sent so far: how many letters into each partition, and behind the last of them. */
export const sentBy = (
  { batch }: Warehouse,
  redrive: string,
): Promise<{ topic: string; partition: number; letters: number; end: number }[]> =>
  batch.rows<{ topic: string; partition: number; letters: number; end: number }>(SENT, { redrive });

const BECAME = `
WITH sent AS
(
    SELECT topic, to_partition AS log_partition, to_offset AS log_offset
    FROM letter_ends FINAL
    WHERE redrive_id = {redrive:String}
)
SELECT
    if(ends.reason = '', toString(ends.outcome), concat(toString(ends.outcome), ': ', ends.reason)) AS became,
    count() AS letters
FROM sent
INNER JOIN
(
    SELECT ${PLACE}, argMax(outcome, recorded_at) AS outcome, argMax(reason, recorded_at) AS reason
    FROM event_outcomes
    WHERE (topic, log_partition, log_offset) IN (SELECT ${PLACE} FROM sent)
    GROUP BY ${PLACE}
) AS ends USING (${PLACE})
GROUP BY became
ORDER BY became`;

/** What became of the letters a redrive has sent, where their topic keeps outcomes. */
export const becameOf = (
  { batch }: Warehouse,
  redrive: string,
): Promise<{ became: string; letters: number }[]> =>
  batch.rows<{ became: string; letters: number }>(BECAME, { redrive });
