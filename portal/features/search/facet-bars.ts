import { FILTER_YEAR_MIN } from '#schemas/constants.ts';
import { SEARCH } from '../../content/search.ts';
import { count, usd } from '../../ui/format.ts';
import type { Bar } from './histogram.tsx';
import type { Facets } from './queries.ts';
import { filterYearMax, type Filters } from './search-state.ts';

const words = SEARCH.filters.histogram;

export interface Bars {
  bars: Bar[];
  text: string;
}

/** The asking prices as bars, and what they say. */
export function priceBars(prices: Facets['prices'], { priceMin, priceMax }: Filters): Bars {
  const bars = prices.map(({ from, to, count }) => ({
    count,
    chosen: from < priceMax && (to === null || to > priceMin),
  }));
  const most = highest(prices);
  if (most === undefined) return { bars, text: words.noPrice };
  const said = [totalOf(prices), count(most.count), usd(most.from)] as const;
  const text = most.to === null ? words.priceAbove(...said) : words.price(...said, usd(most.to));
  return { bars, text };
}

/** The model years as bars, one a year of the slider; its last holds what is newer still. */
export function yearBars(years: Facets['years'], { yearMin, yearMax }: Filters): Bars {
  const shown = Array.from({ length: filterYearMax() - FILTER_YEAR_MIN + 1 }, (_, at) => {
    const year = FILTER_YEAR_MIN + at;
    const its = years.filter((one) => Math.min(one.year, filterYearMax()) === year);
    return { year, count: its.reduce((sum, one) => sum + one.count, 0) };
  });
  const bars = shown.map(({ year, count }) => ({
    count,
    chosen: year >= yearMin && year <= yearMax,
  }));
  const most = highest(shown);
  return {
    bars,
    text:
      most === undefined
        ? words.noYear
        : words.year(totalOf(shown), count(most.count), String(most.year)),
  };
}

/** The first of those with the most; none where there is nothing. */
const highest = <T extends { count: number }>(bands: readonly T[]): T | undefined =>
  bands.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0];

const totalOf = (bands: readonly { count: number }[]): string =>
  count(bands.reduce((sum, band) => sum + band.count, 0));
