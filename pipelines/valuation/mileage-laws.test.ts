import { assert, constantFrom, integer, option, property } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CONDITIONS } from '#schemas/vocabulary.ts';
import type { Evaluator, ValuationRequest } from '#domain/valuation/evaluate.ts';
import { anyRequest, lawfulEvaluators, valueBy } from './testing/lawful-market.ts';

let plain: Evaluator;
let corrected: Evaluator;
beforeAll(() => {
  ({ plain, corrected } = lawfulEvaluators());
});

/** Lines whose miles are told: the drawn market's class C, and one that nobody lists. */
const CLASS_C = [
  { make: 'make-0', model: 'line0 2600BH' },
  { make: 'make-2', model: 'line1' },
  { make: 'make-3', model: 'line3 2100RB' },
  { make: 'nobody', model: 'class c' },
];

describe.each([
  ['a valuation', () => plain],
  ['a corrected valuation', () => corrected],
])('%s', (_name, by) => {
  const value = (asked: ValuationRequest) => valueBy(by(), asked);

  it('is never higher for more miles', () => {
    assert(
      property(anyRequest, integer({ min: 0, max: 100_000 }), (asked, more) => {
        // None at all say nothing: of a model that nobody lists miles tell whether it drives.
        const mileage = Math.max(1, asked.mileage ?? 20_000);
        const driven = value({ ...asked, mileage: mileage + more });
        expect(driven.currentMarketValue).toBeLessThanOrEqual(
          value({ ...asked, mileage }).currentMarketValue,
        );
      }),
    );
  });

  it('is never higher past the third year than new in it, however few the miles', () => {
    const older = integer({ min: 2010, max: 2023 });
    const delivered = integer({ min: 0, max: 1_000 });
    assert(
      property(
        anyRequest,
        constantFrom(...CLASS_C),
        older,
        delivered,
        (asked, name, year, miles) => {
          const of = { ...asked, ...name, mileage: miles };
          expect(value({ ...of, year }).currentMarketValue).toBeLessThanOrEqual(
            value({ ...of, year: 2024, condition: 'new' }).currentMarketValue,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is never higher used than certified, nor certified than new, of any miles or an unknown number', () => {
    const odometers = option(integer({ min: 0, max: 300_000 }), { nil: undefined });
    const models = constantFrom(...CLASS_C);
    assert(
      property(anyRequest, odometers, models, (asked, mileage, motorhome) => {
        for (const name of [{}, motorhome]) {
          const as = (condition: (typeof CONDITIONS)[number]) =>
            value({ ...asked, ...name, mileage, condition }).currentMarketValue;
          expect(as('used')).toBeLessThanOrEqual(as('certified'));
          expect(as('certified')).toBeLessThanOrEqual(as('new'));
        }
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
});
