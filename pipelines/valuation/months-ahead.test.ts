import { beforeAll, describe, expect, it } from 'vitest';
import { createEvaluator, type ValueEstimate, type Evaluator } from '#domain/valuation/evaluate.ts';
import { marketEffect } from '#domain/valuation/market-level.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { fitModel } from './fit-model.ts';
import { drawMarket, LAST_DAY } from './testing/market.ts';
import { plainNames } from './testing/names.ts';
import { snapshotOf, tableOf } from './testing/snapshot.ts';
import type { UnitMonth } from './unit-table.ts';

const MONTH_DAYS = 30.4369;
const MONTHS = 36;

/** A market of three years whose level is as said by months before its end. */
function marketOf(levelAgo: (months: number) => number, seed: number): UnitMonth[] {
  const units = drawMarket({ units: 3_000, seed });
  return units.map((unit, at) => {
    const ago = (at * MONTHS) / units.length;
    const day = Math.round(LAST_DAY - ago * MONTH_DAYS);
    const older = Math.round((LAST_DAY - day) / 365.2425);
    const price = Math.round((unit.price ?? 0) * Math.exp(levelAgo(ago)));
    return { ...unit, day, year: unit.year - older, price };
  });
}

/** Change of the level by months ahead, without the season. */
function ahead(model: ValuationModel, months: readonly number[]): number[] {
  const { first, count, season } = model.months;
  const last = first + count - 1;
  const seasonOf = (month: number) => season[month % 12] ?? 0;
  return months.map(
    (own) => marketEffect(model, 0, last + own) - seasonOf(last + own) + seasonOf(last),
  );
}

describe('the months after the last', () => {
  it('go on falling where the market falls and its steps last, less each month', () => {
    const swings = (ago: number) => 0.12 * Math.cos((2 * Math.PI * (ago + 16)) / 22);
    const model = fitModel(tableOf(marketOf(swings, 11)));
    const [one = 0, two = 0, three = 0, year = 0, later = 0] = ahead(model, [1, 2, 3, 12, 24]);
    expect(one).toBeLessThan(-0.01);
    expect(two - one).toBeLessThan(0);
    expect(two - one).toBeGreaterThan(one);
    expect(three - two).toBeGreaterThan(two - one);
    expect(later).toBeCloseTo(year, 2);
  });

  it('go on rising where it rises', () => {
    const swings = (ago: number) => 0.12 * Math.cos((2 * Math.PI * (ago + 5)) / 22);
    const model = fitModel(tableOf(marketOf(swings, 11)));
    const [one = 0, two = 0] = ahead(model, [1, 2]);
    expect(one).toBeGreaterThan(0.01);
    expect(two).toBeGreaterThan(one);
  });

  it('stay where the market is where it only shakes', () => {
    const shaken = (ago: number) => 0.02 * (Math.floor(ago * 7) % 3) - 0.02;
    const model = fitModel(tableOf(marketOf(shaken, 12)));
    for (const level of ahead(model, [1, 2, 3, 12])) expect(Math.abs(level)).toBeLessThan(0.002);
  });
});

describe('a month', () => {
  it('is followed from its first day to its last where the market falls within it', () => {
    const swings = (ago: number) => 0.12 * Math.cos((2 * Math.PI * (ago + 16)) / 22);
    const evaluator = createEvaluator(snapshotOf(marketOf(swings, 11)), plainNames);
    const on = (asOf: string) => {
      const request = { make: 'make-1', model: 'line1', year: 2020, condition: 'used' } as const;
      return Math.log((evaluator.estimate({ ...request, asOf }) as ValueEstimate).value);
    };
    // By 3.4 percent a month, and by what it ages.
    expect(on('2026-10-01T00:00:00Z') - on('2026-10-31T00:00:00Z')).toBeGreaterThan(0.02);
  });
});

describe('the forecast', () => {
  it('goes on with the market as a valuation of a day to come does', () => {
    const swings = (ago: number) => 0.12 * Math.cos((2 * Math.PI * (ago + 16)) / 22);
    const evaluator = createEvaluator(snapshotOf(marketOf(swings, 11)), plainNames);
    const request = { make: 'make-1', model: 'line1', year: 2020, condition: 'used' } as const;
    const today = evaluator.value(request);
    if ('refused' in today) throw new Error(today.message);
    for (const { year, estimatedValue } of today.depreciationSchedule.slice(0, 9)) {
      const asOf = `${year}${today.asOf.slice(4)}`;
      const then = evaluator.estimate({ ...request, asOf }) as ValueEstimate;
      expect(Math.abs(estimatedValue / then.value - 1)).toBeLessThan(0.005);
    }
  });
});

