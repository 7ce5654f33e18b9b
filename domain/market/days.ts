import { ALL, COVERED, type Days, type MarketFacts } from '#schemas/market-facts.ts';
import { UNITS_MIN } from '../decision/buyers-market.ts';
import { count } from '../decision/words.ts';

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
 * `Half of the units have stood for 96 days or more`. Where the first day of fewer than half of them is
 * known, so that the rest may stand otherwise, it says by how many it goes.
 */
export const halfStood = (facts: MarketFacts, { units, median }: Days): string =>
  knownOfMost(facts, units)
    ? `Half of the units have stood for ${count(median)} days or more`
    : `Going by the ${count(units)} units whose first day is known, half have stood for ${count(median)} days or more`;

/** Whether days that are known of so many units are those of most units on offer. */
export function knownOfMost({ supply: { series } }: MarketFacts, units: number): boolean {
  const onOffer = series.find(({ type, region }) => type === ALL && region === ALL)?.now ?? 0;
  return 2 * units >= onOffer;
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
