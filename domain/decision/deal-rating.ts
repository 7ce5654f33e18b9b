import type { Deal } from '#schemas/api/listings.ts';
import type { Condition, DealRating, ListingCondition } from '#schemas/vocabulary.ts';
import type { Evaluator } from '../valuation/evaluate.ts';
import { BUY_NOW_SHARE, COMPARABLES_MIN, NEGOTIATE_SHARE } from './flip-prices.ts';
import { believableRange, checkPrice } from './price-check.ts';

/** What a listing says of itself. */
export interface RatedListing {
  listingId: string;
  make: string;
  model: string;
  year: number;
  condition: ListingCondition;
  mileage: number | null;
  /** Two letters; empty where it is not known. */
  state: string;
  /** Null without a shown price. */
  price: number | null;
}

/**
 * An asking price against the valuation: where it lies among RVs like it, by the shares at which the
 * buying advice flips in a market without news. No rating where the advice would abstain: with fewer
 * comparables than it needs, the listing itself not counted; nor for a price nobody can mean, which
 * would read as the best deal of all; nor where new and used are not told apart.
 */
export function rateDeal(
  evaluator: Pick<Evaluator, 'valueWithPrices'>,
  listing: RatedListing,
): Deal {
  const { price, condition } = listing;
  if (price === null || price <= 0) return { refused: 'no-price' };
  if (condition === 'unknown') return { refused: 'unknown-condition' };
  const answer = evaluator.valueWithPrices(requestOf(listing, condition));
  if ('refused' in answer) return { refused: 'thin' };
  const { valuation, prices } = answer;
  const { currentMarketValue: value, range, comparables } = valuation;
  if (comparables.length < COMPARABLES_MIN) return { refused: 'thin' };
  const inputs = { askingPrice: price, value, range };
  if (checkPrice(inputs, believableRange(inputs)).outcome !== 'plausible')
    return { refused: 'unbelievable' };
  const position = prices.shareBelow(price);
  return {
    rating: ratingAt(price, position, range),
    value,
    low: range.low,
    high: range.high,
    position: Math.round(position * 100) / 100,
  };
}

const requestOf = (
  { listingId, make, model, year, mileage, state }: RatedListing,
  condition: Condition,
): Parameters<Evaluator['valueWithPrices']>[0] => ({
  make,
  model,
  year,
  condition,
  mileage: mileage ?? undefined,
  listingId,
  ...(state === '' ? {} : { state }),
});

/** Beyond the ends of the 80% range lies one in ten on either side. */
function ratingAt(
  price: number,
  position: number,
  range: { low: number; high: number },
): DealRating {
  if (price < range.low) return 'great';
  if (price > range.high) return 'very-high';
  if (position <= BUY_NOW_SHARE) return 'good';
  return position <= NEGOTIATE_SHARE ? 'fair' : 'high';
}
