import { describe, expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate } from '#domain/valuation/evaluate.ts';
import { modelYearEffect } from '#domain/valuation/log-price.ts';
import { composeModel } from './compose.ts';
import { buildDesign } from './design.ts';
import { emptyModel } from './fit-model.ts';
import { fitPrices } from './fit.ts';
import { stickerTrend } from './sticker-trend.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf, tableOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const YEARS = [2023, 2024, 2025, 2026, 2027];
const DAYS_PER_YEAR = 365;
const BELIEVED = 0.03;

/** New units of twenty floorplans of ten makes and all years, whose stickers rise so much from each year to the next. */
function stickered(rises: readonly number[]): UnitMonth[] {
  return drawMarket({ units: 20, seed: 3 }).flatMap((unit, plan) =>
    YEARS.map((year, at) => {
      const risen = rises.slice(0, at).reduce((sum, rise) => sum + rise, 0);
      const msrp = Math.round(40_000 * Math.exp(0.1 * plan + risen));
      return {
        ...unit,
        unitId: `${plan}-${year}`,
        makeId: `make-${plan % 10}`,
        lineId: `make-${plan % 10}/line${plan}`,
        condition: 'new',
        year,
        msrp,
        price: Math.round(0.8 * msrp),
      };
    }),
  );
}

const trendOf = (units: readonly UnitMonth[]) => stickerTrend(tableOf(units));

describe('the rise of sticker prices', () => {
  it.each([0, 0.015, 0.05])('is what stickers of all years agree on: %f', (rise) => {
    expect(trendOf(stickered([rise, rise, rise, rise])).rise).toBeCloseTo(rise, 2);
  });

  it('is known better the more years there are, and not from a year or two', () => {
    const sdUntil = (last: number) =>
      trendOf(stickered([0, 0, 0, 0]).filter(({ year }) => year <= last)).sd;
    const [three = 0, four = 0, five = 0] = [2025, 2026, 2027].map(sdUntil);
    expect(three).toBeCloseTo(0.01, 9);
    expect(four).toBeLessThan(three);
    expect(five).toBeLessThan(four);
  });

  it('is what is believed where one year rises steeply and the next does not', () => {
    const { rise, sd } = trendOf(stickered([0.1, 0, 0.1, 0]));
    expect(Math.abs(rise - BELIEVED)).toBeLessThan(0.01);
    expect(sd).toBeGreaterThan(0.007);
  });

  it.each([-0.05, 0.12])(
    'is what is believed where stickers agree on what is beyond that: %f',
    (rise) => {
      expect(Math.abs(trendOf(stickered([rise, rise, rise, rise])).rise - BELIEVED)).toBeLessThan(
        0.01,
      );
    },
  );

  it('is the same to the last bit whatever the order of the rows', () => {
    const units = stickered([0.03, 0.02, 0.01, 0.04]);
    expect(trendOf(units.toReversed())).toEqual(trendOf(units));
  });

  it('is what is believed where there are no stickers of two years, or of few makes', () => {
    const none = stickered([0, 0, 0, 0]).map((unit) => ({ ...unit, msrp: null }));
    const ofFew = stickered([0, 0, 0, 0]).map((unit, number) => ({
      ...unit,
      makeId: `make-${number % 4}`,
    }));
    for (const units of [none, ofFew, []]) {
      const { rise, sd } = trendOf(units);
      expect(rise).toBeCloseTo(BELIEVED, 9);
      expect(sd).toBeCloseTo(0.01, 9);
    }
  });
});

it('lets asking prices tell another rise only where dealers are seen in most months of a year', () => {
  const units = drawMarket({ units: 300, seed: 4 });
  const ofDealer = (day: (number: number) => number) =>
    units.map((unit, number) => ({ ...unit, day: day(number), dealer: `dealer-${number % 4}` }));
  expect(trendOf(ofDealer((number) => LAST_DAY - 5 * number)).isHeld).toBe(false);
  // All of them twice, a year apart.
  const apart = ofDealer((number) => LAST_DAY - (number % 8 < 4 ? 0 : DAYS_PER_YEAR + 30));
  expect(trendOf(apart).isHeld).toBe(true);
  expect(trendOf(units.map((unit) => ({ ...unit, dealer: '' }))).isHeld).toBe(true);
});

it('starts no model year below an older one, seen or not, however long stickers have fallen', () => {
  const [drawn] = drawMarket({ units: 1, seed: 5 });
  if (drawn === undefined) throw new Error('no unit');
  const units = Array.from({ length: 15 * 25 }, (_, number) => {
    const ago = Math.floor(number / 15);
    const msrp = Math.round(20_000 * Math.exp(0.1 * ago));
    const makeId = `make-${number % 5}`;
    return {
      ...drawn,
      unitId: `${number}`,
      makeId,
      lineId: `${makeId}/line${number % 15}`,
      condition: 'new' as const,
      year: 2027 - ago,
      day: LAST_DAY - DAYS_PER_YEAR * ago,
      msrp,
      price: Math.round(0.8 * msrp),
    };
  });
  const table = tableOf(units);
  const design = buildDesign(table);
  expect(design.stickerTrend.rise).toBeLessThan(-0.05);
  const { model } = composeModel(design, fitPrices(design, { iterations: 2 }), table);
  const whole = { ...emptyModel(), ...model };
  const starts = Array.from({ length: 60 }, (_, at) => modelYearEffect(whole, 1980 + at));
  expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
});

it('forecasts by what age takes, where stickers do not rise', () => {
  // Three years of a market whose model years all start alike and lose 7.5% a year.
  const stickers = new Map<string, number>();
  const units = drawMarket({ units: 3_000, seed: 6 }).map((unit, number) => {
    const plan = `${unit.lineId}#${unit.floorplan}`;
    const before = number % 3;
    const [day, year] = [unit.day - DAYS_PER_YEAR * before, unit.year - before];
    if (unit.condition !== 'new') return { ...unit, day, year };
    const msrp = stickers.get(plan) ?? Math.round(1.25 * unit.truth);
    stickers.set(plan, msrp);
    return { ...unit, day, year, msrp };
  });
  const evaluator = createEvaluator(snapshotOf(units), plainNames);
  const names = [...new Set(units.map(({ lineId }) => lineId))];
  const lost = names.map((lineId) => {
    const [make = '', model = ''] = lineId.split('/');
    const of = (asOf: string) =>
      (evaluator.estimate({ make, model, year: 2023, condition: 'used', asOf }) as ValueEstimate)
        .value;
    return Math.log(of('2026-10-15') / of('2036-10-15'));
  });
  const mean = lost.reduce((sum, one) => sum + one, 0) / lost.length;
  expect(Math.abs(mean - 0.76)).toBeLessThan(0.12);
});
