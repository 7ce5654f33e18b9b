import { namePartsOf } from '../client/listing-rules.ts';
import type { SavedRv } from '../client/saved-rvs.ts';
import { LISTINGS } from '../content/listings.ts';
import { SEARCH } from '../content/search.ts';
import { date, usd } from './format.ts';

interface SavedPrice {
  saved: string;
  change: string;
  direction: 'up' | 'down' | 'level';
}

/** What it is called, or was when it was last known. */
export const savedNamePartsOf = ({ listing, name }: SavedRv): string[] =>
  listing === null ? [name ?? SEARCH.saved.unknown] : namePartsOf(listing);

/** What a saved listing asked then, and what became of it. A listing that is gone changed no price. */
export function savedPriceOf(rv: SavedRv): SavedPrice {
  const words = SEARCH.saved;
  const then = rv.priceWhenSaved === null ? LISTINGS.none : usd(rv.priceWhenSaved);
  const saved = words.savedOn(date(rv.savedAt), then);
  if (rv.listing === null || !rv.onMarket) return { saved, change: words.gone, direction: 'level' };
  const { priceChange } = rv;
  if (priceChange === null) return { saved, change: words.noPrice, direction: 'level' };
  if (priceChange === 0) return { saved, change: words.same, direction: 'level' };
  const amount = usd(Math.abs(priceChange));
  return priceChange < 0
    ? { saved, change: words.down(amount), direction: 'down' }
    : { saved, change: words.up(amount), direction: 'up' };
}
