import type { MarketCount } from '../../client/market-data.ts';
import { ANALYTICS } from '../../content/analytics.ts';
import { percent } from '../../ui/format.ts';

/** The specification's four (section 2). */
export const REGIONS = ['Texas', 'California', 'Florida', 'Arizona'] as const;

/** The median asking price of the states, each counted by its priced listings: half of them are in cheaper ones. */
export function medianOfStates(states: readonly MarketCount[]): number | null {
  const known = states
    .flatMap(({ medianPrice, priced }) => (medianPrice === null ? [] : [{ medianPrice, priced }]))
    .toSorted((a, b) => a.medianPrice - b.medianPrice);
  const half = known.reduce((sum, { priced }) => sum + priced, 0) / 2;
  let seen = 0;
  for (const { medianPrice, priced } of known) {
    seen += priced;
    if (seen >= half) return medianPrice;
  }
  return null;
}

/** How a state's median price stands against that of all; empty where either is not known. */
export function againstStates(price: number | null, states: readonly MarketCount[]): string {
  const words = ANALYTICS.regions;
  const median = medianOfStates(states);
  if (price === null || median === null) return '';
  const apart = (100 * (price - median)) / median;
  const shown = percent(Math.abs(apart));
  if (shown === '0%') return words.level;
  return apart > 0 ? words.above(shown) : words.below(shown);
}
