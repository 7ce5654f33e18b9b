import type { ListingCondition } from '#schemas/vocabulary.ts';
import type { Warehouse } from '../client.ts';
import type { MarketTables } from './market-tables.ts';

/**
 * What the batch reads of a market, the one in use or one built beside it, each once per run. Instants
 * are milliseconds since 1970.
 */

export interface UnitMonthRow {
  /** Same for every month of one unit. */
  unitId: string;
  /** '' where not known, as the names below. */
  type: string;
  makerId: string;
  makeId: string;
  lineId: string;
  floorplan: string;
  year: number;
  condition: ListingCondition;
  mileage: number | null;
  /** Census region or ''. */
  region: string;
  /** Whole dollars; null where only a sticker price is shown. */
  price: number | null;
  /** Whole dollars; null where there is none. */
  msrp: number | null;
  /** Days since January 1970 of the observation. */
  day: number;
  /** Whether the unit is still on offer. */
  current: boolean;
  /** Whose listing stands for the unit. */
  source: string;
  /** The same by dealer; '' where not known. */
  dealer: string;
  /** Units of its cell for each one that is read; absent is 1. */
  stands?: number;
}

/** Units that share a cell are alike to the fit but for year, miles, place and month. */
const UNIT_CELL = 'type, make_id, line_id, floorplan, condition';
/**
 * A unit whose type nobody says, of those like it neither, has no curve to be measured by and stays out: data quality
 * counts such (`withoutType`).
 */
const HAS_PRICE = "type != '' AND (price IS NOT NULL OR msrp IS NOT NULL OR notEmpty(prices))";

const UNIT_CELL_SIZES = `
SELECT units, count() AS cells
FROM (SELECT count() AS units FROM {units:Identifier} WHERE ${HAS_PRICE} GROUP BY ${UNIT_CELL})
GROUP BY units
ORDER BY units`;

