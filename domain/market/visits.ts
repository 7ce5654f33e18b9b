import { ALL, type MarketFacts } from '#schemas/market-facts.ts';

const YEAR = 12;
/** People come back to what they look for: so many visits tell as much as one that stands alone. */
export const VISITS_AT_ONCE = 2;

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
