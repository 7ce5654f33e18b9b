import type { ProviderName } from './payment-orders.ts';
import type { Queries } from './store.ts';

/** Whom a change is told to. */
export interface Watcher {
  id: string;
  email: string;
}

/** Members of Premium with saved RVs, a verified e-mail and alerts not turned off, in the order of their ids. */
export function watchers(
  store: Queries,
  provider: ProviderName,
  page: { now: Date; after: string; limit: number },
): Promise<(Watcher & Record<string, unknown>)[]> {
  return store.query<Watcher & Record<string, unknown>>(
    `select u.id, u.email from users u
     where u.id > $3 and u.email_verified_at is not null
       and coalesce((select price_alerts from settings where user_id = u.id), true)
       and exists (select from saved_rvs where user_id = u.id)
       and exists (
         select from payment_orders
         where user_id = u.id and provider = $1 and premium_until > $2
       )
     order by u.id limit $4`,
    [provider, page.now, page.after, page.limit],
  );
}

export interface WatchedRv {
  id: string;
  listingId: string;
  /** Null where the listing has shown no price yet. */
  toldPrice: number | null;
}

export async function watchedRvs(store: Queries, userId: string): Promise<WatchedRv[]> {
  const rows = await store.query<{ id: string; listing_id: string; told_price: number | null }>(
    'select id, listing_id, told_price from saved_rvs where user_id = $1 order by saved_at desc, id',
    [userId],
  );
  return rows.map(({ id, listing_id, told_price }) => ({
    id,
    listingId: listing_id,
    toldPrice: told_price,
  }));
}

/**
 * Notes that a price was told.
 * @returns false where another process was first, or the RV is saved no longer
 */
export async function setToldPrice(
  store: Queries,
  id: string,
  from: number | null,
  to: number | null,
): Promise<boolean> {
  const rows = await store.query(
    `update saved_rvs set told_price = $3::integer
     where id = $1 and told_price is not distinct from $2::integer returning id`,
    [id, from, to],
  );
  return rows.length > 0;
}
