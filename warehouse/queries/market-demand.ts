import type { Warehouse } from '../client.ts';
import { SHOWN } from './contributions.ts';

export interface VisitRow {
  /** '' where not said. */
  type: string;
  /** Months since January 1970. */
  month: number;
  searches: number;
  analyses: number;
}

/** Visits of the market's kind up to an instant; an event that came twice counts once. */
const VISITS = `
    SELECT id, at, type, make_id, 1 AS searched FROM activity_search FINAL
    WHERE sample = {sample:Bool} AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    UNION ALL
    SELECT id, at, type, make_id, 0 AS searched FROM activity_analysis FINAL
    WHERE sample = {sample:Bool} AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`;

const BY_MONTH = `
SELECT
    toString(type) AS type,
    toInt32(toRelativeMonthNum(at) - toRelativeMonthNum(toDate('1970-01-01'))) AS month,
    countIf(searched = 1) AS searches,
    countIf(searched = 0) AS analyses
FROM (${VISITS})
GROUP BY type, month
ORDER BY type, month`;

export interface CalendarRow {
  type: string;
  /** 1 is January. */
  calendarMonth: number;
  visits: number;
  /** In the year before that. */
  visitsBefore: number;
}

/** Over exactly two years, so that in either each calendar month is counted on as many days as it has. */
const BY_CALENDAR = `
SELECT
    toString(type) AS type,
    toMonth(at) AS calendarMonth,
    countIf(recent) AS visits,
    countIf(NOT recent) AS visitsBefore
FROM
(
    SELECT *, at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 YEAR AS recent
    FROM (${VISITS})
    WHERE at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 YEAR
)
GROUP BY type, calendarMonth
ORDER BY type, calendarMonth`;

export interface MakeVisitsRow {
  makeId: string;
  searches: number;
  analyses: number;
  /** In the 365 days before these. */
  visitsBefore: number;
}

/** Over the 365 days before the instant, most visits first. */
const BY_MAKE = `
SELECT
    toString(make_id) AS makeId,
    countIf(searched = 1 AND recent) AS searches,
    countIf(searched = 0 AND recent) AS analyses,
    countIf(NOT recent) AS visitsBefore
FROM
(
    SELECT *, at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 365 DAY AS recent
    FROM (${VISITS})
    WHERE make_id != '' AND at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 730 DAY
)
GROUP BY makeId
ORDER BY searches + analyses DESC, makeId`;

export interface Visits {
  byMonth: VisitRow[];
  byCalendar: CalendarRow[];
  byMake: MakeVisitsRow[];
}

/** What people looked for, on the sample market or on the real one. `asOf`: milliseconds since 1970. */
export async function marketVisits(
  warehouse: Warehouse,
  of: { sample: boolean; asOf: number },
): Promise<Visits> {
  return {
    byMonth: await warehouse.batch.rows<VisitRow>(BY_MONTH, of),
    byCalendar: await warehouse.batch.rows<CalendarRow>(BY_CALENDAR, of),
    byMake: await warehouse.batch.rows<MakeVisitsRow>(BY_MAKE, of),
  };
}

export interface PurchaseRow {
  /** `all` over all types. */
  type: string;
  contributors: number;
  /** Mean over contributors of log(paid / asked), and its standard error. */
  value: number;
  se: number;
}

/**
 * Shared purchases with both prices, of the three years before an instant. A price of less than
 * a third or more than one and a half times the asking one is a slip of the keyboard.
 */
const COMPARED = `
    SELECT toString(type) AS of_type, contributor, log(purchase_price / list_price) AS paid
    FROM contributions FINAL
    WHERE NOT withdrawn AND sample = {sample:Bool} AND list_price > 0
        AND contribution_id IN (${SHOWN})
        AND purchase_date <= toDate(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC'))
        AND purchase_date > toDate(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 3 YEAR
        AND purchase_price / list_price BETWEEN 1 / 3 AND 1.5`;

/** What was paid over what was asked, each contributor once. */
const PURCHASES = `
SELECT
    type_key AS type,
    count() AS contributors,
    avg(own) AS value,
    stddevSamp(own) / sqrt(contributors) AS se
FROM
(
    SELECT arrayJoin(['all', of_type]) AS type_key, contributor, avg(paid) AS own
    FROM (${COMPARED})
    GROUP BY type_key, contributor
)
GROUP BY type_key
ORDER BY type_key`;

/** Who stands behind types that are not told of: one who shared several of them is one. */
const UNTOLD = `
WITH compared AS (${COMPARED})
SELECT uniqExact(contributor) AS contributors
FROM compared
WHERE of_type NOT IN
(
    SELECT of_type
    FROM compared
    GROUP BY of_type
    HAVING uniqExact(contributor) >= {contributorsMin:UInt32}
)`;

/** In log. Among the few of a type, two exact means around one arrival would tell the price of who came. */
const ROUNDED_TO = 0.005;

/**
 * Of what the newest step of contributions tells of, rounded. `contributorsMin`: fewer are not told of, lest
 * one of them be recognised. Nor is the whole where what it holds beside the types that are told of is from
 * fewer: a subtraction would tell of them.
 */
export async function purchasesAgainstAsks(
  warehouse: Warehouse,
  of: { sample: boolean; asOf: number; contributorsMin: number },
): Promise<PurchaseRow[]> {
  const { contributorsMin } = of;
  const rows = await warehouse.batch.rows<PurchaseRow>(PURCHASES, of);
  const told = rows.filter(({ contributors }) => contributors >= contributorsMin);
  const [{ contributors: untold } = { contributors: 0 }] = await warehouse.batch.rows<{
    contributors: number;
  }>(UNTOLD, of);
  const isTold = told.some(({ type }) => type !== 'all');
  const wholeTells = isTold && untold > 0 && untold < contributorsMin;
  return told
    .filter(({ type }) => !(type === 'all' && wholeTells))
    .map(({ type, contributors, value, se }) => ({
      type,
      contributors: contributors - (contributors % contributorsMin),
      value: Math.round(value / ROUNDED_TO) * ROUNDED_TO,
      se: Math.ceil(se / ROUNDED_TO) * ROUNDED_TO,
    }));
}
