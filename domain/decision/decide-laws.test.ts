import {
  array,
  assert,
  constantFrom,
  double,
  integer,
  option,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundedFor, stepOf } from '#schemas/shown-values.ts';
import { BUYING_RECOMMENDATIONS } from '#schemas/vocabulary.ts';
import type { PriceDistribution } from '../valuation/price-distribution.ts';
import { decide } from './decide.ts';
import type { BuyersMarket, DecisionInputs } from './inputs.ts';

/** Prices spread by a logistic of that scale in log around the value. */
const spread = (value: number, scale: number): PriceDistribution => ({
  shareBelow: (price) => 1 / (1 + Math.exp(-Math.log(price / value) / scale)),
  priceAt: (share) => value * Math.exp(scale * Math.log(share / (1 - share))),
});

const sized = (min: number, max: number) => double({ min, max, noNaN: true });
const months = (min: number, max: number) =>
  array(sized(min, max), { minLength: 12, maxLength: 12 });
const where = constantFrom('in the South', 'in the country');

const market = record<BuyersMarket>(
  {
    daysOnMarket: record({
      now: integer({ min: 0, max: 900 }),
      usual: integer({ min: 0, max: 900 }),
      condition: constantFrom('used', 'new', 'certified', 'all'),
      where,
    }),
    priceCuts: record({ now: sized(0, 1), usual: sized(0, 1), depth: sized(0, 0.5) }),
    supply: record({
      now: integer({ min: 1, max: 9_000 }),
      change: sized(-3, 3),
      se: sized(0, 0.3),
      against: constantFrom('year', 'share'),
      where,
    }),
    season: record({
      month: integer({ min: 1, max: 12 }),
      value: months(-0.1, 0.1),
      waveSe: tuple(sized(0, 0.03), sized(0, 0.03)),
    }),
  },
  { requiredKeys: [] },
);

const inputs = tuple(integer({ min: 5, max: 900_000 }), sized(0.0001, 0.5)).chain(
  ([value, scale]) =>
    record<DecisionInputs>({
      askingPrice: price(value),
      value: constantFrom(value),
      range: constantFrom({
        low: Math.floor(spread(value, scale).priceAt(0.1)),
        high: Math.ceil(spread(value, scale).priceAt(0.9)),
      }),
      prices: constantFrom(spread(value, scale)),
      confidence: sized(0, 0.99),
      comparables: integer({ min: 0, max: 8 }),
      firstYearLoss: sized(0, 40),
      market,
    }),
);

/** From a cent to a hundred million, most of them near the value. */
function price(value: number) {
  return sized(-1, 1).map((x) => Math.min(1e8, Math.max(0.01, value * Math.exp(8 * x ** 3))));
}

const rank = (of: DecisionInputs) =>
  BUYING_RECOMMENDATIONS.indexOf(decide(of).overallRecommendation);

