import type { Warehouse } from '../client.ts';
import type { MarketTables } from './market-tables.ts';

/** Months are counted since January 1970; what is older than `firstMonth` counts in it. */
const monthOf = (instant: string): string =>
  `toInt32(toRelativeMonthNum(${instant}) - toRelativeMonthNum(toDate('1970-01-01')))`;

export interface ArrivalRow {
  /** '' where not known. */
  type: string;
  region: string;
  /** When the units were first seen, and when last; null where they are still on offer. */
  from: number;
  to: number | null;
  units: number;
}

/** Units by the month they came and the month they went: at most 120 × 120 for each type and region. */
const ARRIVALS = `
SELECT
    type, region,
    greatest(${monthOf('first_seen')}, {firstMonth:Int32}) AS from,
    if(current, NULL, greatest(${monthOf('last_seen')}, {firstMonth:Int32})) AS to,
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

/** The groups that figures are asked for by, each a scan of its own: exact quantiles of all at once would not fit. */
const GROUPS = [
  [],
  ['type'],
  ['condition'],
  ['region'],
  ['type', 'condition'],
  ['type', 'region'],
  ['type', 'condition', 'region'],
] as const;
type Column = 'type' | 'condition' | 'region';

export interface DaysRow {
  /** '' where not known, `all` where it was not asked. */
  type: string;
  condition: string;
  region: string;
  units: number;
  goneUnits: number;
  /** Days so far of units on offer; of no meaning without any. */
  onOffer: [number, number, number];
  gone: [number, number, number];
}

/**
 * As far as a unit was seen: one whose source was not looked at since may be long gone. What the source
 * says it stood counts where that is more. Seen once and without such a word, nobody knows.
 */
const daysBy = (columns: readonly Column[]): string => `
WITH
    greatest(dateDiff('day', first_seen, last_seen), ifNull(days_on_lot, 0)) AS days,
    first_seen < last_seen OR days_on_lot IS NOT NULL AS known
SELECT
    ${(['type', 'condition', 'region'] as const)
      .map(
        (column) =>
          `${columns.includes(column) ? `toString(units.${column})` : "'all'"} AS ${column}_key`,
      )
      .join(', ')},
    countIf(current) AS units,
    countIf(NOT current) AS goneUnits,
    quantilesExactIf(0.25, 0.5, 0.75)(days, current) AS onOffer,
    quantilesExactIf(0.25, 0.5, 0.75)(days, NOT current) AS gone
FROM {units:Identifier} AS units
WHERE known
GROUP BY type_key, condition_key, region_key
ORDER BY type_key, condition_key, region_key`;

export async function daysOnMarket(warehouse: Warehouse, tables: MarketTables): Promise<DaysRow[]> {
  const rows: DaysRow[] = [];
  for (const columns of GROUPS) {
    const found = await warehouse.batch.rows<
      Omit<DaysRow, Column> & { type_key: string; condition_key: string; region_key: string }
    >(daysBy(columns), tables);
    for (const { type_key: type, condition_key: condition, region_key: region, ...days } of found)
      rows.push({ type, condition, region, ...days });
  }
  return rows;
}

export interface PriceCutRow {
  /** `all` over all types. */
  type: string;
  units: number;
  withCut: number;
  /** Shares; without a cut they say nothing. */
  medianCut: number;
  gap: [number, number, number];
}

/**
 * Steps down between the prices a unit showed one after the other, and from its first to its last. A
 * price that falls to half or less was a mistake put right, not a cut.
 */
const PRICE_CUTS = (key: string): string => `
WITH
    arrayMap(change -> change.price, prices) AS asked,
    arrayFilter(cut -> cut > 0 AND cut < 0.5, arrayMap(
        (before, after) -> 1 - after / before,
        arrayPopBack(asked),
        arrayPopFront(asked)
    )) AS cuts,
    1 - asked[-1] / asked[1] AS fallen
SELECT
    ${key} AS type_key,
    count() AS units,
    countIf(notEmpty(cuts)) AS withCut,
    quantileExactArrayIf(0.5)(cuts, notEmpty(cuts)) AS medianCut,
    quantilesExactIf(0.25, 0.5, 0.75)(fallen, notEmpty(cuts) AND fallen > 0 AND fallen < 0.5) AS gap
FROM {units:Identifier}
WHERE notEmpty(prices)
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
