import { assert, constantFrom, integer, option, property, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import { valuation as valuationSchema, type Valuation } from '#schemas/api/analysis.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import {
  createEvaluator,
  type Evaluator,
  type ValuationRequest,
} from '#domain/valuation/evaluate.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

const units = drawMarket({ units: 2_000, seed: 5 });
let evaluator: Evaluator;
let corrected: Evaluator;
beforeAll(() => {
  const snapshot = snapshotOf(units);
  evaluator = createEvaluator(snapshot, plainNames);
  corrected = createEvaluator(withCorrections(snapshot), plainNames);
});

/** The same where estimates are corrected much, new and used in opposite ways. */
function withCorrections(snapshot: Snapshot): Snapshot {
  const { valuation } = snapshot;
  const correction = (sign: 1 | -1) => ({
    logPrices: [5_000, 20_000, 50_000, 100_000].map(Math.log),
    added: [0.5, -0.2, 0.3, -0.3].map((added) => sign * added),
  });
  const { new: ofNew, used } = valuation.calibration;
  return {
    ...snapshot,
    valuation: {
      ...valuation,
      calibration: {
        new: { ...ofNew, correction: correction(-1) },
        used: { ...used, correction: correction(1) },
      },
    },
  };
}

const valueBy = (by: Evaluator, request: ValuationRequest): Valuation => {
  const answer = by.value(request);
  if ('refused' in answer) throw new Error(answer.message);
  return answer;
};
const value = (request: ValuationRequest) => valueBy(evaluator, request);

const makes = constantFrom('make-0', 'make-1', 'make-2', 'make-3', 'make-4', 'make-5');
const models = constantFrom('line0', 'line1 2600BH', 'line2 2100RB', 'line3 9999', 'unseen 2600BH');
/** Lines whose miles are told: the drawn market's class C, and one that nobody lists. */
const CLASS_C = [
  { make: 'make-0', model: 'line0 2600BH' },
  { make: 'make-2', model: 'line1' },
  { make: 'make-3', model: 'line3 2100RB' },
  { make: 'nobody', model: 'class c' },
];
const request = record({
  make: makes,
  model: models,
  year: integer({ min: 1990, max: 2027 }),
  condition: constantFrom(...CONDITIONS),
  mileage: option(integer({ min: 0, max: 300_000 }), { nil: undefined }),
  state: constantFrom(undefined, 'TX', 'CA'),
});