describe('the advice at an asking price', () => {
  it('is never better for a higher one, and the negotiating power never weaker', () => {
    assert(
      property(inputs, sized(1, 1e6), (asked, factor) => {
        const dearer = { ...asked, askingPrice: asked.askingPrice * factor };
        expect(rank(dearer)).toBeGreaterThanOrEqual(rank(asked));
        expect(decide(dearer).negotiatingPower).toBeGreaterThanOrEqual(
          decide(asked).negotiatingPower,
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('flips exactly at its flip prices', () => {
    assert(
      property(inputs, (asked) => {
        const { flipPrices } = decide(asked);
        const at = (askingPrice: number) => decide({ ...asked, askingPrice }).overallRecommendation;
        for (const [limit, below, above] of [
          [flipPrices.buyNow, 'buy_now', 'negotiate'],
          [flipPrices.negotiate, 'negotiate', 'wait'],
          [flipPrices.wait, 'wait', 'avoid'],
        ] as const) {
          if (limit === null) continue;
          expect(at(limit)).toBe(below);
          expect(at(limit + 0.01)).toBe(above);
        }
      }),
    );
  });

  it('is the one of the row that the price falls into, whose limits are in the steps of what is shown', () => {
    assert(
      property(inputs, (asked) => {
        const { flipPrices, overallRecommendation } = decide(asked);
        const { buyNow, negotiate, wait } = flipPrices;
        const round = roundedFor(asked.range);
        const limits = [buyNow ?? 0, negotiate ?? 0, wait].map(round);
        const row = limits.findIndex((limit) => asked.askingPrice <= limit);
        expect(limits).toEqual([buyNow ?? 0, negotiate ?? 0, wait]);
        expect(overallRecommendation).toBe(BUYING_RECOMMENDATIONS.at(row));
      }),
    );
  });

  it('has flip prices that do not depend on what is asked', () => {
    assert(
      property(inputs, sized(0.1, 10), (asked, factor) => {
        const other = { ...asked, askingPrice: asked.askingPrice * factor };
        expect(decide(other).flipPrices).toEqual(decide(asked).flipPrices);
      }),
    );
  });

  it('is to avoid above the range, and never to buy at more than the middle', () => {
    assert(
      property(inputs, (asked) => {
        const { flipPrices, abstained } = decide(asked);
        if (abstained) return;
        const round = roundedFor(asked.range);
        expect(flipPrices.wait).toBeGreaterThanOrEqual(round(asked.range.high));
        expect(flipPrices.buyNow).toBeLessThanOrEqual(round(asked.prices.priceAt(0.53)));
      }),
    );
  });
});

describe('how sure the advice is', () => {
  it('does not depend on what is asked', () => {
    assert(
      property(inputs, sized(0.01, 100), (asked, factor) => {
        const other = { ...asked, askingPrice: asked.askingPrice * factor };
        expect(decide(other).confidenceScore).toBe(decide(asked).confidenceScore);
      }),
    );
  });

  it('never grows as data gets thinner: fewer comparables, a less sure value, fewer facts', () => {
    const lost = option(integer({ min: 0, max: 8 }), { nil: 0 });
    const facts = array(constantFrom('daysOnMarket', 'priceCuts', 'supply', 'season'));
    assert(
      property(inputs, lost, sized(0, 1), facts, (asked, fewer, share, forgotten) => {
        const known = Object.entries(asked.market).filter(
          ([name]) => !forgotten.some((fact) => fact === name),
        );
        const thinner = {
          ...asked,
          comparables: Math.max(0, asked.comparables - fewer),
          confidence: asked.confidence * share,
          market: Object.fromEntries(known) as BuyersMarket,
        };
        const before = decide(asked);
        const after = decide(thinner);
        expect(after.confidenceScore).toBeLessThanOrEqual(before.confidenceScore);
        expect(Number(after.abstained)).toBeGreaterThanOrEqual(Number(before.abstained));
      }),
      { numRuns: 1_000 },
    );
  });

  it('judges no believable price with too few comparables, and says so', () => {
    assert(
      property(inputs, integer({ min: 0, max: 2 }), (asked, comparables) => {
        const answer = decide({ ...asked, comparables });
        expect(answer.abstained).toBe(true);
        expect(answer.flipPrices).toMatchObject({ buyNow: null, negotiate: null });
        expect(answer.overallRecommendation).toBe(
          answer.priceCheck.outcome === 'far_above' ? 'avoid' : 'wait',
        );
        const said = [...answer.reasons, ...answer.factors.map(({ detail }) => detail)].join(' ');
        expect(said).toContain('near enough to compare with');
        expect(said).not.toMatch(/ask less|Hardly any asks/);
      }),
    );
  });
});

describe('the negotiating power', () => {
  it('is the sum of its parts, of which the unknown weigh nothing', () => {
    assert(
      property(inputs, (asked) => {
        const { negotiatingPower, factors } = decide(asked);
        const sum = (of: 'points' | 'pointsMax') =>
          factors.reduce((total, factor) => total + factor[of], 0);
        expect(negotiatingPower).toBeGreaterThanOrEqual(0);
        expect(negotiatingPower).toBeLessThanOrEqual(10);
        expect(sum('points')).toBeCloseTo(negotiatingPower, 8);
        expect(sum('pointsMax')).toBeCloseTo(10, 8);
        const unknown = factors.filter(({ known }) => !known);
        expect(unknown.filter(({ points, pointsMax }) => points + pointsMax > 0)).toEqual([]);
      }),
    );
  });

  it('has of the market what the market gives, whatever is asked', () => {
    assert(
      property(inputs, sized(0.1, 10), (asked, factor) => {
        const ofMarket = (askingPrice: number) =>
          decide({ ...asked, askingPrice }).factors.slice(1);
        expect(ofMarket(asked.askingPrice * factor)).toEqual(ofMarket(asked.askingPrice));
      }),
    );
  });

  it('never falls with more supply, more cuts or more days on the market', () => {
    assert(
      property(inputs, sized(1, 5), (asked, factor) => {
        const { daysOnMarket, priceCuts, supply } = asked.market;
        const more: BuyersMarket = {
          ...asked.market,
          ...(daysOnMarket && {
            daysOnMarket: { ...daysOnMarket, now: daysOnMarket.now * factor },
          }),
          ...(priceCuts && { priceCuts: { ...priceCuts, now: priceCuts.now * factor } }),
          ...(supply && { supply: { ...supply, change: supply.change + factor } }),
        };
        expect(decide({ ...asked, market: more }).negotiatingPower).toBeGreaterThanOrEqual(
          decide(asked).negotiatingPower,
        );
      }),
    );
  });
});

describe('an absurd price', () => {
  it('is said to be one, never within half and double, always past a quarter and four times', () => {
    assert(
      property(inputs, (asked) => {
        const { priceCheck, reasons } = decide(asked);
        const ratio = asked.askingPrice / asked.value;
        const isNear = ratio > 0.51 && ratio < 1.99;
        expect(isNear && priceCheck.outcome !== 'plausible').toBe(false);
        const { low, high } = asked.range;
        const isFar = asked.askingPrice > Math.max(4 * asked.value + stepOf(asked.range), high);
        expect(isFar && priceCheck.outcome !== 'far_above').toBe(false);
        const isTiny = asked.askingPrice < Math.min(asked.value / 4 - 1, low - 1);
        expect(isTiny && priceCheck.outcome !== 'far_below').toBe(false);
        expect(priceCheck.outcome === 'far_above' && rank(asked) < 3).toBe(false);
        expect(reasons.includes(priceCheck.message)).toBe(priceCheck.outcome !== 'plausible');
      }),
    );
  });
});
