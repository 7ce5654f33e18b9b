import { expect, it } from 'vitest';
import { analyseMarket } from '#domain/market/analyse.ts';
import { withDepth } from '#domain/market/segment-depth.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import type { Condition, RvTypeId } from '#schemas/vocabulary.ts';
import { LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

/** Prices of identical units differ by up to 4%, the same way in every market. */
const noise = (at: number): number => 0.04 * Math.sin(37 * at);
const YEAR = 2026;

interface Offered {
  make: string;
  type?: RvTypeId;
  age: number;
  condition?: Condition;
  log: number;
}

function unitsOf(offered: readonly Offered[]): UnitMonth[] {
  return offered.map(({ make, type = 'travel-trailer', age, condition = 'used', log }, at) => ({
    unitId: `unit-${at}`,
    type,
    makerId: '',
    makeId: make,
    lineId: `${make}/line${type.length}`,
    floorplan: '',
    year: YEAR - age,
    condition,
    mileage: null,
    region: 'South',
    price: Math.round(Math.exp(log + noise(at))),
    msrp: null,
    day: LAST_DAY,
    current: true,
    source: 'dealer',
    dealer: '',
    stands: 1,
  }));
}

const times = <T>(n: number, of: (at: number) => T): T[] =>
  Array.from({ length: n }, (_, at) => of(at));
const MAKES = times(12, (at) => `make-${at}`);

function keptAfterTenYears(
  units: readonly UnitMonth[],
  make: string,
  model: string,
  year: number,
): number {
  const answer = createEvaluator(snapshotOf(units), plainNames).value({
    make,
    model,
    year,
    condition: 'used',
  });
  if ('refused' in answer) throw new Error(answer.message);
  return (answer.depreciationSchedule[9]?.estimatedValue ?? 0) / answer.currentMarketValue;
}

it('expects of a make what is known of it from another type', () => {
  // One make of twelve keeps its value in both types; of its fifth wheels only young ones are seen.
  const lossOf = (make: string) => (make === 'make-3' ? 0.03 : 0.09);
  const units = unitsOf(
    MAKES.flatMap((make) => [
      ...times(40, (at) => ({ make, age: at % 14, log: 10.5 - lossOf(make) * (at % 14) })),
      ...times(make === 'make-3' ? 6 : 40, (at) => {
        const age = make === 'make-3' ? at % 2 : at % 14;
        return { make, type: 'fifth-wheel' as const, age, log: 11.2 - lossOf(make) * age };
      }),
    ]),
  );
  const kept = (make: string) => keptAfterTenYears(units, make, 'line11', YEAR);
  expect(kept('make-3')).toBeGreaterThan(kept('make-0') + 0.15);
});

it('tells makes that ask much for new units from those that ask little', () => {
  const units = unitsOf(
    MAKES.flatMap((make, rank) => [
      ...times(30, (at) => ({ make, age: at % 8, log: 10.5 - 0.08 * (at % 8) })),
      ...times(30, (at) => ({
        make,
        age: at % 2,
        condition: 'new' as const,
        log: 10.5 - 0.08 * (at % 2) + (rank < 6 ? 0.05 : 0.25),
      })),
    ]),
  );
  const snapshot = snapshotOf(units);
  const evaluator = createEvaluator(snapshot, plainNames);
  const premium = (make: string) => {
    const value = (condition: Condition) => {
      const answer = evaluator.estimate({ make, model: 'line14', year: YEAR, condition });
      return 'refused' in answer ? Number.NaN : answer.value;
    };
    return Math.log(value('new') / value('used'));
  };
  expect(premium('make-0')).toBeLessThan(0.09);
  expect(premium('make-11')).toBeGreaterThan(0.21);

  // The market analysis says the same of them.
  const asIs = (id: string): string => id;
  const { byMake } = withDepth(analyseMarket(snapshot, asIs), snapshot, asIs);
  const percent = (make: string) =>
    byMake
      .find(({ segment }) => segment === make)
      ?.depth?.drivers.find(({ factor }) => factor === 'new')?.percent;
  expect(percent('make-0')).toBeLessThan(9.5);
  expect(percent('make-11')).toBeGreaterThan(23);
});

it('carries on past the oldest units as these do, not as younger ones do', () => {
  // Losses end at ten years.
  const units = unitsOf(
    MAKES.flatMap((make) =>
      times(60, (at) => ({ make, age: at % 20, log: 10.5 - 0.1 * Math.min(10, at % 20) })),
    ),
  );
  expect(keptAfterTenYears(units, 'make-0', 'line14', YEAR - 19)).toBeGreaterThan(0.93);
});
