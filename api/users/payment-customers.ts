import type { ProviderName } from './payment-orders.ts';
import type { Queries } from './store.ts';

/** What the provider calls the person; undefined before their first payment. */
export async function customerOf(
  store: Queries,
  provider: ProviderName,
  userId: string,
): Promise<string | undefined> {
  const rows = await store.query<{ ref: string }>(
    'select ref from payment_customers where user_id = $1 and provider = $2',
    [userId, provider],
  );
  return rows[0]?.ref;
}

/**
 * One that is there already stays, whichever key it has in common: two who ask at once bring the same one. Where the
 * account is gone there is none.
 */
export async function insertCustomer(
  store: Queries,
  provider: ProviderName,
  userId: string,
  ref: string,
): Promise<void> {
  await store.query(
    `insert into payment_customers (user_id, provider, ref)
     select id, $2, $3 from users where id = $1 for key share
     on conflict do nothing`,
    [userId, provider, ref],
  );
}

/** One that belongs to nobody, to be forgotten at the provider; noted already where an account has just gone. */
export async function insertGoneCustomer(
  store: Queries,
  provider: ProviderName,
  ref: string,
): Promise<void> {
  await store.query(
    'insert into payment_customers (provider, ref) values ($1, $2) on conflict do nothing',
    [provider, ref],
  );
}

/** Those whose accounts are gone, and whom the provider still knows. */
export async function goneCustomers(store: Queries, provider: ProviderName): Promise<string[]> {
  const rows = await store.query<{ ref: string }>(
    'select ref from payment_customers where user_id is null and provider = $1',
    [provider],
  );
  return rows.map(({ ref }) => ref);
}

export async function deleteCustomer(
  store: Queries,
  provider: ProviderName,
  ref: string,
): Promise<void> {
  await store.query('delete from payment_customers where provider = $1 and ref = $2', [
    provider,
    ref,
  ]);
}
