import type { Parameters, Warehouse } from '../client.ts';

/** What is read anew of each partition of raw.listing: from `begin` up to `end`. */
export interface ReplayRange {
  partition: number;
  begin: number;
  end: number;
}

/** Fields of a fact that figures are made of, and search. */
const COMPARED = [
  'condition', 'year', 'type', 'maker_id', 'make_id', 'line_id', 'floorplan', 'name_basis',
  'price_state', 'price', 'msrp', 'mileage', 'length_ft', 'weight_lb', 'sleeps', 'slides', 'fuel',
  'horsepower', 'vin', 'vin_valid', 'stock_number', 'dealer_key', 'city', 'state', 'zip', 'region',
  'days_on_lot', 'first_seen_at', 'removed_at',
] as const; // prettier-ignore

const FIELDS = `[${COMPARED.map((name) => `xxHash32(ifNull(toString(${name}), '\\\\N'))`).join(', ')}]`;

const IN_RANGE = `topic = 'raw.listing.v1'
    AND log_offset >= {begins:Array(UInt64)}[log_partition + 1]
    AND log_offset < {ends:Array(UInt64)}[log_partition + 1]`;

/** By partition; one that is not in the range is empty in it. */
function parametersOf(range: readonly ReplayRange[]): Parameters {
  const partitions = Math.max(0, ...range.map(({ partition }) => partition + 1));
  const at = (side: 'begin' | 'end') =>
    Array.from(
      { length: partitions },
      (_, n) => range.find(({ partition }) => partition === n)?.[side] ?? 0,
    );
  return { begins: at('begin'), ends: at('end') };
}

const EMPTY_BEFORE = 'TRUNCATE TABLE replay_before';

const FILL_BEFORE = `
INSERT INTO replay_before
SELECT sipHash64(event_id), ${FIELDS}
FROM sightings FINAL
WHERE ${IN_RANGE}`;

/** Notes the facts as they are, to be compared with what the replay makes of them. */
export async function noteFactsBefore(
  warehouse: Warehouse,
  range: readonly ReplayRange[],
): Promise<void> {
  await warehouse.command(EMPTY_BEFORE);
  await warehouse.command(FILL_BEFORE, parametersOf(range));
}

export const forgetFactsBefore = (warehouse: Warehouse): Promise<void> =>
  warehouse.command(EMPTY_BEFORE);

/**
 * A fact that stands twice until the engine merges it is one. Where one side has none its array is empty, and
 * arrays are compared in pairs of one length only.
 */
const CHANGES = `
SELECT
    countIf(had) AS before,
    countIf(has) AS after,
    countIf(had AND has AND was = became) AS unchanged,
    countIf(had AND has AND was != became) AS changed,
    countIf(had AND NOT has) AS gone,
    countIf(has AND NOT had) AS come,
    sumForEachIf(
        arrayMap((one, other) -> toUInt64(one != other), was, arrayResize(became, length(was))),
        had AND has
    ) AS by_field
FROM
(
    SELECT
        event_key,
        max(NOT is_new) AS had,
        max(is_new) AS has,
        anyIf(fields, NOT is_new) AS was,
        anyIf(fields, is_new) AS became
    FROM
    (
        SELECT event_key, fields, false AS is_new FROM replay_before
        UNION ALL
        SELECT sipHash64(event_id) AS event_key, ${FIELDS} AS fields, true AS is_new
        FROM sightings
        WHERE normaliser_version >= {version:UInt32} AND ${IN_RANGE}
    )
    GROUP BY event_key
)`;

export interface ReplayChanges {
  before: number;
  after: number;
  unchanged: number;
  changed: number;
  gone: number;
  come: number;
  /** Facts that differ, by field; fields of which none does are left out. */
  byField: Record<string, number>;
}

/** What the replay changed, by counting its facts against those before. */
export async function replayChanges(
  warehouse: Warehouse,
  version: number,
  range: readonly ReplayRange[],
): Promise<ReplayChanges> {
  const [row] = await warehouse.batch.rows<Omit<ReplayChanges, 'byField'> & { by_field: number[] }>(
    CHANGES,
    { version, ...parametersOf(range) },
  );
  if (row === undefined) throw new TypeError(`No row from ${CHANGES}`);
  const { by_field, ...counts } = row;
  const byField = COMPARED.map((name, at) => [name, by_field[at] ?? 0] as const).filter(
    ([, facts]) => facts > 0,
  );
  return { ...counts, byField: Object.fromEntries(byField) };
}

const DROP_SUPERSEDED = `
DELETE FROM sightings
WHERE normaliser_version < {version:UInt32} AND ${IN_RANGE}`;

/**
 * Takes out what an older normaliser made of events that were read anew: where the newer one made a fact of it
 * too, that stands for it; where it did not, there is none any more.
 */
export const dropSuperseded = (
  warehouse: Warehouse,
  version: number,
  range: readonly ReplayRange[],
): Promise<void> => warehouse.command(DROP_SUPERSEDED, { version, ...parametersOf(range) });

const COUNT_SUPERSEDED = `
SELECT count() AS n FROM sightings WHERE normaliser_version < {version:UInt32} AND ${IN_RANGE}`;

/** How many facts of these events are still what an older normaliser made of them. */
export async function countSuperseded(
  { batch }: Warehouse,
  version: number,
  range: readonly ReplayRange[],
): Promise<number> {
  const [row] = await batch.rows<{ n: number }>(COUNT_SUPERSEDED, {
    version,
    ...parametersOf(range),
  });
  return row?.n ?? 0;
}

const COUNT_REGISTRATIONS_BEHIND = `
SELECT sum(count) AS n FROM registrations FINAL WHERE normaliser_version < {version:UInt32}`;

/** How many registrations are still what an older normaliser made of them: a row may stand for several, never for none. */
export async function countRegistrationsBehind(
  { batch }: Warehouse,
  version: number,
): Promise<number> {
  const [row] = await batch.rows<{ n: number }>(COUNT_REGISTRATIONS_BEHIND, { version });
  return row?.n ?? 0;
}

const LETTERS_OF = `
SELECT
    log_offset AS offset,
    reason,
    if(ended_at >= put_aside_at, toString(how), 'open') AS state
FROM
(
    SELECT log_offset, argMax(reason, at) AS reason, max(at) AS put_aside_at
    FROM dead_letters
    WHERE topic = {topic:String} AND log_partition = {partition:UInt16}
        AND log_offset BETWEEN {first:UInt64} AND {last:UInt64}
    GROUP BY log_offset
) AS letters
LEFT ANY JOIN
(
    SELECT log_offset, at AS ended_at, how
    FROM letter_ends FINAL
    WHERE topic = {topic:String} AND log_partition = {partition:UInt16}
        AND log_offset BETWEEN {first:UInt64} AND {last:UInt64}
) AS ends USING (log_offset)`;

export interface LetterThen {
  reason: string;
  state: 'open' | 'redriven' | 'replayed';
}

/** The dead letters there are of a stretch of a partition, by offset. */
export async function lettersOf(
  { batch }: Warehouse,
  stretch: { topic: string; partition: number; first: number; last: number },
): Promise<Map<number, LetterThen>> {
  const rows = await batch.rows<LetterThen & { offset: number }>(LETTERS_OF, stretch);
  return new Map(rows.map(({ offset, reason, state }) => [offset, { reason, state }]));
}