describe.each([
  ['a valuation', () => evaluator],
  ['a corrected valuation', () => corrected],
])('%s', (_name, by) => {
  const value = (asked: ValuationRequest) => valueBy(by(), asked);

  it('keeps its contract', () => {
    assert(property(request, (asked) => valuationSchema.safeParse(value(asked)).success));
  });

  it('lies within its range, and its range is at least as wide in every later year', () => {
    assert(
      property(request, (asked) => {
        const { currentMarketValue, range, depreciationSchedule } = value(asked);
        expect(range.low).toBeLessThanOrEqual(currentMarketValue);
        expect(range.high).toBeGreaterThanOrEqual(currentMarketValue);
        let before = range.high / range.low;
        for (const { low, high, estimatedValue } of depreciationSchedule) {
          expect(low).toBeLessThanOrEqual(estimatedValue);
          expect(high).toBeGreaterThanOrEqual(estimatedValue);
          // Ends are whole dollars: on a few hundred of them rounding shows.
          expect(high / low).toBeGreaterThanOrEqual(before * (1 - 2 / low));
          before = high / low;
        }
      }),
    );
  });

  it('never rises over the forecast, and its losses add up', () => {
    assert(
      property(request, (asked) => {
        const { currentMarketValue, depreciationSchedule } = value(asked);
        let before = currentMarketValue;
        for (const { estimatedValue, depreciationAmount } of depreciationSchedule) {
          expect(estimatedValue).toBeLessThanOrEqual(before);
          expect(depreciationAmount).toBe(before - estimatedValue);
          before = estimatedValue;
        }
      }),
    );
  });

  // At the same miles an older one is driven less than is usual, and may be worth more for it.
  it('is never higher for an older model year of unknown mileage', () => {
    assert(
      property(request, (asked) => {
        const older = value({ ...asked, year: Math.max(1990, asked.year - 1), mileage: undefined });
        const newer = value({ ...asked, mileage: undefined });
        expect(older.currentMarketValue).toBeLessThanOrEqual(newer.currentMarketValue);
      }),
    );
  });

  it('is never higher for more miles', () => {
    assert(
      property(request, integer({ min: 0, max: 100_000 }), (asked, more) => {
        const mileage = asked.mileage ?? 20_000;
        const driven = value({ ...asked, mileage: mileage + more });
        expect(driven.currentMarketValue).toBeLessThanOrEqual(
          value({ ...asked, mileage }).currentMarketValue,
        );
      }),
    );
  });

  it('is never higher used than certified, at any mileage', () => {
    assert(
      property(request, (asked) => {
        const as = (condition: (typeof CONDITIONS)[number]) =>
          value({ ...asked, condition }).currentMarketValue;
        expect(as('used')).toBeLessThanOrEqual(as('certified'));
      }),
    );
  });

  it('is never higher used than new, of any miles or an unknown number', () => {
    const odometers = option(integer({ min: 0, max: 300_000 }), { nil: undefined });
    const models = constantFrom(...CLASS_C);
    assert(
      property(request, odometers, models, (asked, mileage, motorhome) => {
        const as = (condition: (typeof CONDITIONS)[number]) =>
          value({ ...asked, ...motorhome, mileage, condition }).currentMarketValue;
        expect(as('used')).toBeLessThanOrEqual(as('new'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is hardly higher for a new unit as it is delivered than for one of unknown miles', () => {
    const delivered = integer({ min: 0, max: 1_000 });
    assert(
      property(integer({ min: 2024, max: 2027 }), delivered, (year, mileage) => {
        const fresh = { make: 'make-0', model: 'line0 2600BH', year, condition: 'new' } as const;
        const untold = value(fresh).currentMarketValue;
        const told = value({ ...fresh, mileage }).currentMarketValue;
        expect(told / untold).toBeGreaterThanOrEqual(1);
        expect(told / untold).toBeLessThan(1.05);
      }),
    );
  });

  it('is explained by amounts that sum to it', () => {
    assert(
      property(request, (asked) => {
        const { explanation, currentMarketValue } = value(asked);
        const sum = explanation.reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBe(currentMarketValue);
      }),
    );
  });

  it('is explained by its model year, and by nothing that changed nothing', () => {
    const { explanation } = value({
      make: 'make-0',
      model: 'line0 2600BH',
      year: 2015,
      condition: 'used',
      mileage: undefined,
    });
    expect(explanation.find(({ factor }) => factor === 'age')?.label).toBe('Model year 2015');
    expect(explanation.map(({ factor }) => factor)).not.toContain('region');
    expect(explanation.filter(({ amount }) => amount === 0)).toEqual([]);
  });

  it('is the same in full and in short', () => {
    assert(
      property(request, (asked) => {
        const full = value(asked);
        expect(by().estimate(asked)).toEqual({
          value: full.currentMarketValue,
          low: full.range.low,
          high: full.range.high,
          confidence: full.confidence,
          dataPoints: full.dataPoints,
          basis: full.basis,
        });
      }),
    );
  });
});

describe('a valuation', () => {
  it('names the month that the market’s part of it counts from', () => {
    const asked = { make: 'make-0', model: 'line0', year: 2021, condition: 'used' } as const;
    const monthsOf = (days: number, level: (day: number) => number) =>
      createEvaluator(
        snapshotOf(
          drawMarket({ units: 600, seed: 6 }).map((unit, at) => {
            const day = LAST_DAY - Math.floor((at * days) / 600);
            return { ...unit, day, price: Math.round((unit.price ?? 0) * level(day)) };
          }),
        ),
        plainNames,
      );
    const labelOf = (by: Evaluator, asOf?: string) =>
      valueBy(by, { ...asked, asOf }).explanation.find(({ factor }) => factor === 'market')?.label;
    const rising = (day: number) => 1.2 ** ((day - LAST_DAY) / 365);
    const [young, old] = [monthsOf(120, rising), monthsOf(730, rising)];
    expect(labelOf(young)).toBe('Market since July 2026');
    expect(labelOf(old)).toBe('Market since November 2025');
    expect(labelOf(old, '2026-06-15')).toBe('Market since June 2025');
    expect(labelOf(old, '2024-06-15')).toBeUndefined();
  });

  it('says what it rests on, and is less sure the less that is', () => {
    const of = (make: string, model: string) =>
      value({ make, model, year: 2021, condition: 'used', mileage: undefined });
    const model = of('make-0', 'line0 2600BH');
    const make = of('make-0', 'unseen');
    const type = of('nobody', 'travel trailer');
    expect([model.basis, make.basis, type.basis]).toEqual(['model', 'make', 'type']);
    const width = ({ range }: Valuation) => range.high / range.low;
    expect(width(make)).toBeGreaterThan(width(model));
    expect(width(type)).toBeGreaterThan(width(model));
    expect(make.confidence).toBeLessThan(model.confidence);
    expect(type.confidence).toBeLessThan(model.confidence);
    expect(model.dataPoints).toBe(model.support.model);
  });

  it('is no surer for a floorplan that nobody lists and whose code tells no length', () => {
    const of = (model: string) => {
      const { currentMarketValue, range, confidence } = value({
        make: 'make-1',
        model,
        year: 2021,
        condition: 'used',
      });
      return { currentMarketValue, range, confidence };
    };
    for (const line of ['line0', 'line1', 'line2']) expect(of(`${line} 9999ZZ`)).toEqual(of(line));
  });

  it('offers the names it knows where it does not know the model', () => {
    const answer = value({
      make: 'make-0',
      model: 'unseen',
      year: 2021,
      condition: 'used',
      mileage: undefined,
    });
    expect(answer.suggestions).not.toEqual([]);
    expect(answer.comparables).toEqual([]);
  });
});

describe('prices of its like', () => {
  const priced = (asked: ValuationRequest) => {
    const answer = evaluator.valueWithPrices(asked);
    if ('refused' in answer) throw new Error(answer.message);
    return answer;
  };

  it('come with the same value, and end their tenths where its range does', () => {
    assert(
      property(request, (asked) => {
        const { valuation, prices } = priced(asked);
        expect(valuation).toEqual(value(asked));
        const { low, high } = valuation.range;
        expect(prices.shareBelow(low - 1)).toBeLessThanOrEqual(0.1);
        expect(prices.shareBelow(high + 1)).toBeGreaterThanOrEqual(0.9);
      }),
    );
  });

  it('lie below a share as that share lies below them, and never fall with it', () => {
    const shares = integer({ min: 1, max: 999 });
    assert(
      property(request, shares, shares, (asked, some, other) => {
        const { prices } = priced(asked);
        expect(prices.shareBelow(prices.priceAt(some / 1000))).toBeCloseTo(some / 1000, 3);
        const [fewer, more] = [Math.min(some, other), Math.max(some, other)];
        expect(prices.priceAt(fewer / 1000)).toBeLessThanOrEqual(prices.priceAt(more / 1000));
      }),
    );
  });

  it('are refused as the value is', () => {
    const asked = { make: 'Nobody', model: 'x', year: 2021, condition: 'used' } as const;
    expect(evaluator.valueWithPrices({ ...asked, mileage: undefined })).toMatchObject({
      refused: 'unknown_make',
    });
  });
});

describe('comparables', () => {
  it('are the nearest real listings of the line, each with what it was adjusted by', () => {
    const unit = units.find(({ condition, mileage }) => condition === 'used' && mileage === null);
    if (unit === undefined) throw new Error('the market has used towables');
    const { makeId, floorplan, year } = unit;
    const model = `${unit.lineId.split('/')[1]} ${floorplan}`;
    const answer = value({ make: makeId, model, year, condition: 'used', mileage: undefined });
    expect(answer.comparables).toHaveLength(8);
    expect(answer.comparables[0]).toMatchObject({ year, condition: 'used', floorplan });
    for (const { price, adjustment, adjustedPrice, listingId, url } of answer.comparables) {
      expect(adjustedPrice).toBe(price + adjustment);
      expect(listingId).toMatch(/^[0-9a-f]{32}$/);
      expect(url).toBe(`https://dealer.example/${Number.parseInt(listingId, 16)}`);
    }
  });

  it('are as many as there are alike, also where the nearest of all are not', () => {
    const counts = Array.from({ length: 8 }, (_, at) => {
      const asked = { make: 'make-2', model: 'line1', year: 2019 + at, condition: 'used' } as const;
      return value({ ...asked, mileage: undefined, state: undefined }).comparables.length;
    });
    expect(counts).toEqual(counts.map(() => 8));
  });

  it('are no nearer to a floorplan nobody lists where they name none', () => {
    const halfNamed = units
      .filter(({ makeId }) => makeId === 'make-2')
      .map((unit) => (unit.year % 2 ? { ...unit, floorplan: '' } : unit));
    const answer = createEvaluator(snapshotOf(halfNamed), plainNames).value({
      make: 'make-2',
      model: 'line1 9999',
      year: 2020,
      condition: 'used',
      mileage: undefined,
    });
    expect(answer).toMatchObject({ resolved: { floorplan: '9999' } });
    expect('comparables' in answer && answer.comparables[0]).toMatchObject({ year: 2020 });
  });

  it('are near enough: none whose price is made half as much again, or two thirds', () => {
    let compared = 0;
    assert(
      property(request, (asked) => {
        for (const { price, adjustedPrice } of value(asked).comparables) {
          compared += 1;
          expect(Math.abs(Math.log(adjustedPrice / price))).toBeLessThan(Math.log(1.5) + 0.001);
        }
      }),
    );
    expect(compared).toBeGreaterThan(50);
  });

  it('are worth about the value once adjusted', () => {
    const asked = {
      make: 'make-2',
      model: 'line0 2100RB',
      year: 2019,
      condition: 'used',
      mileage: undefined,
    } as const;
    const { comparables, currentMarketValue } = value(asked);
    const prices = comparables.map(({ adjustedPrice }) => adjustedPrice).toSorted((a, b) => a - b);
    const median = prices[prices.length >> 1] ?? 0;
    expect(Math.abs(median / currentMarketValue - 1)).toBeLessThan(0.2);
  });
});

describe('a refusal', () => {
  const asked = {
    make: 'make-0',
    model: 'line0',
    year: 2021,
    condition: 'used',
    mileage: undefined,
  } as const;

  it('names the unknown make and offers known ones', () => {
    expect(evaluator.value({ ...asked, make: 'Nobody' })).toMatchObject({
      refused: 'unknown_make',
      message: expect.stringContaining('"Nobody"') as string,
      suggestions: ['make-0', 'make-1'],
    });
  });

  it('names the range of years and of miles', () => {
    expect(evaluator.value({ ...asked, year: 1989 })).toMatchObject({
      refused: 'year_out_of_range',
      message: 'Year 1989 is not between 1990 and 2027.',
    });
    expect(evaluator.value({ ...asked, year: 2022, asOf: '2020-06-01' })).toMatchObject({
      message: 'Year 2022 is not between 1990 and 2021.',
    });
    expect(evaluator.value({ ...asked, mileage: 1_000_000 })).toMatchObject({
      refused: 'mileage_out_of_range',
      message: 'Mileage 1000000 is not between 0 and 999999 miles.',
    });
  });

  it('values at no day after the forecast ends', () => {
    expect(evaluator.value({ ...asked, asOf: '2036-01-01' })).not.toHaveProperty('refused');
    expect(evaluator.value({ ...asked, asOf: '2037-01-01' })).toMatchObject({
      refused: 'bad_as_of',
      message: expect.stringMatching(
        /^2037-01-01 is more than 10 years after the market data, which ends on 2026-\d\d-\d\d\.$/,
      ) as string,
    });
  });

  it('says that there is no market yet', () => {
    const empty = createEvaluator(snapshotOf([]), plainNames);
    expect(empty.value(asked)).toMatchObject({ refused: 'no_market_data' });
  });
});