/** How many cells there are of each size: the one scan of a market's units that groups them all. */
export function unitCellSizes(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<{ units: number; cells: number }[]> {
  return warehouse.batch.rows<{ units: number; cells: number }>(UNIT_CELL_SIZES, tables);
}

/**
 * Each unit once a month: the last price shown in that month, from its price changes and its latest
 * state where that has one, or nothing else has. Of a cell so many units, drawn by their ids: the same ones each time.
 */
const UNIT_MONTHS = `
WITH drawn AS
(
    SELECT
        ${UNIT_CELL},
        groupArraySorted({each:UInt32})(cityHash64(unit_id)) AS lowest,
        lowest[-1] AS last_drawn,
        count() / length(lowest) AS stands
    FROM {units:Identifier}
    WHERE ${HAS_PRICE}
    GROUP BY ${UNIT_CELL}
)
SELECT
    unit_id AS unitId, type, maker_id AS makerId, make_id AS makeId, line_id AS lineId, floorplan,
    year, toString(condition) AS condition, mileage, region,
    nullIf(argMax(shown.2, shown.1), 0) AS price,
    sticker AS msrp,
    toUInt32(toDate(max(shown.1))) AS day, current, source, dealer_key AS dealer, stands
FROM
(
    SELECT
        unit_id, type, maker_id, make_id, line_id, floorplan, year, condition, mileage, region,
        current, source, dealer_key, stands, msrp AS sticker,
        arrayConcat(
            arrayMap(change -> (change.at, change.price), prices),
            if(price IS NULL AND notEmpty(prices), [], [(observed_at, ifNull(price, 0))])
        ) AS offers
    FROM {units:Identifier} AS units
    INNER JOIN drawn USING (${UNIT_CELL})
    WHERE ${HAS_PRICE} AND cityHash64(unit_id) <= last_drawn
)
ARRAY JOIN offers AS shown
GROUP BY unit_id, type, maker_id, make_id, line_id, floorplan, year, condition, mileage, region,
    current, source, dealer_key, stands, sticker, toStartOfMonth(shown.1)
ORDER BY unit_id, day`;

export function unitMonths(
  warehouse: Warehouse,
  tables: MarketTables,
  each: number,
): AsyncIterable<UnitMonthRow[]> {
  return warehouse.batch.stream<UnitMonthRow>(UNIT_MONTHS, { ...tables, each });
}

export interface Totals {
  sightings: number;
  listings: number;
  units: number;
  currentUnits: number;
  makes: number;
  lines: number;
  states: number;
  /** The newest observation; 0 without any. */
  asOf: number;
}

const TOTALS = `
SELECT
    (SELECT sum(sightings) FROM {listings:Identifier}) AS sightings,
    (SELECT count() FROM {listings:Identifier}) AS listings,
    count() AS units,
    countIf(current) AS currentUnits,
    uniqExactIf(make_id, make_id != '') AS makes,
    uniqExactIf(line_id, line_id != '') AS lines,
    uniqExactIf(state, state != '') AS states,
    if(count() = 0, 0, toUnixTimestamp64Milli(max(told_at))) AS asOf
FROM {units:Identifier}`;

export async function marketTotals(warehouse: Warehouse, tables: MarketTables): Promise<Totals> {
  const [totals] = await warehouse.batch.rows<Totals>(TOTALS, tables);
  if (totals === undefined) throw new TypeError('an aggregate without GROUP BY has one row');
  return totals;
}

export interface CountRow {
  key: string;
  units: number;
  listedUnits: number;
  medianPrice: number | null;
}

/** Current units by one column; the column is ours, never a caller's text. */
const countsBy = (column: 'type' | 'make_id' | 'state'): string => `
SELECT
    ${column} AS key,
    count() AS units,
    countIf(price IS NOT NULL) AS listedUnits,
    if(listedUnits = 0, NULL, toInt64(round(quantileExactIf(0.5)(assumeNotNull(price), price IS NOT NULL)))) AS medianPrice
FROM {units:Identifier}
WHERE current AND ${column} != ''
GROUP BY key
ORDER BY units DESC, key`;

export async function marketCounts(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<{ byType: CountRow[]; byMake: CountRow[]; byState: CountRow[] }> {
  const [byType, byMake, byState] = await Promise.all([
    warehouse.batch.rows<CountRow>(countsBy('type'), tables),
    warehouse.batch.rows<CountRow>(countsBy('make_id'), tables),
    warehouse.batch.rows<CountRow>(countsBy('state'), tables),
  ]);
  return { byType, byMake, byState };
}

export interface SourceRow {
  source: string;
  sightings: number;
  listings: number;
  lastObservedAt: number;
}

const SOURCES = `
SELECT
    source,
    sum(sightings) AS sightings,
    count() AS listings,
    toInt64(max(version)) AS lastObservedAt
FROM {listings:Identifier}
GROUP BY source
ORDER BY sightings DESC, source`;

export function marketSources(warehouse: Warehouse, tables: MarketTables): Promise<SourceRow[]> {
  return warehouse.batch.rows<SourceRow>(SOURCES, tables);
}

export interface LineRow {
  id: string;
  makeId: string;
  name: string;
  /** Most usual first. */
  types: string[];
  /** Units still observed, like those of `marketCounts`; 0 for a line that was. */
  units: number;
  /** Code and units still observed, most of them first. */
  floorplans: [string, number][];
}

/**
 * Every line ever seen with its types and floorplans, so that what is not on offer today can still be chosen;
 * counted are the units still observed, so that the lines of a make and its units without a line add up to the
 * make's count. Named as most of its units are, and of as many by the first name. A floorplan's code is as listings
 * write it.
 */
const LINES = `
WITH
    plans AS
    (
        SELECT line_id AS line, groupArray((floorplan, n)) AS floorplans
        FROM
        (
            SELECT line_id, floorplan, countIf(current) AS n, count() AS ever
            FROM {units:Identifier}
            WHERE line_id != '' AND floorplan != ''
            GROUP BY line_id, floorplan
            ORDER BY n DESC, ever DESC, floorplan
        )
        GROUP BY line_id
    ),
    kinds AS
    (
        SELECT line_id AS line, groupArray(type) AS types
        FROM
        (
            SELECT line_id, type, count() AS n
            FROM {units:Identifier}
            WHERE line_id != '' AND type != ''
            GROUP BY line_id, type
            ORDER BY n DESC, type
        )
        GROUP BY line_id
    ),
    names AS
    (
        SELECT line_id AS line, argMin(line_name, (-n, line_name)) AS name
        FROM
        (
            SELECT line_id, line_name, toInt64(count()) AS n
            FROM {units:Identifier}
            WHERE line_id != ''
            GROUP BY line_id, line_name
        )
        GROUP BY line_id
    )
SELECT
    units.line_id AS id,
    any(units.make_id) AS makeId,
    any(names.name) AS name,
    any(kinds.types) AS types,
    countIf(units.current) AS units,
    any(plans.floorplans) AS floorplans
FROM {units:Identifier} AS units
LEFT JOIN plans ON plans.line = units.line_id
LEFT JOIN kinds ON kinds.line = units.line_id
LEFT JOIN names ON names.line = units.line_id
WHERE units.line_id != ''
GROUP BY id
ORDER BY id`;

export function marketLines(warehouse: Warehouse, tables: MarketTables): Promise<LineRow[]> {
  return warehouse.batch.rows<LineRow>(LINES, tables);
}

export interface ComparableRow {
  listingId: string;
  type: string;
  lineId: string;
  year: number;
  condition: ListingCondition;
  mileage: number | null;
  price: number;
  /** Seconds since 1970. */
  observedAt: number;
  state: string;
  floorplan: string;
  url: string;
}

/** The newest priced units, current before gone, so many for each line, model year and condition. */
const COMPARABLES = `
SELECT
    listing_id AS listingId, type, line_id AS lineId, year, toString(condition) AS condition,
    mileage, price, toUnixTimestamp(observed_at) AS observedAt, state, floorplan, url
FROM {units:Identifier}
WHERE line_id != '' AND type != '' AND price IS NOT NULL
ORDER BY type, line_id, year, condition, current DESC, observed_at DESC, unit_id
LIMIT {each:UInt32} BY type, line_id, year, condition`;

export function comparableCandidates(
  warehouse: Warehouse,
  tables: MarketTables,
  each: number,
): AsyncIterable<ComparableRow[]> {
  return warehouse.batch.stream<ComparableRow>(COMPARABLES, { ...tables, each });
}
