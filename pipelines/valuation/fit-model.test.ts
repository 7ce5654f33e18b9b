import { medianSorted } from 'simple-statistics';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import { createEvaluator, type Evaluator } from '#domain/valuation/evaluate.ts';
import { buildDesign } from './design.ts';
import { fitModel } from './fit-model.ts';
import { fitPrices } from './fit.ts';
import { drawMarket, LAST_DAY, type TrueUnit } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf, tableOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const SEED = 11;
const STATE_OF: Record<string, string> = {
  Northeast: 'NY',
  Midwest: 'OH',
  South: 'TX',
  West: 'CA',
};

const requestOf = (unit: TrueUnit) => ({
  make: unit.makeId,
  model: `${unit.lineId.split('/')[1]} ${unit.floorplan}`,
  year: unit.year,
  condition: unit.condition as Condition,
  mileage: unit.mileage ?? undefined,
  state: STATE_OF[unit.region],
  asOf: new Date(unit.day * 86_400_000).toISOString(),
});

const valued = (evaluator: Evaluator, unit: TrueUnit) => {
  const answer = evaluator.estimate(requestOf(unit));
  if ('refused' in answer) throw new Error(answer.message);
  return answer;
};
const medianOf = (values: number[]) => medianSorted(values.toSorted((a, b) => a - b));

describe('a fitted market', () => {
  // One market, of which the last thousand units were not fitted.
  const units = drawMarket({ units: 5_000, seed: SEED, grossErrors: 0.05 });
  const fitted = units.slice(0, 4_000);
  const unseen = units.slice(4_000);
  let evaluator: Evaluator;
  beforeAll(() => {
    evaluator = createEvaluator(snapshotOf(fitted), plainNames);
  });

  it('finds the noise-free price of units it has not seen', () => {
    const errors = unseen.map((unit) => Math.abs(valued(evaluator, unit).value / unit.truth - 1));
    expect(medianOf(errors)).toBeLessThan(0.025);
  });

  it('covers 80% of the prices of units it has not seen', () => {
    const inside = unseen.filter((unit) => {
      const { low, high } = valued(evaluator, unit);
      return unit.price !== null && unit.price >= low && unit.price <= high;
    });
    expect(inside.length / unseen.length).toBeGreaterThan(0.75);
    expect(inside.length / unseen.length).toBeLessThan(0.85);
  });

  it('is as sure as it is right', () => {
    const answers = unseen.map((unit) => ({ unit, answer: valued(evaluator, unit) }));
    const right = answers.filter(
      ({ unit, answer }) => Math.abs((unit.price ?? 0) / answer.value - 1) <= 0.15,
    );
    const stated = answers.reduce((sum, { answer }) => sum + answer.confidence, 0) / unseen.length;
    expect(Math.abs(stated - right.length / unseen.length)).toBeLessThan(0.05);
  });
});

