import { describe, expect, it } from 'vitest';
import type { Comparable } from '../valuation/comparables.ts';
import type { Evaluator, ValueWithPrices } from '../valuation/evaluate.ts';
import { rateDeal, type RatedListing } from './deal-rating.ts';

const VALUE = 30_000;
/** Log prices even between 40% below and 40% above, so that shares are easy to tell. */
const HALF = 0.4;

const LISTING: RatedListing = {
  listingId: 'own',
  make: 'Jayco',
  model: 'Eagle 317',
  year: 2019,
  condition: 'used',
  mileage: null,
  state: 'TX',
  price: VALUE,
};

type Asked = Parameters<Evaluator['valueWithPrices']>[0];

/** Values whatever it is asked for at `VALUE`, from the listings named. */
function market(ids: readonly string[], asked: Asked[] = []): Pick<Evaluator, 'valueWithPrices'> {
  const comparables = ids.map((listingId) => ({ listingId }) as Comparable);
  return {
    valueWithPrices: (request) => {
      asked.push(request);
      return {
        valuation: {
          currentMarketValue: VALUE,
          range: { low: 22_000, high: 41_000 },
          comparables: comparables.filter(({ listingId }) => listingId !== request.listingId),
        },
        prices: {
          shareBelow: (price) => (Math.log(price / VALUE) + HALF) / (2 * HALF),
          priceAt: (share) => VALUE * Math.exp(2 * HALF * share - HALF),
        },
      } as ValueWithPrices;
    },
  };
}
const THREE = market(['a', 'b', 'c']);
const rated = (change: Partial<RatedListing>, evaluator = THREE) =>
  rateDeal(evaluator, { ...LISTING, ...change });

describe('a deal rating', () => {
  it.each([
    [21_999, 'great'],
    [22_000, 'good'],
    [27_600, 'good'],
    [27_700, 'fair'],
    [35_200, 'fair'],
    [35_300, 'high'],
    [41_000, 'high'],
    [41_001, 'very-high'],
  ])('of $%i is "%s"', (price, rating) => {
    expect(rated({ price })).toMatchObject({ rating, value: VALUE, low: 22_000, high: 41_000 });
  });

  it('says which share of RVs like it ask less', () => {
    expect(rated({})).toMatchObject({ position: 0.5 });
  });

  it.each([
    [{ price: null }, 'no-price'],
    [{ price: 0 }, 'no-price'],
    [{ condition: 'unknown' as const }, 'unknown-condition'],
    [{ price: 300 }, 'unbelievable'],
    [{ price: 3_000_000 }, 'unbelievable'],
  ])('is refused for %j: %s', (change, refused) => {
    expect(rated(change)).toEqual({ refused });
  });

  it('is refused where too few others can be compared with, its own listing not counted', () => {
    expect(rated({}, market(['a', 'b']))).toEqual({ refused: 'thin' });
    expect(rated({}, market(['a', 'own', 'b']))).toEqual({ refused: 'thin' });
    expect(rated({}, market(['a', 'own', 'b', 'c']))).toMatchObject({ rating: 'fair' });
  });

  it('is refused where the RV cannot be valued', () => {
    const refusal = { refused: 'unknown_make' as const, message: '', suggestions: [] };
    expect(rated({}, { valueWithPrices: () => refusal })).toEqual({ refused: 'thin' });
  });

  it('values the RV by all that its listing says', () => {
    const asked: Asked[] = [];
    rated({ mileage: 12_000 }, market([], asked));
    rated({ state: '' }, market([], asked));
    const rv = {
      make: 'Jayco',
      model: 'Eagle 317',
      year: 2019,
      condition: 'used',
      listingId: 'own',
    };
    expect(asked).toEqual([
      { ...rv, mileage: 12_000, state: 'TX' },
      { ...rv, mileage: undefined },
    ]);
  });
});
