import { ALL, type MarketFacts } from '#schemas/market-facts.ts';

const YEAR = 12;

/**
 * Whether visits were counted in every month of the year that the last one is compared with: shares of
 * what was seen in one month of it are not those of a year.
 */
export function yearBeforeSeen({ series }: MarketFacts['demand']): boolean {
  const all = series.find(({ type }) => type === ALL);
  if (all === undefined) return false;
  const running = all.searches.length - 1;
  for (let month = running - 2 * YEAR; month < running - YEAR; month += 1)
    if ((all.searches[month] ?? 0) + (all.analyses[month] ?? 0) === 0) return false;
  return true;
}
