import { beforeAll, describe, expect, it } from 'vitest';
import { createEvaluator, type Evaluator } from '#domain/valuation/evaluate.ts';
import { takenOf, treesWord, type RvFacts } from '#domain/valuation/detail.ts';
import { floorplanFeet } from '#domain/valuation/size.ts';
import { treesSay } from '#domain/valuation/trees.ts';
import { TREE_NAMES, valuationTrees } from '#schemas/valuation-model.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { CONDITIONS, type Condition } from '#schemas/vocabulary.ts';
import { checkSnapshot } from '../compute/checks.ts';
import { composeModel } from './compose.ts';
import { buildDesign } from './design.ts';
import { fitModel } from './fit-model.ts';
import { fitPrices } from './fit.ts';
import { hashOfRow, latestRows } from './latest-rows.ts';
import { growNameTrees, isRegionUntold, noTrees, OF_CURVE, servedTrees } from './name-trees.ts';
import { ancestorAt, factsOf, predictRow } from './predict.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf, tableOf } from './testing/snapshot.ts';
import { LEVEL } from './tree.ts';
import type { UnitMonth } from './unit-table.ts';

const NEWER = 2020;

/** A market in which two makes were half as dear again until half a year ago: no sum of curves says so. */
function cutInPrice(units = 1_800): UnitMonth[] {
  return drawMarket({ units, seed: 5 }).map((unit) => {
    const isDear = ['make-1', 'make-4'].includes(unit.makeId) && unit.day < LAST_DAY - 180;
    return { ...unit, price: Math.round((unit.price ?? 0) * (isDear ? 1.5 : 1)) };
  });
}

/** The same in parts. */
function fit(units: readonly UnitMonth[]) {
  const table = tableOf(units);
  const design = buildDesign(table);
  const composition = composeModel(design, fitPrices(design), table);
  const rows = latestRows(design, table, table.units);
  const trees = growNameTrees(design, table, composition, rows);
  const served = servedTrees(design, composition, trees, 0.5);
  return { table, design, composition, rows, trees, served };
}

const STATE_OF: Record<string, string> = {
  Northeast: 'NY',
  Midwest: 'OH',
  South: 'TX',
  West: 'CA',
};

