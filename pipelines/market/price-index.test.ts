import { describe, expect, it } from 'vitest';
import { drawMarket, LAST_DAY } from '../valuation/testing/market.ts';
import { tableOf } from '../valuation/testing/snapshot.ts';
import type { UnitMonth } from '../valuation/unit-table.ts';
import { emptyFacts } from './empty-facts.ts';
import { fitMarket } from './fit-market.ts';
import { quickFit } from './testing/quick-fit.ts';

const DAYS = 1_000;

/**
 * Units of which most are gone, at their last price, over three years; `lift` changes log price by day.
 * Those still on offer are dearer by `standing`, as slow units are.
 */
function market(
  units: number,
  seed: number,
  lift: (day: number) => number,
  standing = 0,
): UnitMonth[] {
  return drawMarket({ units, seed }).map((unit, at) => {
    const current = at % 3 === 0;
    const day = current ? LAST_DAY : LAST_DAY - ((at * 7919) % DAYS);
    // Of the same age then as drawn, so that its price stands.
    const year = unit.year - Math.round((unit.day - day) / 365.2425);
    const log = Math.log(unit.price ?? 1) + lift(day) + (current ? standing : 0);
    return { ...unit, day, year, current, price: Math.round(Math.exp(log)) };
  });
}
const seriesOf = (rows: UnitMonth[]) => quickFit(rows).index.series;

describe('the price index', () => {
  it('takes dear units that stand long for no rise of the market', () => {
    const [all] = seriesOf(market(1_500, 31, () => 0, 0.06));
    expect(all?.type).toBe('all');
    expect(Math.abs(all?.yearChange?.value ?? 1)).toBeLessThan(0.025);
    expect(Math.abs(all?.yearChange?.value ?? 1)).toBeLessThan(1.96 * (all?.yearChange?.se ?? 0));
  });

  it('sees a market that fell by 15% over the last year, in every type', () => {
    const fall = (day: number) => -0.15 * Math.max(0, 1 - (LAST_DAY - day) / 365);
    const series = seriesOf(market(2_500, 32, fall));
    expect(series.map(({ type }) => type)).toEqual([
      'all',
      'class-c',
      'travel-trailer',
      'fifth-wheel',
    ]);
    for (const { yearChange } of series) {
      expect(yearChange?.value).toBeLessThan(-0.06);
      expect(yearChange?.value).toBeLessThan(-1.96 * (yearChange?.se ?? 0));
    }
  });

  it('of a market without prices has no series', () => {
    expect(fitMarket(tableOf([])).index).toEqual(emptyFacts().index);
  });
});
