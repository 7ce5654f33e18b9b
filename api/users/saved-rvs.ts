import type { Queries, UserStore } from './store.ts';

export interface SavedRv {
  id: string;
  listingId: string;
  /** Whole dollars; null where the listing showed none. */
  priceWhenSaved: number | null;
  savedAt: Date;
  /** What it was last called; null where it has not been seen since names are kept. */
  name: string | null;
  /** The last price it showed, as far as we looked; null where it never showed one. */
  lastPrice: number | null;
}

interface SavedRow extends Record<string, unknown> {
  id: string;
  listing_id: string;
  price: number | null;
  saved_at: Date;
  name: string | null;
  last_price: number | null;
}

const toSaved = ({ id, listing_id, price, saved_at, name, last_price }: SavedRow): SavedRv => ({
  id,
  listingId: listing_id,
  priceWhenSaved: price,
  savedAt: saved_at,
  name,
  lastPrice: last_price,
});

/**
 * Saves a listing, once: again leaves it as it was. The lock on the person makes others of theirs wait, and then
 * count this one.
 * @returns its id; undefined where the person has as many as `most` already
 */
export function saveRvOf(
  store: UserStore,
  userId: string,
  rv: Omit<SavedRv, 'lastPrice'>,
  most: number,
): Promise<string | undefined> {
  return store.tx(async (queries) => {
    await queries.query('select id from users where id = $1 for no key update', [userId]);
    await queries.query(
      `insert into saved_rvs (id, user_id, listing_id, price, told_price, last_price, saved_at, name)
       select $1::uuid, $2::uuid, $3::text, $4::integer, $4::integer, $4::integer, $5::timestamptz, $6::text
       where (select count(*) from saved_rvs where user_id = $2) < $7::integer
       on conflict (user_id, listing_id) do nothing`,
      [rv.id, userId, rv.listingId, rv.priceWhenSaved, rv.savedAt, rv.name, most],
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
    `select id, listing_id, price, saved_at, name, last_price
     from saved_rvs where user_id = $1 order by saved_at desc, id`,
    [userId],
  );
  return rows.map(toSaved);
}

/**
 * Keeps what listings are called and ask now, for when nobody knows them any more. Rows that another process
 * is at are left for the next time: who waits for several rows may wait for each other for ever.
 */
export async function keepLastSeen(
  store: Queries,
  userId: string,
  seen: readonly Pick<SavedRv, 'id' | 'name' | 'lastPrice'>[],
): Promise<void> {
  if (seen.length === 0) return;
  await store.query(
    `with free as materialized (
       select id from saved_rvs where user_id = $1 for no key update skip locked
     )
     update saved_rvs set name = seen.name, last_price = seen."lastPrice"
     from jsonb_to_recordset($2::jsonb) as seen (id uuid, name text, "lastPrice" integer)
     where saved_rvs.id = seen.id and seen.id in (select id from free)`,
    [userId, JSON.stringify(seen)],
  );
}

/** @returns whether the person had it */
export async function removeSavedRv(store: Queries, userId: string, id: string): Promise<boolean> {
  const rows = await store.query(
    'delete from saved_rvs where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length > 0;
}