describe('a market that says more than its curves', () => {
  const units = cutInPrice();
  let snapshot: Snapshot;
  let evaluator: Evaluator;
  let fitted: ReturnType<typeof fit>;
  beforeAll(() => {
    snapshot = uncorrected(snapshotOf(units));
    evaluator = createEvaluator(snapshot, plainNames);
    fitted = fit(units);
  }, 60_000);
  const ask = (make: string, model: string, year: number, condition: Condition = 'used') => {
    const answer = evaluator.value({ make, model, year, condition });
    if ('refused' in answer) throw new Error(answer.message);
    return answer;
  };
  const value = (...asked: Parameters<typeof ask>) => ask(...asked).currentMarketValue;
  const each = (visit: (make: string, model: string) => void) => {
    for (const make of ['make-0', 'make-1', 'make-4', 'make-5'])
      for (const model of ['line0', 'line1 2600BH', 'line2 2100RB', 'unseen 2600BH'])
        visit(make, model);
  };

  it('has trees say it', () => {
    expect(snapshot.valuation.trees.share).toBeGreaterThan(0.1);
    const fall = (make: string) => {
      const [before, after] = ['2026-02-01', '2026-10-15'].map((asOf) => {
        const request = { make, model: 'line1', year: NEWER, condition: 'used', asOf } as const;
        const answer = evaluator.estimate(request);
        if ('refused' in answer) throw new Error(answer.message);
        return answer.value;
      });
      return (after ?? 0) / (before ?? 1);
    };
    expect(fall('make-1') / fall('make-0')).toBeLessThan(0.95);
  });

  it('passes the checks of a snapshot', () => {
    expect(checkSnapshot(snapshot, undefined).filter(({ passed }) => !passed)).toEqual([]);
  });

  it('values no older model year above a newer one', () => {
    each((make, model) => {
      for (const condition of CONDITIONS)
        for (let year = 1991; year <= 2027; year += 1)
          expect(value(make, model, year - 1, condition)).toBeLessThanOrEqual(
            value(make, model, year, condition),
          );
    });
  });

  it('values no used unit above a certified one of the same miles, nor that above a new one', () => {
    each((make, model) => {
      for (let year = 1990; year <= 2027; year += 3)
        for (const mileage of [undefined, 0, 3_000, 20_000, 90_000]) {
          const as = (condition: Condition) => {
            const answer = evaluator.estimate({ make, model, year, condition, mileage });
            if ('refused' in answer) throw new Error(answer.message);
            return answer.value;
          };
          expect(as('used')).toBeLessThanOrEqual(as('certified'));
          expect(as('certified')).toBeLessThanOrEqual(as('new'));
        }
    });
  });

  it('explains and forecasts what it says', () => {
    each((make, model) => {
      for (const year of [2015, NEWER, 2026]) {
        const answer = ask(make, model, year);
        const sum = answer.explanation.reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBe(answer.currentMarketValue);
        let before = answer.currentMarketValue;
        for (const { estimatedValue, low, high } of answer.depreciationSchedule) {
          expect(estimatedValue).toBeLessThanOrEqual(before);
          expect(low).toBeLessThanOrEqual(estimatedValue);
          expect(high).toBeGreaterThanOrEqual(estimatedValue);
          before = estimatedValue;
        }
      }
    });
  });

  it('books under the name what is said of the name alone', () => {
    each((make, model) => {
      // Of a model that nobody lists miles tell what it is.
      const untold = model.startsWith('unseen') ? [] : [undefined];
      const amounts = [...untold, 5_000, 60_000].flatMap((mileage) =>
        CONDITIONS.flatMap((condition) =>
          [undefined, 'TX', 'NY'].flatMap((state) =>
            [2014, NEWER, 2026].map((year) => {
              const answer = evaluator.value({ make, model, year, condition, mileage, state });
              if ('refused' in answer) throw new Error(answer.message);
              return answer.explanation.find(({ factor }) => factor === 'name')?.amount ?? 0;
            }),
          ),
        ),
      );
      // Whole dollars.
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
    });
  });

  it('ages every model year as its curve does', () => {
    const { valuation } = snapshot;
    const trees = { ...valuation.trees, share: 0 };
    const byCurves = createEvaluator(
      { ...snapshot, valuation: { ...valuation, trees } },
      plainNames,
    );
    const asked = { make: 'make-1', model: 'line1', year: NEWER, condition: 'used' } as const;
    const [kept, ofCurve] = [evaluator, byCurves].map((own) => {
      const answer = own.value(asked);
      if ('refused' in answer) throw new Error(answer.message);
      return (answer.depreciationSchedule[9]?.estimatedValue ?? 0) / answer.currentMarketValue;
    });
    expect(kept).toBeCloseTo(ofCurve ?? 0, 3);
  });

  it('values no RV higher for more miles', () => {
    each((make, model) => {
      for (const year of [1995, 2012, NEWER, 2026])
        for (const condition of CONDITIONS) {
          let before = Infinity;
          // None at all say nothing, of what is towed neither.
          for (const mileage of [1, 900, 4_000, 11_000, 30_000, 90_000, 250_000]) {
            const answer = evaluator.estimate({ make, model, year, condition, mileage });
            if ('refused' in answer) throw new Error(answer.message);
            expect(answer.value).toBeLessThanOrEqual(before);
            before = answer.value;
          }
        }
    });
  });

  it('takes what trees say as the fit does', () => {
    const { table, design, composition, rows, trees, served } = fitted;
    const model = { ...snapshot.valuation, ...composition.model, trees: served };
    for (const row of rows.filter((_, at) => at % 50 === 0)) {
      const unit = units[design.source[row] ?? 0];
      const leaf = design.leaf[row] ?? 0;
      if (unit === undefined) throw new Error('no unit');
      const type = model.types.findIndex(({ id }) => id === unit.type);
      const place = {
        level: TREE_NAMES.indexOf('floorplans'),
        node: composition.position[leaf] ?? 0,
      };
      const said = treesSay(model, type, place, {
        condition: unit.condition === 'new' ? 'new' : 'used',
        age: design.age[row] ?? 0,
        modelYear: unit.year,
        feet: floorplanFeet(unit.floorplan),
        day: unit.day,
        mileage: unit.mileage ?? undefined,
        region: unit.region,
      });
      expect(said).toBeCloseTo(trees.says(factsOf(design, table, row), leaf), 4);
    }
  });

  it('estimates what is held out as it serves it, among the years of a name and far from them', () => {
    const { table, design, composition, rows, trees, served } = fitted;
    const valuation = { ...snapshot.valuation, ...composition.model, trees: served };
    const evaluator = createEvaluator({ ...snapshot, valuation }, plainNames);
    for (const row of rows.filter((_, at) => at % 40 === 0)) {
      const unit = units[design.source[row] ?? 0];
      const predicted = predictRow(design, table, composition, row, design.leaf[row] ?? 0);
      if (unit === undefined || predicted === undefined) throw new Error('no unit');
      const { node, curve } = predicted;
      for (const years of [0, 1, 8]) {
        const facts = {
          ...predicted.facts,
          modelYear: unit.year - years,
          age: predicted.facts.age + years,
        };
        const says = (own: typeof facts) => trees.says(own, node);
        const word = treesWord(facts, trees.yearsOf(node), curve, says, OF_CURVE);
        const answer = evaluator.estimate({
          make: unit.makeId,
          model: `${unit.lineId.split('/')[1]} ${unit.floorplan}`,
          year: facts.modelYear,
          condition: unit.condition as Condition,
          mileage: unit.mileage ?? undefined,
          state: STATE_OF[unit.region],
          asOf: new Date(unit.day * 86_400_000).toISOString(),
        });
        if ('refused' in answer) throw new Error(answer.message);
        expect(Math.log(answer.value)).toBeCloseTo(curve(facts) + takenOf(word, 0.5), 3);
      }
    }
  });
});