describe('the range', () => {
  const request = { make: 'make-1', model: 'line1', year: 2020, condition: 'used' } as const;
  const dayOf = (months: number) =>
    new Date((LAST_DAY + months * MONTH_DAYS) * 86_400_000).toISOString();
  const widthsOf = (units: UnitMonth[], months: readonly number[]) => {
    const evaluator = createEvaluator(snapshotOf(units), plainNames);
    return months.map((own) => {
      const { low, high, value } = evaluator.estimate({
        ...request,
        asOf: dayOf(own),
      }) as ValueEstimate;
      return (high - low) / value;
    });
  };

  it('is as wide as later units lie from what earlier ones said of them', () => {
    const units = marketOf(() => 0, 13);
    const [now = 0, soon = 0] = widthsOf(units, [0, 2]);
    expect(soon / now).toBeLessThan(1.2);
    // Who offers units from now on asks a fifth more or less than others did.
    const strangers = units.map((unit, at) => {
      const price = (unit.price ?? 0) * (at % 2 === 0 ? 1.3 : 0.75);
      return LAST_DAY - unit.day < 4 * MONTH_DAYS ? { ...unit, price: Math.round(price) } : unit;
    });
    const [known = 0, unknown = 0] = widthsOf(strangers, [0, 2]);
    expect(unknown / known).toBeGreaterThan(1.5);
  });

  it('is wider the further ahead', () => {
    const widths = widthsOf(
      marketOf((ago) => 0.01 * (Math.floor(ago) % 4), 14),
      [0, 1, 2, 6, 24],
    );
    widths.slice(1).forEach((width, at) => expect(width).toBeGreaterThan(widths[at] ?? 0));
  });

  it('is wider the longer before the first month known', () => {
    const year = (years: number) => -12 * years;
    const sameAge = (months: number, evaluator: Evaluator) => {
      const modelYear = request.year + Math.floor(months / 12);
      const asked = { ...request, year: modelYear, asOf: dayOf(months) };
      const { low, high, value } = evaluator.estimate(asked) as ValueEstimate;
      return (high - low) / value;
    };
    const evaluator = createEvaluator(snapshotOf(marketOf(() => 0, 15)), plainNames);
    const [inData, ...before] = [0, year(4), year(8), year(12)].map((own) =>
      sameAge(own, evaluator),
    );
    let less = inData ?? 0;
    for (const width of before) {
      expect(width).toBeGreaterThan(less);
      less = width;
    }
  });

  describe('of years to come', () => {
    let evaluator: Evaluator;
    beforeAll(() => {
      evaluator = createEvaluator(snapshotOf(drawMarket({ units: 1_500, seed: 15 })), plainNames);
    });
    const scheduleOf = (asked: { make: string; model: string; asOf?: string }) => {
      const answer = evaluator.value({ ...request, ...asked });
      if ('refused' in answer) throw new Error(answer.message);
      return answer.depreciationSchedule;
    };
    const widthOf = ({ low, high }: { low: number; high: number }) => Math.log(high / low);
    it('is about as wide as of a day then', () => {
      for (const forecast of scheduleOf(request).slice(0, 9)) {
        const asOf = `${forecast.year}-11-01`;
        const then = evaluator.estimate({ ...request, asOf }) as ValueEstimate;
        expect(widthOf(then) / widthOf(forecast)).toBeGreaterThan(0.88);
        expect(widthOf(then) / widthOf(forecast)).toBeLessThan(1.12);
      }
    });

    it('is about as wide where the forecast begins later', () => {
      const ofYear = (asOf: string) =>
        scheduleOf({ ...request, asOf })
          .filter(({ year }) => year === 2032)
          .map(widthOf);
      const [today = 0] = ofYear('2026-11-01');
      const [later = 0] = ofYear('2029-11-01');
      expect(later / today).toBeCloseTo(1, 1);
    });

    it('grows with what is not known of how a name loses: more where nobody lists it', () => {
      const grown = (make: string, model: string) => {
        const [first = 0, ...rest] = scheduleOf({ make, model }).map(widthOf);
        return (rest.at(-1) ?? 0) ** 2 - first ** 2;
      };
      const listed = grown('make-1', 'line1');
      const unlisted = grown('make-1', 'unseen');
      expect(unlisted).toBeGreaterThan(1.2 * listed);
      expect(grown('nobody', 'travel trailer')).toBeGreaterThan(1.1 * unlisted);
    });
  });
});
