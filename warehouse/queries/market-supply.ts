import type { Warehouse } from '../client.ts';
import type { MarketTables } from './market-tables.ts';

/** Months are counted since January 1970; what is older than `firstMonth` counts in it. */
export const monthOf = (instant: string): string =>
  `toInt32(toRelativeMonthNum(${instant}) - toRelativeMonthNum(toDate('1970-01-01')))`;

export interface ArrivalRow {
  /** '' where not known. */
  type: string;
  region: string;
  /** When the units were first seen, and when last or their end; null where they are still on offer. */
  from: number;
  to: number | null;
  units: number;
}

/** Units by the month they came and the month they went: at most 120 × 120 for each type and region. */
const ARRIVALS = `
SELECT
    type, region,
    greatest(${monthOf('first_seen')}, {firstMonth:Int32}) AS from,
    if(current, NULL, greatest(${monthOf('told_at')}, {firstMonth:Int32})) AS to,
    count() AS units
FROM {units:Identifier}
GROUP BY type, region, from, to
ORDER BY type, region, from, to`;

export function arrivals(
  warehouse: Warehouse,
  tables: MarketTables,
  firstMonth: number,
): AsyncIterable<ArrivalRow[]> {
  return warehouse.batch.stream<ArrivalRow>(ARRIVALS, { ...tables, firstMonth });
}

/**
 * By month, the share of today's units whose source was wholly collected in it, by the instants its
 * full collections were of. Months without any are left out.
 */
const COVERAGE = `
SELECT swept.month AS month, sum(own.units) / (SELECT countIf(current) FROM {units:Identifier}) AS share
FROM
(
    SELECT DISTINCT source, ${monthOf('assumeNotNull(swept_at)')} AS month
    FROM ingest_runs FINAL
    WHERE state = 'loaded' AND coverage = 'full' AND swept_at IS NOT NULL
) AS swept
INNER JOIN
(
    SELECT source, count() AS units
    FROM {units:Identifier}
    WHERE current
    GROUP BY source
) AS own ON own.source = swept.source
GROUP BY month
ORDER BY month`;

