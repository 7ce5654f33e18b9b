import { z } from 'zod';
import { defineCall, usd } from './call.ts';
import { listing } from './listings.ts';

export const savedRv = z.object({
  id: z.string(),
  listingId: z.string(),
  savedAt: z.iso.datetime(),
  /** What it was last called; null where it has not been seen since names are kept. */
  name: z.string().nullable(),
  priceWhenSaved: usd.nullable(),
  /** What it asks now; null without a shown price, or where it is no longer known. */
  priceNow: usd.nullable(),
  /** Dollars since it was saved, up or down; null where either price is not shown. */
  priceChange: usd.nullable(),
  /** The last price it showed; it stays where the listing is known no longer. */
  lastPrice: usd.nullable(),
  /** False once it is no longer observed: that is not to say sold. */
  onMarket: z.boolean(),
  listing: listing.nullable(),
});

export const listSavedRvs = defineCall('GET /api/saved-rvs', {
  summary: 'The saved listings with what their price did since, saved last first',
  access: 'signed-in',
  response: z.array(savedRv),
});

export const removeSavedRv = defineCall('DELETE /api/saved-rvs/{id}', {
  summary: 'Take a listing off the saved ones',
  access: 'signed-in',
  params: z.object({ id: z.uuid('There is no such saved RV') }),
  response: z.object({ message: z.string() }),
});
