import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { BUYING_RECOMMENDATIONS } from '#schemas/vocabulary.ts';

export type Advice = BuyingDecision['overallRecommendation'];

/** What the scale is drawn of, in dollars. */
export interface Offer extends Pick<BuyingDecision, 'askingPrice' | 'flipPrices'> {
  value: number;
  range: { low: number; high: number };
}

/** One stretch of the scale, as shares of its length. */
export interface Zone {
  advice: Advice;
  from: number;
  to: number;
}

/** A price on the scale: where, and whether it lies beyond an end. */
export interface Mark {
  at: number;
  offScale: 'below' | 'above' | null;
}

export interface PriceScale {
  /** From cheap to dear, without gaps; none where no advice is given. */
  zones: readonly Zone[];
  range: { from: number; to: number };
  value: Mark;
  asked: Mark;
}

/** So much of the range's length in log price is added at each side. */
const MARGIN = 0.45;
/** An asking price is kept this far from the ends, so that its flag stays whole. */
const EDGE = 0.04;

/**
 * Where everything lies between the scale's ends, in log price: twice as dear is as far from the middle
 * as half as dear. A price far outside is drawn at the end, and said to be off the scale.
 */
export function priceScale({ askingPrice, value, range, flipPrices }: Offer): PriceScale {
  const low = Math.log(Math.max(1, range.low));
  const high = Math.log(Math.max(2, range.high));
  const margin = Math.max(0.05, MARGIN * (high - low));
  const [start, end] = [low - margin, high + margin];
  const place = (price: number) => (Math.log(Math.max(0.01, price)) - start) / (end - start);
  const inside = (price: number) => Math.min(1, Math.max(0, place(price)));
  const mark = (price: number): Mark => {
    const at = place(price);
    return {
      at: Math.min(1 - EDGE, Math.max(EDGE, at)),
      offScale: at < 0 ? 'below' : at > 1 ? 'above' : null,
    };
  };
  const { buyNow, negotiate, wait } = flipPrices;
  return {
    zones:
      buyNow === null || negotiate === null ? [] : zonesOf([buyNow, negotiate, wait].map(inside)),
    range: { from: inside(range.low), to: inside(range.high) },
    value: mark(value),
    asked: mark(askingPrice),
  };
}

const zonesOf = (ends: readonly number[]): Zone[] =>
  BUYING_RECOMMENDATIONS.map((advice, index) => ({
    advice,
    from: ends[index - 1] ?? 0,
    to: ends[index] ?? 1,
  }));
