import type { Queries, UserStore } from './store.ts';

export interface SavedRv {
  id: string;
  listingId: string;
  /** Whole dollars; null where the listing showed none. */
  priceWhenSaved: number | null;
  savedAt: Date;
}

interface SavedRow extends Record<string, unknown> {
  id: string;
  listing_id: string;
  price: number | null;
  saved_at: Date;
}

const toSaved = ({ id, listing_id, price, saved_at }: SavedRow): SavedRv => ({
  id,
  listingId: listing_id,
  priceWhenSaved: price,
  savedAt: saved_at,
});

/**
 * Saves a listing, once: again leaves it as it was. The lock on the person makes others of theirs wait, and then
 * count this one.
 * @returns its id; undefined where the person has as many as `most` already
 */
export function saveRvOf(
  store: UserStore,
  userId: string,
  rv: SavedRv,
  most: number,
): Promise<string | undefined> {
  return store.tx(async (queries) => {
    await queries.query('select id from users where id = $1 for no key update', [userId]);
    await queries.query(
      `insert into saved_rvs (id, user_id, listing_id, price, told_price, saved_at)
       select $1::uuid, $2::uuid, $3::text, $4::integer, $4::integer, $5::timestamptz
       where (select count(*) from saved_rvs where user_id = $2) < $6::integer
       on conflict (user_id, listing_id) do nothing`,
      [rv.id, userId, rv.listingId, rv.priceWhenSaved, rv.savedAt, most],
    );
    const rows = await queries.query<{ id: string }>(
      'select id from saved_rvs where user_id = $1 and listing_id = $2',
      [userId, rv.listingId],
    );
    return rows[0]?.id;
  });
}

/** Saved last first. */
export async function savedRvsOf(store: Queries, userId: string): Promise<SavedRv[]> {
  const rows = await store.query<SavedRow>(
    'select id, listing_id, price, saved_at from saved_rvs where user_id = $1 order by saved_at desc, id',
    [userId],
  );
  return rows.map(toSaved);
}

/** @returns whether the person had it */
export async function removeSavedRv(store: Queries, userId: string, id: string): Promise<boolean> {
  const rows = await store.query(
    'delete from saved_rvs where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length > 0;
}
