import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { Warehouse } from '../client.ts';
import { insertRows } from '../insert-rows.ts';

/** Contributions that the newest step tells of. */
export const SHOWN = `
    SELECT arrayJoin(shown) FROM contribution_steps FINAL WHERE sample = {sample:Bool}`;

/** Of those, the purchases of one kind of market that were not withdrawn since. */
const STANDING = `
    SELECT
        *,
        -- Beyond these bounds one of the two prices is a slip of the keyboard.
        list_price > 0 AND purchase_price / list_price BETWEEN 1 / 3 AND 1.5 AS compared
    FROM contributions FINAL
    WHERE NOT withdrawn AND sample = {sample:Bool} AND contribution_id IN (${SHOWN})`;

export interface ContributionTotals {
  contributions: number;
  contributors: number;
  /** Mean over contributors of what each paid on average; null without any. */
  purchasePrice: number | null;
  /** How many contributors told each of these. */
  listPrice: number;
  tradeInValue: number;
  financingRate: number;
  downPayment: number;
  mileage: number;
  marketConditions: number;
  seasonality: number;
  /** Mean over those who told a list price of what they paid below it, in dollars; null without any. */
  savings: number | null;
}

/** A contributor counts once, however much one person shares. */
const TOTALS = `
SELECT
    sum(own) AS contributions,
    count() AS contributors,
    if(contributors = 0, NULL, avg(own_price)) AS purchasePrice,
    countIf(own_compared > 0) AS listPrice,
    countIf(own_trade_in > 0) AS tradeInValue,
    countIf(own_rate > 0) AS financingRate,
    countIf(own_down > 0) AS downPayment,
    countIf(own_mileage > 0) AS mileage,
    countIf(own_conditions > 0) AS marketConditions,
    countIf(own_season > 0) AS seasonality,
    if(listPrice = 0, NULL, avgIf(own_savings, own_compared > 0)) AS savings
FROM
(
    SELECT
        contributor,
        count() AS own,
        avg(purchase_price) AS own_price,
        countIf(compared) AS own_compared,
        avgIf(toFloat64(list_price) - purchase_price, compared) AS own_savings,
        count(trade_in_value) AS own_trade_in,
        count(financing_rate) AS own_rate,
        count(down_payment) AS own_down,
        count(mileage) AS own_mileage,
        countIf(market_conditions != '') AS own_conditions,
        countIf(seasonality != '') AS own_season
    FROM (${STANDING})
    GROUP BY contributor
)`;

export interface ContributionStep {
  /** `YYYY-MM-DD`: it holds what was shared before. */
  day: string;
  shown: readonly { id: string; by: string }[];
  leftOut: readonly string[];
  /** Undefined where a run ended before they were counted. */
  figures: ContributionTotals | undefined;
}

/** The newest step of one kind of market; undefined before the first. */
export async function lastContributionStep(
  warehouse: Warehouse,
  of: { sample: boolean },
): Promise<ContributionStep | undefined> {
  const [row] = await warehouse.batch.rows<{
    step_day: string;
    shown: string[];
    shown_by: string[];
    left_out: string[];
    figures: string;
  }>(
    `SELECT toString(day) AS step_day, shown, shown_by, left_out, figures
     FROM contribution_steps FINAL WHERE sample = {sample:Bool}`,
    of,
  );
  if (row === undefined) return undefined;
  return {
    day: row.step_day,
    shown: row.shown.map((id, at) => ({ id, by: row.shown_by[at] ?? '' })),
    leftOut: row.left_out,
    figures: figuresOf(row.figures),
  };
}

/** Names and contributors of what was shared before the day and stands, in the order of the names. */
export function contributionsBefore(
  warehouse: Warehouse,
  of: { sample: boolean; day: string },
): Promise<{ id: string; by: string }[]> {
  return warehouse.batch.rows(
    `SELECT contribution_id AS id, contributor AS by FROM contributions FINAL
     WHERE NOT withdrawn AND sample = {sample:Bool} AND day < {day:Date} ORDER BY id`,
    of,
  );
}

/** In place of the step before. What it tells of is in place first, then it is counted from there. */
export async function writeContributionStep(
  warehouse: Warehouse,
  { sample, day, shown, leftOut }: Omit<ContributionStep, 'figures'> & { sample: boolean },
): Promise<void> {
  const row = {
    sample,
    day,
    shown: shown.map(({ id }) => id),
    shown_by: shown.map(({ by }) => by),
    left_out: leftOut,
  };
  const columns = ['sample', 'day', 'shown', 'shown_by', 'left_out', 'figures'] as const;
  const write = (figures: string) =>
    insertRows(warehouse, 'contribution_steps', [{ ...row, figures }], columns);
  await write('');
  const [totals] = await warehouse.batch.rows<ContributionTotals>(TOTALS, { sample });
  await write(JSON.stringify(totals));
}

/**
 * What the newest step tells, few contributors too: whoever shows it must look how many stand behind
 * each figure. Undefined before the first step.
 */
export async function contributionTotals(
  warehouse: Warehouse,
  of: { sample: boolean },
): Promise<ContributionTotals | undefined> {
  const [row] = await warehouse.serving.rows<{ figures: string }>(
    'SELECT figures FROM contribution_steps FINAL WHERE sample = {sample:Bool}',
    of,
  );
  return figuresOf(row?.figures ?? '');
}

const figuresOf = (text: string): ContributionTotals | undefined =>
  text === '' ? undefined : (JSON.parse(text) as ContributionTotals);

export interface RecentContribution {
  make: string;
  model: string;
  year: number;
  type: RvTypeId;
  /** Two letters. */
  state: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Both to the nearest $1,000. */
  purchasePrice: number;
  listPrice: number | null;
}

/** The random id after the day: what came first on a day is told by nothing. */
const RECENT = `
WITH standing AS (${STANDING})
SELECT
    make,
    model,
    year,
    type,
    state,
    toString(day) AS day_shared,
    toUInt32(round(purchase_price, -3)) AS purchasePrice,
    if(list_price > 0, toUInt32(round(list_price, -3)), NULL) AS listPrice
FROM standing
WHERE (type, state) IN
(
    SELECT type, state
    FROM standing
    WHERE state != ''
    GROUP BY type, state
    HAVING uniqExact(contributor) >= {contributorsMin:UInt32}
)
ORDER BY day DESC, contribution_id
LIMIT {limit:UInt32}`;

/** The latest of types and states that enough contributors share, rounded. */
export async function recentContributions(
  warehouse: Warehouse,
  of: { sample: boolean; contributorsMin: number; limit: number },
): Promise<RecentContribution[]> {
  type Row = Omit<RecentContribution, 'day'> & { day_shared: string };
  const rows = await warehouse.serving.rows<Row>(RECENT, of);
  return rows.map(({ day_shared: day, ...row }) => ({ ...row, day }));
}
