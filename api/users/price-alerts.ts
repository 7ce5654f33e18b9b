import type { ProviderName } from './payment-orders.ts';
import type { PriceChange } from '../mail/texts.ts';
import type { Queries } from './store.ts';

/** Whom a change is told to. */
export interface Watcher {
  id: string;
}

/** Of a row `u` of users: in Premium ($1: whose payments, $2: now), with a verified e-mail, alerts not off. */
const WANTS_ALERTS = `
  u.email_verified_at is not null
  and coalesce((select price_alerts from settings where user_id = u.id), true)
  and exists (
    select from payment_orders where user_id = u.id and provider = $1 and premium_until > $2
  )`;

/** Members of Premium with saved RVs, a verified e-mail and alerts not turned off, in the order of their ids. */
export function watchers(
  store: Queries,
  provider: ProviderName,
  page: { now: Date; after: string; limit: number },
): Promise<(Watcher & Record<string, unknown>)[]> {
  return store.query<Watcher & Record<string, unknown>>(
    `select u.id from users u
     where u.id > $3 and exists (select from saved_rvs where user_id = u.id) and ${WANTS_ALERTS}
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
 * Keeps the person in place until the transaction's end. The person first, as everywhere: who locks in
 * another order waits for each other for ever.
 * @returns whether there still is one
 */
export async function holdWatcher(queries: Queries, userId: string): Promise<boolean> {
  const rows = await queries.query('select id from users where id = $1 for key share', [userId]);
  return rows.length > 0;
}

/**
 * Notes that a price is told.
 * @returns false where another process was first, or the RV is saved no longer
 */
export async function setToldPrice(
  store: Queries,
  id: string,
  from: number | null,
  to: number,
): Promise<boolean> {
  const rows = await store.query(
    `update saved_rvs set told_price = $3::integer, last_price = $3::integer
     where id = $1 and told_price is not distinct from $2::integer returning id`,
    [id, from, to],
  );
  return rows.length > 0;
}

export interface PriceAlert {
  id: string;
  userId: string;
  changes: readonly PriceChange[];
  writtenAt: Date;
}

/** To be mailed once the transaction holds in which the prices were noted as told. */
export async function insertPriceAlert(queries: Queries, alert: PriceAlert): Promise<void> {
  await queries.query(
    'insert into price_alerts (id, user_id, changes, written_at) values ($1, $2, $3::jsonb, $4)',
    [alert.id, alert.userId, JSON.stringify(alert.changes), alert.writtenAt],
  );
}

/** Forgets mails whose owners do not want them any more, and those older than `oldest`. */
export async function dropPriceAlerts(
  store: Queries,
  provider: ProviderName,
  { now, oldest }: { now: Date; oldest: Date },
): Promise<void> {
  await store.query(
    `delete from price_alerts where written_at < $3
       or not exists (select from users u where u.id = price_alerts.user_id and ${WANTS_ALERTS})`,
    [provider, now, oldest],
  );
}

/**
 * Takes one in hand that nobody else has, the oldest first, for who wants it now. One whose process was
 * killed, or which could not be sent, is free again when the claim is over.
 */
export async function claimPriceAlert(
  store: Queries,
  provider: ProviderName,
  { now, until }: { now: Date; until: Date },
): Promise<{ id: string; email: string; changes: PriceChange[] } | undefined> {
  const [alert] = await store.query<{ id: string; email: string; changes: PriceChange[] }>(
    `update price_alerts a set claimed_until = $3 from users owner
     where owner.id = a.user_id and a.id = (
       select p.id from price_alerts p join users u on u.id = p.user_id
       where (p.claimed_until is null or p.claimed_until <= $2) and ${WANTS_ALERTS}
       order by p.written_at, p.id limit 1 for update of p skip locked
     )
     returning a.id, owner.email, a.changes`,
    [provider, now, until],
  );
  return alert;
}

/** It has gone out. */
export async function removePriceAlert(store: Queries, id: string): Promise<void> {
  await store.query('delete from price_alerts where id = $1', [id]);
}
