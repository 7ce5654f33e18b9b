import type { MarketFacts } from '#schemas/market-facts.ts';
import { emptyPriceIndex } from './price-index.ts';

/** Facts of a market in which nothing was ever seen. */
export function emptyFacts(): MarketFacts {
  return {
    index: emptyPriceIndex(),
    supply: { firstMonth: 0, months: 0, coverage: new Float32Array(0), series: [] },
    priceCuts: [],
    daysOnMarket: [],
    demand: { firstMonth: 0, months: 0, series: [], makes: [] },
  };
}
