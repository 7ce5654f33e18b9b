import { ALL, COVERED, type Days, type MarketFacts } from '#schemas/market-facts.ts';
import { UNITS_MIN } from '../decision/buyers-market.ts';

/** Few days say that a market is quick only after so many months of watching. */
export const WATCHED_MONTHS = 3;

/** How long units on offer have stood, over the whole market; null where that is not known. */
export function daysOnOffer({ daysOnMarket }: MarketFacts): Days | null {
  const stood = daysOnMarket.find(
    ({ type, condition, region }) => type === ALL && condition === ALL && region === ALL,
  )?.onOffer;
  return stood && stood.units >= UNITS_MIN ? stood : null;
}

/**
 * Months up to the running one through which the market was watched without a gap. Days are counted
 * from the first sighting, so who has watched for a month sees no unit older than that: few days mean
 * a quick market only after months of watching, while many days are never too many.
 */
export function watchedMonths({ supply: { coverage } }: MarketFacts): number {
  const last = coverage.findLastIndex((share) => share < COVERED);
  return coverage.length - 1 - last;
}
