import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { roundedFor, stepOf } from '#schemas/shown-values.ts';
import type { DecisionInputs } from './inputs.ts';

type FlipPrices = BuyingDecision['flipPrices'];

/** An advice needs so many listings to compare with. */
export const COMPARABLES_MIN = 3;

/**
 * Shares of RVs like it that ask less, where an advice ends: a price in the cheaper two fifths is one
 * to take, beyond seven tenths no usual discount brings it to the middle, and above the 80% range nine
 * in ten ask less. A market that leaves room to bargain asks more of a price to be taken as it is, and
 * makes bargaining worth while further up; a poor season asks more of both.
 */
export const BUY_NOW_SHARE = 0.4;
export const NEGOTIATE_SHARE = 0.7;
const BY_ROOM = 0.08;
const BUY_NOW_BY_SEASON = { optimal: 0.05, good: 0, poor: -0.05 };
const NEGOTIATE_BY_SEASON = { optimal: 0.04, good: 0, poor: -0.06 };

/**
 * Where the advice flips, ascending, in the steps that the value and its range are shown in: to the dollar
 * they would claim what the range denies. With too few comparables none is given for any price one can
 * believe.
 * @param room how far the market leaves room to bargain, −1 (none) to 1
 * @param believableHigh the highest price that is believed, in such a step
 */
export function flipPricesOf(
  { prices, range, comparables }: Pick<DecisionInputs, 'prices' | 'range' | 'comparables'>,
  room: number,
  timing: BuyingDecision['seasonalTiming'],
  believableHigh: number,
): FlipPrices {
  if (comparables < COMPARABLES_MIN) return { buyNow: null, negotiate: null, wait: believableHigh };
  const taken = prices.priceAt(BUY_NOW_SHARE - BY_ROOM * room + BUY_NOW_BY_SEASON[timing]);
  const bargained = prices.priceAt(NEGOTIATE_SHARE + BY_ROOM * room + NEGOTIATE_BY_SEASON[timing]);
  const step = stepOf(range);
  const round = roundedFor(range);
  // Each advice has a price of its own, however narrow the range.
  const buyNow = Math.max(step, round(taken));
  const negotiate = Math.max(buyNow + step, round(bargained));
  return { buyNow, negotiate, wait: Math.max(negotiate + step, round(range.high)) };
}

/** The advice at a price: a higher price only ever moves on in BUYING_RECOMMENDATIONS. */
export function recommendationAt(
  { buyNow, negotiate, wait }: FlipPrices,
  askingPrice: number,
): BuyingDecision['overallRecommendation'] {
  if (buyNow !== null && askingPrice <= buyNow) return 'buy_now';
  if (negotiate !== null && askingPrice <= negotiate) return 'negotiate';
  return askingPrice <= wait ? 'wait' : 'avoid';
}
