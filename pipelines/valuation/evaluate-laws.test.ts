import { assert, integer, property } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { valuation as valuationSchema, type Valuation } from '#schemas/api/analysis.ts';
import {
  createEvaluator,
  type Evaluator,
  type ValuationRequest,
} from '#domain/valuation/evaluate.ts';
import { anyRequest, lawfulEvaluators, lawfulUnits, valueBy } from './testing/lawful-market.ts';
import { marketOverTime } from '../market/testing/over-time.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf } from './testing/snapshot.ts';

let plain: Evaluator;
let corrected: Evaluator;
beforeAll(() => {
  ({ plain, corrected } = lawfulEvaluators());
});

const value = (request: ValuationRequest) => valueBy(plain, request);

describe.each([
  ['a valuation', () => plain],
  ['a corrected valuation', () => corrected],
])('%s', (_name, by) => {
  const value = (asked: ValuationRequest) => valueBy(by(), asked);

  it('keeps its contract', () => {
    assert(property(anyRequest, (asked) => valuationSchema.safeParse(value(asked)).success));
  });

  it('lies within its range, and its range is at least as wide in every later year', () => {
    assert(
      property(anyRequest, (asked) => {
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
      property(anyRequest, (asked) => {
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
      property(anyRequest, (asked) => {
        const older = value({ ...asked, year: Math.max(1990, asked.year - 1), mileage: undefined });
        const newer = value({ ...asked, mileage: undefined });
        expect(older.currentMarketValue).toBeLessThanOrEqual(newer.currentMarketValue);
      }),
    );
  });

  it('is explained by amounts that sum to it', () => {
    assert(
      property(anyRequest, (asked) => {
        const { explanation, currentMarketValue } = value(asked);
        const sum = explanation.reduce((total, { amount }) => total + amount, 0);
        expect(sum).toBe(currentMarketValue);
      }),
    );
  });

  it('is explained by its model year, and by nothing that changed nothing', () => {
    const explained = (year: number) => {
      const asked = { make: 'make-0', model: 'line0 2600BH', condition: 'used' } as const;
      return value({ ...asked, year, mileage: undefined }).explanation;
    };
    const explanation = explained(2015);
    expect(explanation.map(({ factor }) => factor)).not.toContain('region');
    expect(explanation.filter(({ amount }) => amount === 0)).toEqual([]);
    const ageIn = (factor: string, year: number) => {
      const label = explained(year).find((one) => one.factor === factor)?.label ?? '';
      return Number(/, (\d+\.\d) years old$/.exec(label)?.[1]);
    };
    expect(explanation.find(({ factor }) => factor === 'age')?.label).toMatch(/^Model year 2015, /);
    expect(ageIn('age', 2015) - ageIn('age', 2020)).toBeCloseTo(5);
    expect(ageIn('typical', 2015)).toBe(ageIn('typical', 2020));
  });

  it('is the same in full and in short', () => {
    assert(
      property(anyRequest, (asked) => {
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

  it('tells of the market what the index tells, and sums to the value all the same', () => {
    const snapshot = snapshotOf(marketOverTime({ units: 900, seed: 4 }));
    const { index } = snapshot.market;
    const asked = { make: 'make-0', model: 'line0', year: 2021, condition: 'used' } as const;
    const toldBy = (change: number) => {
      const series = index.series.map((one) => ({
        ...one,
        level: one.level.map((_, month) => (change * (month - index.months + 1)) / 12),
        yearChange: { value: change, se: 0.01 },
      }));
      const market = { ...snapshot.market, index: { ...index, series } };
      const by = createEvaluator({ ...snapshot, market }, plainNames);
      const { explanation, currentMarketValue } = valueBy(by, { ...asked, mileage: undefined });
      const amount = explanation.find(({ factor }) => factor === 'market')?.amount ?? 0;
      expect(explanation.reduce((sum, part) => sum + part.amount, 0)).toBe(currentMarketValue);
      return Math.log(currentMarketValue / (currentMarketValue - amount));
    };
    for (const change of [0.1, -0.1]) expect(toldBy(change)).toBeCloseTo(change, 2);
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
    const answer = plain.valueWithPrices(asked);
    if ('refused' in answer) throw new Error(answer.message);
    return answer;
  };

  it('come with the same value, and end their tenths where its range does', () => {
    assert(
      property(anyRequest, (asked) => {
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
      property(anyRequest, shares, shares, (asked, some, other) => {
        const { prices } = priced(asked);
        expect(prices.shareBelow(prices.priceAt(some / 1000))).toBeCloseTo(some / 1000, 3);
        const [fewer, more] = [Math.min(some, other), Math.max(some, other)];
        expect(prices.priceAt(fewer / 1000)).toBeLessThanOrEqual(prices.priceAt(more / 1000));
      }),
    );
  });

  it('are refused as the value is', () => {
    const asked = { make: 'Nobody', model: 'x', year: 2021, condition: 'used' } as const;
    expect(plain.valueWithPrices({ ...asked, mileage: undefined })).toMatchObject({
      refused: 'unknown_make',
    });
  });
});

describe('comparables', () => {
  it('are the nearest real listings of the line, each with what it was adjusted by', () => {
    const unit = lawfulUnits.find(
      ({ condition, mileage }) => condition === 'used' && mileage === null,
    );
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

  it('were seen near the day of the value, rather than be of just its model year', () => {
    const seen = lawfulUnits
      .filter(({ lineId, condition }) => lineId === 'make-2/line1' && condition === 'used')
      .map((unit, at) =>
        at % 2 === 0
          ? { ...unit, year: 2020 }
          : { ...unit, year: 2021, day: unit.day - 3 * 365, mileage: null },
      );
    const asked = { make: 'make-2', model: 'line1', year: 2021, condition: 'used' } as const;
    const evaluator = createEvaluator(snapshotOf(seen), plainNames);
    const { comparables } = valueBy(evaluator, { ...asked, mileage: undefined });
    expect(comparables).toHaveLength(8);
    expect(comparables[0]).toMatchObject({ year: 2020 });
  });

  it('are as many as there are alike, also where the nearest of all are not', () => {
    const counts = Array.from({ length: 8 }, (_, at) => {
      const asked = { make: 'make-2', model: 'line1', year: 2019 + at, condition: 'used' } as const;
      return value({ ...asked, mileage: undefined, state: undefined }).comparables.length;
    });
    expect(counts).toEqual(counts.map(() => 8));
  });

  it('are no nearer to a floorplan nobody lists where they name none', () => {
    const halfNamed = lawfulUnits
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
      property(anyRequest, (asked) => {
        for (const { price, adjustedPrice } of value(asked).comparables) {
          compared += 1;
          expect(Math.abs(Math.log(adjustedPrice / price))).toBeLessThan(Math.log(1.5) + 0.001);
        }
      }),
    );
    expect(compared).toBeGreaterThan(50);
  });

  it.each([8, 2.5])('have no price far from all others, as a deposit has: a %d-th', (part) => {
    const own = lawfulUnits.filter(({ makeId }) => makeId === 'make-2');
    const deposits = own.map((unit, at) =>
      at % 5 === 0 && unit.price !== null
        ? { ...unit, price: Math.round(unit.price / part) }
        : unit,
    );
    const evaluator = createEvaluator(snapshotOf(deposits), plainNames);
    for (const year of [2019, 2021, 2023]) {
      const asked = { make: 'make-2', model: 'line1', year, condition: 'used' } as const;
      const answer = valueBy(evaluator, { ...asked, mileage: undefined });
      expect(answer.comparables).toHaveLength(8);
      for (const { adjustedPrice } of answer.comparables)
        expect(adjustedPrice).toBeGreaterThan(answer.currentMarketValue / 2);
    }
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
    expect(plain.value({ ...asked, make: 'Nobody' })).toMatchObject({
      refused: 'unknown_make',
      message: expect.stringContaining('"Nobody"') as string,
      suggestions: ['make-0', 'make-1'],
    });
  });

  it('names the range of years and of miles', () => {
    expect(plain.value({ ...asked, year: 1989 })).toMatchObject({
      refused: 'year_out_of_range',
      message: 'Year 1989 is not between 1990 and 2027.',
    });
    expect(plain.value({ ...asked, year: 2022, asOf: '2020-06-01' })).toMatchObject({
      message: 'Year 2022 is not between 1990 and 2021.',
    });
    expect(plain.value({ ...asked, mileage: 1_000_000 })).toMatchObject({
      refused: 'mileage_out_of_range',
      message: 'Mileage 1000000 is not between 0 and 999999 miles.',
    });
  });

  it('values at no day after the forecast ends', () => {
    expect(plain.value({ ...asked, asOf: '2036-01-01' })).not.toHaveProperty('refused');
    expect(plain.value({ ...asked, asOf: '2037-01-01' })).toMatchObject({
      refused: 'bad_as_of',
      message: expect.stringMatching(
        /^2037-01-01 is more than 10 years after the market data, which ends on 2026-\d\d-\d\d\.$/,
      ) as string,
    });
  });

  it('values at no day before any model year it knows', () => {
    const oldest = { ...asked, year: 1990, asOf: '1989-06-01' };
    expect(plain.value(oldest)).not.toHaveProperty('refused');
    expect(plain.value({ ...oldest, asOf: '1988-12-31' })).toMatchObject({
      refused: 'bad_as_of',
      message: '1988-12-31 is before 1989, when the oldest model years valued came to market.',
    });
  });

  it('says that there is no market yet', () => {
    const empty = createEvaluator(snapshotOf([]), plainNames);
    expect(empty.value(asked)).toMatchObject({ refused: 'no_market_data' });
  });
});
