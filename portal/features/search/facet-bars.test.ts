import { describe, expect, it } from 'vitest';
import { priceBars, yearBars } from './facet-bars.ts';
import { filterYearMax, NO_FILTERS } from './search-state.ts';

describe('the bars over the sliders', () => {
  const prices = [
    { from: 0, to: 10_000, count: 3 },
    { from: 10_000, to: 20_000, count: 1_200 },
    { from: 20_000, to: null, count: 7 },
  ];

  it('mark the prices that are filtered by, and say which band holds the most', () => {
    const { bars, text } = priceBars(prices, { ...NO_FILTERS, priceMin: 10_000, priceMax: 15_000 });
    expect(bars.map(({ chosen }) => chosen)).toEqual([false, true, false]);
    expect(text).toBe('Asking prices: of 1,210, most (1,200) from $10,000 to $20,000');
    expect(priceBars(prices, NO_FILTERS).bars.every(({ chosen }) => chosen)).toBe(true);
  });

  it('say so where the dearest band holds the most, and where there is none', () => {
    expect(priceBars(prices.slice(2), NO_FILTERS).text).toBe(
      'Asking prices: of 7, most (7) from $20,000 up',
    );
    expect(priceBars([], NO_FILTERS).text).toBe('Asking prices: none with these filters');
  });

  it('are one a model year of the slider, the newest with what is newer still', () => {
    const years = [
      { year: 2_000, count: 2 },
      { year: filterYearMax(), count: 5 },
      { year: filterYearMax() + 1, count: 4 },
    ];
    const { bars, text } = yearBars(years, { ...NO_FILTERS, yearMin: 2_001 });
    expect([bars[0], bars[1], bars.at(-1)]).toEqual([
      { count: 2, chosen: false },
      { count: 0, chosen: true },
      { count: 9, chosen: true },
    ]);
    expect(bars).toHaveLength(filterYearMax() - 1_999);
    expect(text).toBe(`Model years: of 11, most (9) of ${filterYearMax()}`);
    expect(yearBars([], NO_FILTERS).text).toBe('Model years: none with these filters');
  });
});
