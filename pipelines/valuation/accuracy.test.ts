import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  double,
  nat,
  property,
  record,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accuracyReport } from '#schemas/accuracy.ts';
import { SUPPORT_LEVELS } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { accuracyOf } from './accuracy.ts';
import type { Residual } from './calibrate.ts';
import { crossFit } from './cross-fit.ts';
import { buildDesign } from './design.ts';
import { fitModel } from './fit-model.ts';
import { fitPrices } from './fit.ts';
import { latestRows } from './latest-rows.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const TYPES = ['class-c', 'travel-trailer'] as const;
const LINE = SUPPORT_LEVELS.indexOf('line');

/** A unit's residual: of a used travel trailer of four years, estimated at $30,000, unless said otherwise. */
const residual = (log: number, more: Partial<Residual> = {}): Residual => ({
  residual: log,
  support: LINE,
  units: 50,
  type: 1,
  age: 4,
  isNew: false,
  value: 30_000,
  half: 0,
  innerHalf: 0,
  isBest: true,
  ...more,
});
/** Residuals at even steps between −width and width, out of order, in the two halves by turns. */
const spread = (units: number, width: number, more: Partial<Residual> = {}): Residual[] =>
  Array.from({ length: units }, (_, at) => {
    const step = (at * 617) % units;
    return residual(width * ((2 * step + 1) / units - 1), {
      half: at % 2 === 0 ? 0 : 1,
      innerHalf: at % 4 < 2 ? 0 : 1,
      ...more,
    });
  });
const judge = (residuals: Residual[], atNewDealers: Residual[] = []) =>
  accuracyOf({ residuals, atNewDealers }, TYPES);

