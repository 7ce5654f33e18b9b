import { describe, expect, it } from 'vitest';
import { LAST_DAY, type TrueUnit } from '../valuation/testing/market.ts';
import { tableOf } from '../valuation/testing/snapshot.ts';
import type { UnitMonth } from '../valuation/unit-table.ts';
import { emptyFacts } from './empty-facts.ts';
import { fitMarket } from './fit-market.ts';
import { marketOverTime } from './testing/over-time.ts';
import { quickFit } from './testing/quick-fit.ts';

/** `lift` changes log price by day; units still on offer are dearer by `standing`, as slow units are. */
const market = (
  units: number,
  seed: number,
  lift: (day: number) => number,
  standing = 0,
): TrueUnit[] =>
  marketOverTime({ units, seed }).map((unit) => {
    const more = lift(unit.day) + (unit.current ? standing : 0);
    return { ...unit, price: Math.round((unit.price ?? 1) * Math.exp(more)) };
  });
const seriesOf = (rows: UnitMonth[]) => quickFit(rows).index.series;

describe('the price index', () => {
  it('finds what a region asks beside the others, though stickers are the same everywhere', () => {
    const west = (more: number) => {
      const rows = market(3_000, 35, () => 0).map((unit) => ({
        ...unit,
        price: Math.round((unit.price ?? 1) * (unit.region === 'West' ? more : 1)),
        msrp: unit.condition === 'new' ? 1_000 * Math.round(unit.truth / 770) : null,
      }));
      return quickFit(rows).index.regions.find(({ region }) => region === 'West')?.value ?? 0;
    };
    // Against the mean of four regions, of which it is one: three quarters of log 1.08.
    const moved = west(1.08) - west(1);
    expect(moved).toBeGreaterThan(0.05);
    expect(moved).toBeLessThan(0.065);
  });

  it('takes a dear source of one region for no dear region', () => {
    const west = (more: number, local: (at: number) => boolean) => {
      const rows = market(3_000, 35, () => 0).map((unit, at) =>
        unit.region === 'West' && local(at)
          ? { ...unit, source: 'local', price: Math.round((unit.price ?? 1) * more) }
          : unit,
      );
      const found = quickFit(rows).index.regions.find(({ region }) => region === 'West');
      return found ?? { value: NaN, se: NaN };
    };
    const moved = west(1.1, (at) => at % 2 === 0).value - west(1, () => false).value;
    expect(Math.abs(moved)).toBeLessThan(0.02);
    // Where nobody else sells there, nothing tells the dear region from the dear source.
    const alone = west(1.1, () => true);
    expect(Math.abs(alone.value)).toBeLessThan(3 * alone.se);
  });

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

  it('takes a new source that asks more for no rise of the market', () => {
    const rows = market(1_500, 33, () => 0).map((unit) => {
      const isNew = unit.day > LAST_DAY - 120;
      const price = Math.round((unit.price ?? 1) * (isNew ? 1.08 : 1));
      return { ...unit, price, source: isNew ? 'another' : 'dealer' };
    });
    const [all] = seriesOf(rows);
    expect(Math.abs(all?.yearChange?.value ?? 1)).toBeLessThan(1.96 * (all?.yearChange?.se ?? 0));
  });

  it('of two sources side by side is as sure as of one', () => {
    const one = market(1_500, 34, () => 0);
    const two = one.map((unit, at) => ({
      ...unit,
      price: Math.round((unit.price ?? 1) * (at % 2 === 0 ? 1.08 : 1)),
      source: at % 2 === 0 ? 'another' : 'dealer',
    }));
    const [sure, asSure] = [seriesOf(one)[0], seriesOf(two)[0]];
    expect(asSure?.yearChange?.se).toBeLessThan(1.3 * (sure?.yearChange?.se ?? 0));
    expect(Math.abs(asSure?.yearChange?.value ?? 1)).toBeLessThan(0.03);
  });

  it('tells no change, nor what new units ask more, of a market that is of hardly any dealers', () => {
    const of = (dealers: number) =>
      quickFit(
        market(1_500, 36, () => 0).map((unit, at) => ({
          ...unit,
          dealer: `dealer-${at % dealers}`,
        })),
      ).index;
    expect(of(4).series[0]?.yearChange).toBeNull();
    expect(of(4).newPremium).toEqual([]);
    expect(of(7).series[0]?.yearChange).toEqual({
      value: expect.any(Number),
      se: expect.any(Number),
    });
    expect(of(7).newPremium).toHaveLength(3);
  });

  it('of a market without prices has no series', () => {
    expect(fitMarket(tableOf([])).index).toEqual(emptyFacts().index);
  });
});