describe('the fit', () => {
  const curves = (model: ValuationModel) => [
    ...model.typeNodes.curves,
    ...model.makes.curves,
    ...model.lines.curves,
  ];

  it('is not moved by gross errors in one price of twenty', () => {
    const asked = drawMarket({ units: 300, seed: SEED + 1 });
    const evaluatorOf = (grossErrors: number) =>
      createEvaluator(
        snapshotOf(drawMarket({ units: 3_000, seed: SEED, grossErrors })),
        plainNames,
      );
    const [clean, dirty] = [evaluatorOf(0), evaluatorOf(0.05)];
    const moves = asked.map((unit) => valued(dirty, unit).value / valued(clean, unit).value);
    expect(Math.abs(medianOf(moves) - 1)).toBeLessThan(0.01);
  });

  it('goes on until another pass moves it by less than a thousandth, and says so', () => {
    const design = buildDesign(tableOf(drawMarket({ units: 1_500, seed: SEED })));
    const fit = fitPrices(design);
    expect(fit.settled).toBe(true);
    const next = fitPrices(design, { iterations: fit.iterations + 1 });
    const squares = next.fitted.map((price, row) => (price - (fit.fitted[row] ?? 0)) ** 2);
    expect(Math.sqrt(squares.reduce((sum, own) => sum + own, 0) / design.rows)).toBeLessThan(0.001);
    expect(fitPrices(design, { iterations: 2 }).settled).toBe(false);
    expect(fitModel(tableOf(drawMarket({ units: 300, seed: SEED }))).fit.settled).toBe(true);
  });

  it('does not depend on the order of the rows', () => {
    const units = drawMarket({ units: 800, seed: SEED });
    const there = fitModel(tableOf(units));
    const back = fitModel(tableOf(units.toReversed()));
    expect(back.lines.keys).toEqual(there.lines.keys);
    curves(back).forEach((value, at) => expect(value).toBeCloseTo(curves(there)[at] ?? 0, 5));
    expect(back.calibration.used.residuals).toBe(there.calibration.used.residuals);
  });

  it('gives curves that never rise with age', () => {
    const model = fitModel(tableOf(drawMarket({ units: 400, seed: SEED, grossErrors: 0.2 })));
    const values = curves(model);
    const rising = values.filter(
      (value, at) => at % model.knots.length !== 0 && value > (values[at - 1] ?? Infinity),
    );
    expect(rising).toEqual([]);
  });

  it('counts a unit once, however many months it was shown', () => {
    const units = drawMarket({ units: 300, seed: SEED });
    const shownAgain = units.map((unit) => ({ ...unit, day: LAST_DAY - 400 }));
    const model = fitModel(tableOf([...units, ...shownAgain]));
    expect(model.typeNodes.units.reduce((sum, count) => sum + count, 0)).toBe(units.length);
  });

  it('learns what is usual from each unit once, however many months it was shown', () => {
    const units = drawMarket({ units: 300, seed: SEED }).map((unit, at) => ({
      ...unit,
      msrp:
        unit.condition === 'new' ? Math.round((unit.price ?? 0) * (1.1 + 0.01 * (at % 9))) : null,
    }));
    // The longest, dearest, oldest and most driven are shown more often than others.
    const shownAgain = units.flatMap((unit, at) =>
      unit.floorplan === '3100RL' || unit.year < 2018 || at % 9 > 5
        ? [1, 2, 3, 4].map((days) => ({ ...unit, day: unit.day - days }))
        : [],
    );
    const usual = (rows: UnitMonth[]) => {
      const { types, typeNodes, stickers } = fitModel(tableOf(rows));
      return {
        miles: types.map(({ usualMileage }) => usualMileage),
        ages: types.map(({ medianAge }) => medianAge),
        feet: typeNodes.feet,
        stickers,
      };
    };
    expect(usual([...shownAgain, ...units])).toEqual(usual(units));
  });

  it('takes no sticker price that is below the asking price', () => {
    const [unit] = drawMarket({ units: 1, seed: SEED });
    if (unit === undefined) throw new Error('no unit');
    const stickerAt = (msrp: number) =>
      fitModel(tableOf([{ ...unit, condition: 'new', price: 40_000, msrp }])).stickers.msrp[0];
    expect(stickerAt(50_000)).toBe(50_000);
    expect(stickerAt(30_000)).toBeUndefined();
    expect(stickerAt(400_000)).toBeUndefined();
  });

  it('takes the type a listing does not say from others of its line', () => {
    const units = drawMarket({ units: 400, seed: SEED });
    const untold = units.map((unit, at) => (at % 3 === 0 ? { ...unit, type: '' } : unit));
    const model = fitModel(tableOf(untold));
    expect(model.types.reduce((sum, type) => sum + type.units, 0)).toBe(units.length);
  });

  it('makes a model that values nothing of no units', () => {
    expect(fitModel(tableOf([])).types).toEqual([]);
  });

  it('copes with one unit', () => {
    const [unit] = drawMarket({ units: 1, seed: SEED });
    if (unit === undefined) throw new Error('no unit');
    const answer = valued(createEvaluator(snapshotOf([unit]), plainNames), unit);
    expect(answer.value).toBeGreaterThan((unit.price ?? 0) / 1.5);
    expect(answer.value).toBeLessThan((unit.price ?? 0) * 1.5);
    expect(answer.dataPoints).toBe(1);
  });
});

describe('a floorplan that is listed once', () => {
  // Of the middle size, for which the line's value is right; codes like 2600A to 2600ZZZ.
  const letters = (at: number): string =>
    [at % 26, Math.floor(at / 26) % 26, Math.floor(at / 676)]
      .map((letter) => String.fromCodePoint(65 + letter))
      .join('');
  const units = drawMarket({ units: 5_000, seed: SEED }).map((unit, at) =>
    unit.floorplan === '2600BH' && at % 5 < 3 ? { ...unit, floorplan: `2600${letters(at)}` } : unit,
  );
  const once = units.slice(4_000).filter(({ floorplan }) => /^2600[A-Z]{3}$/.test(floorplan));
  const withinOf = (answers: { unit: TrueUnit; value: number }[]) =>
    answers.filter(({ unit, value }) => Math.abs((unit.price ?? 0) / value - 1) <= 0.15).length /
    answers.length;

  it('is met more surely than a line whose floorplan is left open, and as surely as is right', () => {
    const evaluator = createEvaluator(snapshotOf(units.slice(0, 4_000)), plainNames);
    const asked = (model: (unit: TrueUnit) => string) =>
      once.map((unit) => {
        const answer = evaluator.estimate({ ...requestOf(unit), model: model(unit) });
        if ('refused' in answer) throw new Error(answer.message);
        return { unit, ...answer };
      });
    const line = ({ lineId }: TrueUnit) => lineId.split('/')[1] ?? '';
    const named = asked((unit) => `${line(unit)} ${unit.floorplan}`);
    const open = asked(line);
    const stated = (answers: typeof named) =>
      answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
    expect(named.every(({ basis }) => basis === 'line')).toBe(true);
    expect(open.every(({ basis }) => basis === 'line')).toBe(true);
    expect(Math.abs(stated(named) - withinOf(named))).toBeLessThan(0.06);
    expect(stated(open)).toBeLessThan(stated(named) - 0.05);
  });
});
