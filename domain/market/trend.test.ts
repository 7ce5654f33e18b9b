import * as fc from 'fast-check';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, it } from 'vitest';
import { buyTiming, cheapMonths } from './buy-timing.ts';
import { meanChange, trendOf } from './trend.ts';

describe('a market trend', () => {
  it('is improving or declining only where the change is beyond its error, and not tiny', () => {
    expect(trendOf({ value: 0.05, se: 0.02 })).toBe('improving');
    expect(trendOf({ value: -0.05, se: 0.02 })).toBe('declining');
    expect(trendOf({ value: -0.05, se: 0.03 })).toBe('stable');
    expect(trendOf({ value: 0.005, se: 0.0001 })).toBe('stable');
    expect(trendOf(null)).toBe('stable');
  });

  it('of several types is never surer than the surest of them', () => {
    const part = fc.record({
      units: fc.integer({ min: 1, max: 1_000 }),
      change: fc.record({
        value: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
        se: fc.double({ min: 0.001, max: 0.2, noNaN: true }),
      }),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const least = Math.min(...parts.map(({ change }) => change.se));
        expect(meanChange(parts)?.se).toBeGreaterThanOrEqual(least - 1e-12);
      }),
    );
  });
});

describe('the time to buy', () => {
  const season = (se: number) => ({
    value: Array.from(
      { length: 12 },
      (_, month) => 0.03 * Math.cos((2 * Math.PI * (month - 4)) / 12),
    ),
    se: Array.from({ length: 12 }, () => se),
    waveSe: [se, se] as [number, number],
  });

  it('is the cheapest three months, across New Year too', () => {
    expect(cheapMonths(season(0.005))?.months).toEqual([9, 10, 11]);
    const later = {
      value: season(0).value.map((_, at, all) => all[(at + 10) % 12] ?? 0),
      se: season(0.005).se,
      waveSe: season(0.005).waveSe,
    };
    expect(cheapMonths(later)?.months).toEqual([11, 0, 1]);
    expect(buyTiming(later)).toBe(
      "December to February: asking prices about 3% below the year's average",
    );
  });

  it('is any month in 19 of 20 years without a season, whichever months come out cheapest', () => {
    const se = 0.01;
    const generator = xoroshiro128plus(1);
    const unit = () => uniformFloat64(generator);
    const chance = () => {
      const [size, turn] = [se * Math.sqrt(-2 * Math.log(1 - unit())), 2 * Math.PI * unit()];
      const at = (month: number) => size * Math.cos((2 * Math.PI * month) / 12 + turn);
      return { ...season(se), value: Array.from({ length: 12 }, (_, month) => at(month)) };
    };
    const told = Array.from({ length: 2_000 }, () => cheapMonths(chance()) !== undefined);
    expect(told.filter((cheap) => cheap).length / told.length).toBeLessThanOrEqual(0.06);
  });

  it('is any month where the season is within its error or not known', () => {
    expect(buyTiming(season(0.05))).toMatch(/^Any month: none is clearly cheaper/);
    expect(buyTiming(null)).toMatch(/^Any month: with less than two years/);
  });
});