export function coverageByMonth(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<{ month: number; share: number }[]> {
  return warehouse.batch.rows(COVERAGE, tables);
}

export interface DaysRow {
  /** '' where not known. */
  type: string;
  condition: string;
  region: string;
  current: boolean;
  /** `before`: it stood when its source was first read, so that it has stood so many days at least. */
  since: 'known' | 'before';
  days: number;
  units: number;
}

/** What is first seen within so many days of its source may have stood before: a first round takes its time. */
export const FIRST_ROUND_DAYS = 7;

/** For how long a unit has stood, and whether it may have stood longer: it was there when its source was first read. */
export const STOOD = `
    toUInt32(greatest(dateDiff('day', first_seen, told_at), ifNull(days_on_lot, 0))) AS stood,
    first_seen >= begun.at AND first_seen <= begun.at + toIntervalDay({firstRound:UInt8}) AS there_before`;

/** Units of which \`STOOD\` says anything: one seen once, without its source's word, is none. */
export const UNITS_THAT_STOOD = `
FROM {units:Identifier} AS units
INNER JOIN
(
    SELECT source, min(observed_at) AS at
    FROM sightings
    WHERE sample = {sample:Bool}
    GROUP BY source
) AS begun ON begun.source = units.source
WHERE (first_seen < told_at OR days_on_lot IS NOT NULL)`;

/**
 * Units by how many days they have stood, as far as they were seen: one whose source was not looked at
 * since may be long gone. What the source says counts where that is more; of a unit seen once, without
 * such a word, nobody knows. Nor does anybody know since when those stand that were there when their
 * source was first read, unless it says so. Days are whole up to 120, then fives, from 400 on tens: few
 * rows for any number of units, and quartiles of any group follow from them.
 */
const DAYS_ON_MARKET = `
WITH ${STOOD}
SELECT
    type, condition, region, current,
    if(there_before AND days_on_lot IS NULL, 'before', 'known') AS since,
    least(3650, multiIf(
        stood <= 120, stood,
        stood <= 400, toUInt32(5 * intDiv(stood + 2, 5)),
        toUInt32(10 * intDiv(stood + 5, 10))
    )) AS days,
    count() AS units
${UNITS_THAT_STOOD}
GROUP BY type, condition, region, current, since, days`;

export function daysOnMarket(
  warehouse: Warehouse,
  tables: MarketTables,
  { sample }: { sample: boolean },
): AsyncIterable<DaysRow[]> {
  const firstRound = FIRST_ROUND_DAYS;
  return warehouse.batch.stream<DaysRow>(DAYS_ON_MARKET, { ...tables, sample, firstRound });
}

export interface PriceCutRow {
  /** `all` over all types. */
  type: string;
  /** Whose price was seen at two instants or more: of one seen once nobody knows whether it was cut. */
  units: number;
  withCut: number;
  /** Share; without a cut it says nothing. */
  medianCut: number;
  /** Those of `withCut` whose last price is below their first. */
  cameDown: number;
  /** Shares, over `cameDown` units; without any they say nothing. */
  gap: [number, number, number];
}

/**
 * Steps down between the prices a unit showed one after the other, and from its first to its last. A
 * price that falls to half or less was a mistake put right, not a cut.
 */
export const CUTS = `
    arrayMap(change -> change.price, prices) AS asked,
    arrayFilter(cut -> cut > 0 AND cut < 0.5, arrayMap(
        (before, after) -> 1 - after / before,
        arrayPopBack(asked),
        arrayPopFront(asked)
    )) AS cuts,
    1 - asked[-1] / asked[1] AS fallen,
    notEmpty(cuts) AND fallen > 0 AND fallen < 0.5 AS is_down`;

/** Units whose price was seen again. */
export const SEEN_AGAIN = 'notEmpty(prices) AND observed_at > prices[1].at';

const PRICE_CUTS = (key: string): string => `
WITH ${CUTS}
SELECT
    ${key} AS type_key,
    count() AS units,
    countIf(notEmpty(cuts)) AS withCut,
    quantileExactArrayIf(0.5)(cuts, notEmpty(cuts)) AS medianCut,
    countIf(is_down) AS cameDown,
    quantilesExactIf(0.25, 0.5, 0.75)(fallen, is_down) AS gap
FROM {units:Identifier}
WHERE ${SEEN_AGAIN}
GROUP BY type_key
ORDER BY units DESC, type_key`;

export async function priceCuts(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<PriceCutRow[]> {
  const rows: PriceCutRow[] = [];
  for (const key of ["'all'", 'toString(type)'])
    for (const { type_key: type, ...cuts } of await warehouse.batch.rows<
      Omit<PriceCutRow, 'type'> & { type_key: string }
    >(PRICE_CUTS(key), tables))
      rows.push({ type, ...cuts });
  return rows;
}

export interface SourceCutRow {
  source: string;
  /** `all` over all types. */
  type: string;
  units: number;
  withCut: number;
  cameDown: number;
  /** Median share of the fall from first to last price; without any it says nothing. */
  median: number;
}

/** The same by source: one that is looked at every day sees more cuts than one looked at twice. */
const SOURCE_CUTS = `
WITH ${CUTS}
SELECT
    source,
    arrayJoin(['all', toString(type)]) AS type_key,
    count() AS units,
    countIf(notEmpty(cuts)) AS withCut,
    countIf(is_down) AS cameDown,
    quantileExactIf(0.5)(fallen, is_down) AS median
FROM {units:Identifier}
WHERE ${SEEN_AGAIN}
GROUP BY source, type_key
ORDER BY source, type_key`;

export async function sourceCuts(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<SourceCutRow[]> {
  const rows = await warehouse.batch.rows<Omit<SourceCutRow, 'type'> & { type_key: string }>(
    SOURCE_CUTS,
    tables,
  );
  return rows.map(({ type_key: type, ...cuts }) => ({ type, ...cuts }));
}