describe('the accuracy of held-out units', () => {
  it('counts errors as shares of the price, used and new apart', () => {
    // Estimated 20% too high, and exactly.
    const { used, new: ofNew } = judge([
      ...Array.from({ length: 300 }, () => residual(-Math.log(1.2))),
      ...Array.from({ length: 200 }, () => residual(0, { isNew: true })),
    ]);
    expect(used.overall.units).toBe(300);
    expect(used.overall.figures?.medianError).toBeCloseTo(0.2);
    expect(used.overall.figures?.within10).toMatchObject({ share: 0, low: 0 });
    expect(ofNew.overall.units).toBe(200);
    expect(ofNew.overall.figures?.medianError).toBe(0);
    expect(ofNew.overall.figures?.within5.share).toBe(1);
  });

  it('says nothing of fewer than 100 units', () => {
    const groups = [
      ...spread(99, 0.2, { type: 0, age: 9 }),
      ...spread(100, 0.2, { type: 1, age: 2.5, value: 100_000 }),
    ];
    const { used } = judge(groups);
    expect(used.overall.figures).not.toBeNull();
    expect(used.byType.map(({ type, units, figures }) => [type, units, figures === null])).toEqual([
      ['travel-trailer', 100, false],
      ['class-c', 99, true],
    ]);
    expect(used.byAge.map(({ from, to, figures }) => [from, to, figures === null])).toEqual([
      [2, 3, false],
      [8, 12, true],
    ]);
    expect(used.byConfidence.every(({ observed }) => observed === null)).toBe(true);
  });

  it('bands prices by the estimate, whatever was asked', () => {
    // Asked twice the estimate.
    const { used } = judge(Array.from({ length: 150 }, () => residual(Math.log(2))));
    expect(used.byPrice.map(({ from, to, units }) => [from, to, units])).toEqual([
      [25_000, 40_000, 150],
    ]);
  });

  it('leaves the first and the last band open', () => {
    const { used } = judge([
      ...spread(10, 0.1, { value: 9_000, age: -0.5 }),
      ...spread(10, 0.1, { value: 900_000, age: 30 }),
    ]);
    expect(used.byPrice).toMatchObject([
      { from: null, to: 15_000 },
      { from: 150_000, to: null },
    ]);
    expect(used.byAge).toMatchObject([
      { from: null, to: 1 },
      { from: 18, to: null },
    ]);
  });

  it('judges ranges by units that had no part in setting them', () => {
    // One half of the market is nine times as wild as the other: ranges of its own half would cover
    // 80% of each, ranges of the other cover all of the calm half and a tenth of the wild one.
    const calm = spread(1_000, 0.05).map((own) => ({ ...own, half: 0 as const }));
    const wild = spread(1_000, 0.45).map((own) => ({ ...own, half: 1 as const }));
    const coverageOf = (judged: Residual[]) => {
      const residuals = [...calm, ...wild].map((own) => ({ ...own, isBest: judged.includes(own) }));
      return judge(residuals).used.overall.figures?.coverage.share;
    };
    expect(coverageOf(calm)).toBe(1);
    expect(coverageOf(wild)).toBeLessThan(0.3);
  });

  it('judges estimates with the correction that the other half of the units sets', () => {
    const error = (of: (own: Residual) => number) =>
      judge(spread(1_000, 0.1).map((own) => ({ ...own, residual: own.residual + of(own) }))).used
        .overall.figures?.medianError;
    expect(error(() => 0.3)).toBeLessThan(0.15);
    expect(error(({ half }) => (half === 0 ? 0.2 : -0.2))).toBeGreaterThan(0.25);
  });

  it('holds the stated confidence against what came, by tenths', () => {
    const { used } = judge([
      ...spread(1_000, 0.1, { units: 300 }),
      ...spread(1_000, 0.6, { units: 3 }),
    ]);
    expect(used.byConfidence).toHaveLength(10);
    const stated = used.byConfidence.map((tenth) => tenth.stated);
    expect(stated).toEqual(stated.toSorted((a, b) => a - b));
    for (const tenth of used.byConfidence)
      expect(Math.abs(tenth.stated - (tenth.observed?.share ?? Number.NaN))).toBeLessThan(0.1);
  });

  it('judges what dealers left out whole ask by ranges that the others set', () => {
    const { overall, atNewDealers } = judge(spread(1_000, 0.1), spread(200, 0.3)).used;
    expect(overall.figures?.coverage.share).toBeGreaterThan(0.75);
    expect(atNewDealers.units).toBe(200);
    expect(atNewDealers.figures?.coverage.share).toBeLessThan(0.35);
    expect(atNewDealers.figures?.medianError).toBeGreaterThan(0.1);
  });

  it('is empty and without error where nothing was held out', () => {
    const none = { units: 0, figures: null };
    const empty = { overall: none, atNewDealers: none };
    const lists = { byType: [], byAge: [], byPrice: [], byConfidence: [] };
    expect(judge([])).toEqual({ used: { ...empty, ...lists }, new: { ...empty, ...lists } });
  });

  it('splits all units in each way, whatever they are', () => {
    const any = record({
      residual: double({ min: -3, max: 3, noNaN: true }),
      support: nat(SUPPORT_LEVELS.length - 1),
      units: nat(500),
      type: nat(TYPES.length - 1),
      age: double({ min: -1, max: 60, noNaN: true }),
      isNew: boolean(),
      value: double({ min: 100, max: 2e6, noNaN: true }),
      half: constantFrom(0 as const, 1 as const),
      innerHalf: constantFrom(0 as const, 1 as const),
      isBest: constant(true),
    });
    assert(
      property(array(any, { maxLength: 400 }), (residuals) => {
        const report = judge(residuals);
        expect(accuracyReport.parse(report)).toEqual(report);
        for (const own of [report.used, report.new])
          for (const groups of [own.byType, own.byAge, own.byPrice, own.byConfidence])
            expect(groups.reduce((sum: number, { units }) => sum + units, 0)).toBe(
              own.overall.units,
            );
      }),
      { numRuns: 50 },
    );
  });
});

/** What each unit leaves, in an order that does not depend on prices. */
function residualsOf(months: readonly UnitMonth[]): number[] {
  const table = tableOf(months);
  const design = buildDesign(table);
  const latest = latestRows(design, table, table.units);
  const { residuals } = crossFit(design, table, fitPrices(design), RV_TYPE_IDS, latest);
  return residuals.filter(({ isBest }) => isBest).map((own) => own.residual);
}

