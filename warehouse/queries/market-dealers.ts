import type { Warehouse } from '../client.ts';
import {
  CUTS,
  FIRST_ROUND_DAYS,
  monthOf,
  SEEN_AGAIN,
  STOOD,
  UNITS_THAT_STOOD,
} from './market-supply.ts';
import type { MarketTables } from './market-tables.ts';

/**
 * The figures of `market-supply.ts` dealer by dealer: units of one lot are priced, cut and kept alike, so
 * that what they say is one word and not many. Rows grow with dealers up to `DEALERS_MAX`, never with units.
 */

/** Beyond so many, dealers that share a number are one: taken together they tell an error no worse. */
export const DEALERS_MAX = 4_096;

/** Who prices the unit: its dealer, or the source where that is not known; by number. */
const DEALER = `toString(cityHash64(
    if(dealer_key = '', concat('source ', source), toString(dealer_key))
) % ${DEALERS_MAX})`;

export interface DealerDaysRow {
  /** Its number; the same in every row. */
  dealer: string;
  /** '' where not known. */
  type: string;
  condition: string;
  region: string;
  /** On offer now, of which the first day is known. */
  units: number;
  /** Sum of the logs of their days. */
  logDays: number;
}

const DEALER_DAYS = `
WITH ${STOOD}
SELECT
    ${DEALER} AS dealer, type, condition, region,
    count() AS units,
    sum(log(greatest(stood, 1))) AS logDays
${UNITS_THAT_STOOD} AND current AND NOT (there_before AND days_on_lot IS NULL)
GROUP BY dealer, type, condition, region
ORDER BY dealer, type, condition, region`;

export function dealerDays(
  warehouse: Warehouse,
  tables: MarketTables,
  { sample }: { sample: boolean },
): Promise<DealerDaysRow[]> {
  const firstRound = FIRST_ROUND_DAYS;
  return warehouse.batch.rows<DealerDaysRow>(DEALER_DAYS, { ...tables, sample, firstRound });
}

export interface DealerCutsRow {
  source: string;
  dealer: string;
  type: string;
  /** Whose price was seen again, those of which it was cut, and those that came down in all. */
  units: number;
  withCut: number;
  cameDown: number;
  /** Sum of the shares that these came down by. */
  fallen: number;
}

const DEALER_CUTS = `
WITH ${CUTS}
SELECT
    source, ${DEALER} AS dealer, type,
    count() AS units,
    countIf(notEmpty(cuts)) AS withCut,
    countIf(is_down) AS cameDown,
    sumIf(fallen, is_down) AS fallenSum
FROM {units:Identifier}
WHERE ${SEEN_AGAIN} AND type != ''
GROUP BY source, dealer, type
ORDER BY source, dealer, type`;

export async function dealerCuts(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<DealerCutsRow[]> {
  const rows = await warehouse.batch.rows<Omit<DealerCutsRow, 'fallen'> & { fallenSum: number }>(
    DEALER_CUTS,
    tables,
  );
  return rows.map(({ fallenSum: fallen, ...row }) => ({ ...row, fallen }));
}

export interface FallenRow {
  source: string;
  type: string;
  /** Share between first and last price, to the thousandth. */
  fallen: number;
  units: number;
}

/** By how much what was cut came down: the histogram that the median of any types together follows from. */
const FALLEN = `
WITH ${CUTS}
SELECT source, type, round(fallen, 3) AS share, count() AS units
FROM {units:Identifier}
WHERE ${SEEN_AGAIN} AND is_down AND type != ''
GROUP BY source, type, share
ORDER BY source, type, share`;

export async function fallenPrices(
  warehouse: Warehouse,
  tables: MarketTables,
): Promise<FallenRow[]> {
  const rows = await warehouse.batch.rows<Omit<FallenRow, 'fallen'> & { share: number }>(
    FALLEN,
    tables,
  );
  return rows.map(({ share: fallen, ...row }) => ({ ...row, fallen }));
}

export interface DealerSupplyRow {
  dealer: string;
  /** '' where not known. */
  type: string;
  region: string;
  /** On offer at any time of a month, of the same one a year before, and now. */
  inMonth: number;
  yearBefore: number;
  now: number;
}

const onOfferIn = (month: string): string =>
  `countIf(${monthOf('first_seen')} <= ${month} AND (current OR ${monthOf('told_at')} >= ${month}))`;

const DEALER_SUPPLY = `
SELECT
    ${DEALER} AS dealer, type, region,
    ${onOfferIn('{month:Int32}')} AS inMonth,
    ${onOfferIn('{month:Int32} - 12')} AS yearBefore,
    countIf(current) AS now
FROM {units:Identifier}
GROUP BY dealer, type, region
HAVING inMonth + yearBefore + now > 0
ORDER BY dealer, type, region`;

/** `month`: since January 1970. */
export function dealerSupply(
  warehouse: Warehouse,
  tables: MarketTables,
  month: number,
): Promise<DealerSupplyRow[]> {
  return warehouse.batch.rows<DealerSupplyRow>(DEALER_SUPPLY, { ...tables, month });
}