describe('what is held out', () => {
  it('has the years of its name without itself', () => {
    const table = tableOf(cutInPrice());
    const design = buildDesign(table);
    const fit = fitPrices(design);
    const rows = latestRows(design, table, table.units);
    const newest = rows.find((row) => factsOf(design, table, row).modelYear === 2027) ?? 0;
    const line = ancestorAt(design, design.leaf[newest] ?? 0, LEVEL.line);
    const include = Uint8Array.from({ length: design.rows }, (_, row) =>
      Number(
        ancestorAt(design, design.leaf[row] ?? 0, LEVEL.line) !== line ||
          factsOf(design, table, row).modelYear < 2024,
      ),
    );
    const lastOf = (own?: Uint8Array) =>
      growNameTrees(
        design,
        table,
        composeModel(design, fit, table, own),
        rows.filter((row) => own === undefined || own[row] === 1),
        own,
      ).yearsOf(line).last;
    expect(lastOf()).toBe(2027);
    expect(lastOf(include)).toBeLessThan(2024);
  });
});

describe('trees', () => {
  it('of a model that does not name a part of the curve are read as saying a whole price', () => {
    const { ofCurve, ...before } = noTrees();
    expect(valuationTrees.parse({ ...before, share: 0.5 })).toMatchObject({ ofCurve });
    const facts: RvFacts = {
      modelYear: 2020,
      age: 6,
      condition: 'used',
      mileage: undefined,
      feet: undefined,
      region: '',
      month: 680,
      day: LAST_DAY,
    };
    const beyond = (price: number, part: number) =>
      treesWord(
        facts,
        { first: 2018, last: 2022 },
        () => 10,
        () => price,
        part,
      ).beyond;
    expect(beyond(10.4, ofCurve)).toBeCloseTo(0.4);
    expect(beyond(7.4, 0.3)).toBeCloseTo(0.4);
  });

  it('are judged as often as they are served: the whole market says whether there are any', () => {
    expect(fitModel(tableOf(cutInPrice(1_200))).trees.share).toBeGreaterThan(0);
  }, 60_000);

  it('say nothing of no rows', () => {
    const table = tableOf(cutInPrice(100));
    const design = buildDesign(table);
    const composition = composeModel(design, fitPrices(design), table);
    const trees = growNameTrees(design, table, composition, new Int32Array(0));
    expect(trees.forest.trees).toEqual([]);
  });

  it('learn nothing of a row whose curve is not known', () => {
    const table = tableOf(cutInPrice(400));
    const design = buildDesign(table);
    const rows = latestRows(design, table, table.units);
    const isOfType = (row: number) => design.type[row] === design.type[rows[0] ?? 0];
    const include = Uint8Array.from({ length: design.rows }, (_, row) => Number(!isOfType(row)));
    const composition = composeModel(design, fitPrices(design), table, include);
    const [all, known] = [rows, rows.filter((row) => !isOfType(row))].map((own) =>
      growNameTrees(design, table, composition, own, include),
    );
    expect(known?.forest.trees.length).toBeGreaterThan(0);
    expect(all?.base).toBe(known?.base);
  });

  it('learn a fifth of the units without their region, however few of the units are drawn', () => {
    const table = tableOf(drawMarket({ units: 60_000, seed: 4 }));
    const design = buildDesign(table);
    for (const drawnOf of [1, 2, 3, 4, 5, 10]) {
      const rows = latestRows(design, table, table.units / drawnOf);
      const untold = rows.filter((row) => isRegionUntold(hashOfRow(design, table, row)));
      expect(Math.abs(untold.length / rows.length - 0.2)).toBeLessThan(0.02);
    }
  });
});

/** Estimates that are curves and trees alone. */
function uncorrected(snapshot: Snapshot): Snapshot {
  const { valuation } = snapshot;
  const correction = { logPrices: [], added: [] };
  const { new: ofNew, used } = valuation.calibration;
  const calibration = { new: { ...ofNew, correction }, used: { ...used, correction } };
  return { ...snapshot, valuation: { ...valuation, calibration } };
}

describe('a market that its curves say all of', () => {
  it('asks no trees', () => {
    const { valuation } = snapshotOf(drawMarket({ units: 1_800, seed: 6 }));
    expect(valuation.trees).toEqual(noTrees());
  });
});
