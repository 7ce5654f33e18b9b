import type { z } from 'zod';
import { saveRv, type Listing } from '#schemas/api/listings.ts';
import { listSavedRvs, removeSavedRv as removeCall, type savedRv } from '#schemas/api/saved-rvs.ts';
import type { Clock } from '#platform/clock.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { Turns } from '../http/turns.ts';
import { listingName } from '../listing-name.ts';
import {
  keepLastSeen,
  removeSavedRv,
  savedRvsOf,
  saveRvOf,
  type SavedRv,
} from '../users/saved-rvs.ts';
import type { UserStore } from '../users/store.ts';

/** A listing as the market knows it now. */
export interface ListingNow {
  listing: Listing;
  onMarket: boolean;
}

/** Listings by id; those nobody knows are left out. */
export type FindListings = (ids: readonly string[]) => Promise<ReadonlyMap<string, ListingNow>>;

interface Parts {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  signedIn: SignedInRoute;
  findListings: FindListings;
  marketReads: Turns;
}

/** More than anybody compares; it bounds what one account can store. */
const SAVED_MAX = 200;

/** Listings a person keeps an eye on. */
export function savedRvRoutes(parts: Parts): Route[] {
  const { store, clock, newId, signedIn, findListings, marketReads } = parts;
  return [
    signedIn(saveRv, async ({ session, body: { listingId }, response }) => {
      const known = await marketReads.take(response, () => findListings([listingId]));
      const found = known.get(listingId);
      if (found === undefined)
        throw new Problem(404, 'unknown_listing', `We do not know a listing '${listingId}'.`);
      const rv = {
        id: newId(),
        listingId,
        priceWhenSaved: priceOf(found),
        savedAt: clock(),
        name: listingName(found.listing),
      };
      const id = await saveRvOf(store, session.userId, rv, SAVED_MAX);
      if (id === undefined)
        throw new Problem(
          409,
          'saved_rvs_full',
          `${SAVED_MAX} RVs are saved already. Please remove one first.`,
        );
      return { id, listingId };
    }),
    signedIn(listSavedRvs, async ({ session, response }) => {
      const saved = await savedRvsOf(store, session.userId);
      const ids = saved.map(({ listingId }) => listingId);
      const now = await marketReads.take(response, () => findListings(ids));
      const newest = saved.map((rv) => lastSeenOf(rv, now.get(rv.listingId)));
      const changed = newest.filter((rv, at) => rv !== saved[at]);
      await keepLastSeen(
        store,
        session.userId,
        changed.map(({ id, name, lastPrice }) => ({ id, name, lastPrice })),
      );
      return newest.map((rv) => answerOf(rv, now.get(rv.listingId)));
    }),
    signedIn(removeCall, async ({ session, params }) => {
      if (!(await removeSavedRv(store, session.userId, params.id)))
        throw new Problem(404, 'unknown_saved_rv', 'There is no such saved RV.');
      return { message: 'The RV is no longer saved.' };
    }),
  ];
}

const priceOf = (found: ListingNow | undefined): number | null =>
  found === undefined || found.listing.listPrice === null ? null : Number(found.listing.listPrice);

/** With its name and price as they are now, if it is known; a price that is hidden now leaves the last one. */
function lastSeenOf(rv: SavedRv, found: ListingNow | undefined): SavedRv {
  if (found === undefined) return rv;
  const name = listingName(found.listing);
  const lastPrice = priceOf(found) ?? rv.lastPrice;
  return name === rv.name && lastPrice === rv.lastPrice ? rv : { ...rv, name, lastPrice };
}

function answerOf(rv: SavedRv, found: ListingNow | undefined): z.input<typeof savedRv> {
  const priceNow = priceOf(found);
  const { id, listingId, savedAt, name, priceWhenSaved, lastPrice } = rv;
  return {
    id,
    listingId,
    savedAt: savedAt.toISOString(),
    name,
    priceWhenSaved,
    priceNow,
    priceChange: priceNow === null || priceWhenSaved === null ? null : priceNow - priceWhenSaved,
    lastPrice,
    onMarket: found?.onMarket ?? false,
    listing: found?.listing ?? null,
  };
}