describe('the accuracy of a fitted market', () => {
  const { accuracy } = fitModel(tableOf(drawMarket({ units: 3_000, seed: 5, grossErrors: 0.05 })));

  it('judges every unit once, whatever it was offered as', () => {
    expect(accuracy.used.overall.units + accuracy.new.overall.units).toBe(3_000);
  });

  it('leaves a unit out with every month it was seen in: its own price never moves its value', () => {
    // Each the only one of its line and far from others: whoever sees it takes it for its line.
    const units = drawMarket({ units: 120, seed: 6 }).map((unit, at) => ({
      ...unit,
      lineId: `${unit.makeId}/line${at}`,
      price: Math.round(unit.truth * Math.exp(((at * 617) % 120) / 120)),
    }));
    const dearer = units.map((unit, at) =>
      at === 100 ? { ...unit, price: Math.round(1.1 * unit.price) } : unit,
    );
    const [before = [], after = []] = [units, dearer].map((market) =>
      residualsOf(
        market.flatMap((unit) => [0, 31, 62].map((days) => ({ ...unit, day: unit.day - days }))),
      ),
    );
    expect(before).toHaveLength(120);
    const moved = before
      .map((own, at) => Math.abs((after[at] ?? Number.NaN) - own))
      .toSorted((a, b) => b - a);
    expect(Math.abs((moved[0] ?? 0) - Math.log(1.1))).toBeLessThan(0.01);
    expect(moved[1]).toBeLessThan(0.03);
  });

  it('leaves a dealer out whole, unless it is a large part of the market', () => {
    // Every second unit is of one dealer; of 40 others one sells a line that nobody else has.
    const dealerOf = (at: number) => (at % 2 === 0 ? 0 : 1 + ((at >> 1) % 40));
    const market = (factor: number) =>
      drawMarket({ units: 4_000, seed: 7 }).map((unit, at) => {
        const own = dealerOf(at) === 5;
        return {
          ...unit,
          dealer: `dealer-${dealerOf(at)}`,
          lineId: own ? `${unit.makeId}/own` : unit.lineId,
          price: Math.round(unit.truth * (own ? factor : 1)),
        };
      });
    const errorsAt = (factor: number) => {
      const table = tableOf(market(factor));
      const design = buildDesign(table);
      const latest = latestRows(design, table, table.units);
      const whole = fitPrices(design);
      return crossFit(design, table, whole, RV_TYPE_IDS, latest).atNewDealers.map(
        (own) => own.residual,
      );
    };
    const [before, after] = [errorsAt(1), errorsAt(1.3)];
    expect(before).toHaveLength(2_000);
    const moved = after.map((own, at) => own - (before[at] ?? Number.NaN));
    // Its 50 units by all of what it asks more; how much names vary is learnt from the whole market.
    expect(moved.filter((own) => Math.abs(own - Math.log(1.3)) < 0.03).length).toBeGreaterThan(45);
    expect(moved.filter((own) => Math.abs(own) < 0.03).length).toBeGreaterThan(1_900);
  });

  it.each(['used', 'new'] as const)('finds what the noise of %s prices allows, no less', (own) => {
    // Noise of Student-t, ν = 4, scale 0.11: half of it lies within 8.1%.
    const { figures } = accuracy[own].overall;
    expect(figures?.medianError).toBeGreaterThan(0.07);
    expect(figures?.medianError).toBeLessThan(0.11);
    expect(figures?.coverage.share).toBeGreaterThan(0.75);
    expect(figures?.coverage.share).toBeLessThan(0.85);
  });
});

it('reads a snapshot from before there was a report as one of nothing judged', () => {
  const before = { units: 12, medianAbsoluteError: 0.1, within10: 0.5, within20: 0.8, coverage: 1 };
  expect(accuracyReport.parse(before)).toEqual(judge([]));
});
