import { describe, expect, it } from 'vitest';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import { checkSnapshot } from '../compute/checks.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

/** A market of one line and, unless said, one model year, seen on three days within two weeks. */
function tinyMarket(
  units: number,
  of: {
    price: (at: number) => number;
    year?: (at: number) => number;
    condition?: Condition;
    days?: number;
  },
): UnitMonth[] {
  const [drawn] = drawMarket({ units: 1, seed: 5 });
  if (drawn === undefined) throw new Error('no unit');
  return Array.from({ length: units }, (_, at) => ({
    ...drawn,
    unitId: `unit-${at}`,
    type: 'travel-trailer',
    makeId: 'make-0',
    lineId: 'make-0/line0',
    floorplan: '',
    mileage: null,
    year: of.year?.(at) ?? 2021,
    condition: of.condition ?? 'used',
    price: of.price(at),
    day: LAST_DAY - 7 * Math.floor(((of.days ?? 3) * at) / units),
  }));
}

const SIZES = [1, 2, 3, 6, 14, 60, 300];
const ramp = (at: number) => 20_000 + 100 * at;
const MARKETS = SIZES.flatMap((units): [name: string, rows: UnitMonth[]][] => [
  [`${units} used, prices a ramp`, tinyMarket(units, { price: ramp })],
  [
    `${units} used, prices a falling ramp`,
    tinyMarket(units, { price: (at) => ramp(units - 1 - at) }),
  ],
  [
    `${units} used, a slight ramp of years ago`,
    tinyMarket(units, { price: (at) => 30_000 + 10 * at, year: () => 2016 }),
  ],
  [`${units} used, a slight falling ramp`, tinyMarket(units, { price: (at) => 30_000 - 10 * at })],
  [`${units} used, a slight ramp`, tinyMarket(units, { price: (at) => 30_000 + 10 * at })],
  [
    `${units} used, steep prices`,
    tinyMarket(units, { price: (at) => Math.round(15_000 * 6 ** (at / units)) }),
  ],
  [`${units} used, one price`, tinyMarket(units, { price: () => 30_000 })],
  [
    `${units} new, one price`,
    tinyMarket(units, { price: () => 40_000, condition: 'new', year: () => 2026 }),
  ],
  [`${units} new, a ramp`, tinyMarket(units, { price: ramp, condition: 'new', year: () => 2027 })],
  [`${units} used, one day`, tinyMarket(units, { price: ramp, days: 1 })],
  [
    `${units} used, two years`,
    tinyMarket(units, { price: ramp, year: (at) => 2020 + Math.floor((2 * at) / units) }),
  ],
]);

describe('a market of few units', () => {
  it.each(MARKETS)('of %s passes its checks and stays near its prices', (_, rows) => {
    const snapshot = snapshotOf(rows);
    expect(checkSnapshot(snapshot, undefined).filter(({ passed }) => !passed)).toEqual([]);

    const prices = rows.map(({ price }) => price ?? 0);
    const evaluator = createEvaluator(snapshot, plainNames);
    const valueOf = (year: number, condition: Condition) => {
      const answer = evaluator.estimate({ make: 'make-0', model: 'line0', year, condition });
      if ('refused' in answer) throw new Error(answer.message);
      expect(answer.low).toBeLessThan(answer.value);
      expect(answer.high).toBeGreaterThan(answer.value);
      return answer.value;
    };
    const [first] = rows;
    const own = valueOf(first?.year ?? 0, first?.condition === 'new' ? 'new' : 'used');
    expect(own).toBeGreaterThan(0.8 * Math.min(...prices));
    expect(own).toBeLessThan(1.25 * Math.max(...prices));
    // Far from what was listed an RV still costs what RVs cost.
    for (const year of [1998, 2008, 2015, 2020, 2024, 2026])
      expect(valueOf(year, 'used')).toBeGreaterThan(Math.min(...prices) / 20);
    for (const year of [2015, 2024, 2026])
      expect(valueOf(year, 'new')).toBeLessThan(4 * Math.max(...prices));
  });

  it('says that its confidence was not measured, where a larger market says that it was', () => {
    const measured = (units: number): boolean => {
      const snapshot = snapshotOf(drawMarket({ units, seed: 5 }));
      const request = { make: 'make-0', model: 'line0', year: 2021, condition: 'used' } as const;
      const answer = createEvaluator(snapshot, plainNames).value(request);
      if ('refused' in answer) throw new Error(answer.message);
      return answer.confidenceMeasured;
    };
    expect([measured(10), measured(1_000)]).toEqual([false, true]);
  });

  it('of floorplans a hundredfold apart in price passes its checks', () => {
    const rows = tinyMarket(300, { price: (at) => (at % 2 === 0 ? 5_000 : 3_000_000) });
    const split = rows.map((row, at) => ({
      ...row,
      floorplan: at % 2 === 0 ? '2100RB' : '3100RL',
    }));
    const checks = checkSnapshot(snapshotOf(split), undefined);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  it('of one price is never sure of it, and less sure with fewer units', () => {
    const [few, some, many] = [6, 14, 300].map((units) => {
      const rows = tinyMarket(units, { price: () => 30_000 });
      const answer = createEvaluator(snapshotOf(rows), plainNames).estimate({
        make: 'make-0',
        model: 'line0',
        year: 2021,
        condition: 'used',
      });
      if ('refused' in answer) throw new Error(answer.message);
      return { confidence: answer.confidence, width: Math.log(answer.high / answer.low) };
    });
    if (few === undefined || some === undefined || many === undefined) throw new Error('no market');
    expect(many.confidence).toBeLessThanOrEqual(0.99);
    expect(few.confidence).toBeLessThan(0.9);
    expect(few.confidence).toBeLessThan(some.confidence);
    expect(some.confidence).toBeLessThan(many.confidence);
    expect(few.width).toBeGreaterThan(some.width);
    expect(some.width).toBeGreaterThan(many.width);
    expect(few.width).toBeGreaterThan(0.2);
  });
});
