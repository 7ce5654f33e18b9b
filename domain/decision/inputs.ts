import type { ALL } from '#schemas/market-facts.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import type { Waves } from '../market/waves.ts';
import type { PriceDistribution } from '../valuation/price-distribution.ts';

/** What an advice rests on: one RV's value, what is asked for it, and how its market stands. */
export interface DecisionInputs {
  /** Dollars, above 0. */
  askingPrice: number;
  /** Estimated asking price in whole dollars, with its 80% range. */
  value: number;
  range: { low: number; high: number };
  /** Where other prices lie around the estimate. */
  prices: PriceDistribution;
  /** Calibrated probability that a price is within 15% of the estimate. */
  confidence: number;
  /** Listings near enough to compare with, as many as are shown. */
  comparables: number;
  /** Percent that the first year takes, to one decimal. */
  firstYearLoss: number;
  market: BuyersMarket;
}

/**
 * How far the market of the RV's type leaves room to bargain. A fact that is not known, or rests on too
 * little, is left out: it then weighs nothing.
 */
export interface BuyersMarket {
  daysOnMarket?: {
    /** Median days that such units have been on offer, and what is usual for all types. */
    now: number;
    usual: number;
    /** Both are of such units alone; 'all' where too few of the condition are known. */
    condition: Condition | typeof ALL;
    /** As a sentence goes on: `in the South`, `in the country`. */
    where: string;
  };
  priceCuts?: {
    /** Share of such units whose price was cut, and what is usual for all types at the same sources. */
    now: number;
    usual: number;
    /** Typical fall from the first to the last asking price, as a fraction of the first. */
    depth: number;
  };
  supply?: {
    /** Units on offer. */
    now: number;
    /** Log of how many times as many that is as there were a year ago, or as the region's share of all RVs. */
    change: number;
    /** Standard error of `change`. */
    se: number;
    against: 'year' | 'share';
    where: string;
  };
  season?: Season;
}

/** Usual price of each month against the year's mean, in log, January first. */
export interface Season extends Waves {
  /** Month of the year, 1 to 12. */
  month: number;
}
