import type { RvTypeId } from '#schemas/vocabulary.ts';
import type { Warehouse } from '../client.ts';

/** Of the purchases people shared of one kind of market, without those that were withdrawn. */
const STANDING = `
    SELECT
        *,
        -- Beyond these bounds one of the two prices is a slip of the keyboard.
        list_price > 0 AND purchase_price / list_price BETWEEN 1 / 3 AND 1.5 AS compared
    FROM contributions FINAL
    WHERE NOT withdrawn AND sample = {sample:Bool}`;

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

/** All of it, few contributors too: whoever shows it must look how many stand behind each figure. */
export async function contributionTotals(
  warehouse: Warehouse,
  of: { sample: boolean },
): Promise<ContributionTotals> {
  const [totals] = await warehouse.serving.rows<ContributionTotals>(TOTALS, of);
  if (totals === undefined) throw new Error('an aggregate without GROUP BY has one row');
  return totals;
}

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
