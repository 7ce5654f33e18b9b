import type {
  OrderKind,
  OrderState,
  OrderStatus,
  PaymentProvider,
  PaymentState,
  PaymentStatus,
} from '../payments/provider.ts';
import type { Queries } from './store.ts';

export type ProviderName = PaymentProvider['name'];

export interface Order {
  id: string;
  /** Undefined once the account is gone. */
  userId: string | undefined;
  kind: OrderKind;
  /** Cents. */
  amount: number;
  currency: string;
  ref: string | undefined;
  status: OrderStatus;
  periodEnd: Date | null;
  cancelsAtEnd: boolean;
  /** Until when a subscription is paid; null before its first payment. */
  paidUntil: Date | null;
  version: number;
  /** Whether it gives premium now. */
  premium: boolean;
}

interface OrderRow extends Record<string, unknown> {
  id: string;
  user_id: string | null;
  kind: OrderKind;
  amount: number;
  currency: string;
  ref: string | null;
  status: OrderStatus;
  period_end: Date | null;
  cancels_at_end: boolean;
  paid_until: Date | null;
  version: number;
  premium: boolean;
}

/** `$1` is always now: JavaScript's dates have no infinity, so what it means is asked of Postgres. */
const COLUMNS = `o.id, o.user_id, o.kind, o.amount, o.currency, o.ref, o.status, o.period_end,
  o.cancels_at_end, o.paid_until, o.version, coalesce(o.premium_until > $1, false) as premium`;

const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  userId: row.user_id ?? undefined,
  kind: row.kind,
  amount: row.amount,
  currency: row.currency,
  ref: row.ref ?? undefined,
  status: row.status,
  periodEnd: row.period_end,
  cancelsAtEnd: row.cancels_at_end,
  paidUntil: row.paid_until,
  version: row.version,
  premium: row.premium,
});

export async function isPremium(
  store: Queries,
  provider: ProviderName,
  userId: string,
  now: Date,
): Promise<boolean> {
  const [row] = await store.query<{ premium: boolean }>(
    `select exists (
       select from payment_orders where user_id = $1 and provider = $2 and premium_until > $3
     ) as premium`,
    [userId, provider, now],
  );
  return row?.premium ?? false;
}

/**
 * Whoever reads a person's orders to write one does so alone, until the transaction ends.
 * @returns false where the account is gone
 */
export async function lockBuyer(queries: Queries, userId: string): Promise<boolean> {
  const rows = await queries.query('select id from users where id = $1 for update', [userId]);
  return rows.length > 0;
}

/** The newest first. */
export async function ordersOf(
  store: Queries,
  provider: ProviderName,
  userId: string,
  now: Date,
): Promise<Order[]> {
  const rows = await store.query<OrderRow>(
    `select ${COLUMNS} from payment_orders o where o.user_id = $2 and o.provider = $3
     order by o.created_at desc, o.id`,
    [now, userId, provider],
  );
  return rows.map(toOrder);
}

/** Those that were not paid when the account of their buyer went. */
export async function unpaidOrdersOfNobody(
  store: Queries,
  provider: ProviderName,
  now: Date,
): Promise<Order[]> {
  const rows = await store.query<OrderRow>(
    `select ${COLUMNS} from payment_orders o
     where o.user_id is null and o.provider = $2 and o.status in ('open', 'processing')`,
    [now, provider],
  );
  return rows.map(toOrder);
}

/** The order the person has open, else a new one. */
export async function openOrder(
  store: Queries,
  provider: ProviderName,
  order: { id: string; userId: string; kind: OrderKind; amount: number; currency: string },
  now: Date,
): Promise<Order | undefined> {
  await store.query(
    `insert into payment_orders
       (id, user_id, provider, kind, amount, currency, status, created_at)
     values ($1, $2, $3, $4, $5, $6, 'open', $7)
     on conflict (user_id, provider, kind) where status in ('open', 'processing') do nothing`,
    [order.id, order.userId, provider, order.kind, order.amount, order.currency, now],
  );
  const rows = await store.query<OrderRow>(
    `select ${COLUMNS} from payment_orders o
     where o.user_id = $2 and o.provider = $3 and o.kind = $4
       and o.status in ('open', 'processing')`,
    [now, order.userId, provider, order.kind],
  );
  return rows.map(toOrder)[0];
}

export async function orderById(store: Queries, id: string, now: Date): Promise<Order | undefined> {
  const rows = await store.query<OrderRow>(
    `select ${COLUMNS} from payment_orders o where o.id = $2`,
    [now, id],
  );
  return rows.map(toOrder)[0];
}

/** By what the provider calls the order, or a payment of it. */
export async function orderByRef(
  store: Queries,
  provider: ProviderName,
  ref: string,
  now: Date,
): Promise<Order | undefined> {
  const rows = await store.query<OrderRow>(
    `select ${COLUMNS} from payment_orders o
     where o.provider = $2 and (
       o.ref = $3 or o.id = (select order_id from payments where provider = $2 and ref = $3)
     )`,
    [now, provider, ref],
  );
  return rows.map(toOrder)[0];
}

/**
 * Notes what the provider calls an order that was just begun.
 * @returns what has become of the order; undefined where it was given up meanwhile
 */
export async function setOrderRef(
  store: Queries,
  id: string,
  ref: string,
): Promise<OrderStatus | undefined> {
  const [row] = await store.query<{ status: OrderStatus }>(
    `update payment_orders set ref = $2
     where id = $1 and (ref = $2 or (ref is null and status in ('open', 'processing')))
     returning status`,
    [id, ref],
  );
  return row?.status;
}

/** An order that nothing was paid for and that the provider has closed. */
export async function closeUnpaidOrder(store: Queries, id: string): Promise<void> {
  await store.query(
    `update payment_orders set status = 'ended', version = version + 1
     where id = $1 and status in ('open', 'processing')`,
    [id],
  );
}

/** An order that the provider did not begin: the next try is another. */
export async function giveUpOrder(store: Queries, id: string): Promise<void> {
  await store.query(
    `update payment_orders set status = 'ended', version = version + 1
     where id = $1 and ref is null and status = 'open'`,
    [id],
  );
}

/**
 * Writes what the provider says of an order.
 * @returns false where somebody wrote since the order was read: what was asked may be older than that
 */
export async function updateOrder(
  store: Queries,
  order: Order,
  state: OrderState,
  { premiumUntil, paidUntil }: { premiumUntil: Date | 'infinity' | null; paidUntil: Date | null },
): Promise<boolean> {
  const rows = await store.query(
    `update payment_orders set ref = $3, status = $4, period_start = $5, period_end = $6,
       cancels_at_end = $7, premium_until = $8::timestamptz, paid_until = $9, version = version + 1
     where id = $1 and version = $2 returning id`,
    [
      order.id,
      order.version,
      state.ref,
      state.status,
      state.period?.start ?? null,
      state.period?.end ?? null,
      state.period?.cancelsAtEnd ?? false,
      premiumUntil,
      paidUntil,
    ],
  );
  return rows.length > 0;
}

/** @returns what it was before; undefined for one that is new */
export async function writePayment(
  store: Queries,
  provider: ProviderName,
  orderId: string,
  payment: PaymentState,
): Promise<PaymentStatus | undefined> {
  const [before] = await store.query<{ status: PaymentStatus }>(
    'select status from payments where provider = $1 and ref = $2',
    [provider, payment.ref],
  );
  await store.query(
    `insert into payments (provider, ref, order_id, amount, currency, status, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (provider, ref) do update set status = excluded.status`,
    [
      provider,
      payment.ref,
      orderId,
      payment.amount,
      payment.currency,
      payment.status,
      payment.paidAt,
    ],
  );
  return before?.status;
}

export interface Payment extends PaymentState {
  orderId: string;
  kind: OrderKind;
  userId: string | undefined;
}

interface PaymentRow extends Record<string, unknown> {
  ref: string;
  order_id: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  paid_at: Date;
  kind: OrderKind;
  user_id: string | null;
}

/** Those of one person, of one order or by its own ref; the newest first, so many at most. */
export async function paymentsBy(
  store: Queries,
  provider: ProviderName,
  by: { userId?: string; orderId?: string; ref?: string },
  most: number,
): Promise<Payment[]> {
  const rows = await store.query<PaymentRow>(
    `select p.ref, p.order_id, p.amount, p.currency, p.status, p.paid_at, o.kind, o.user_id
     from payments p join payment_orders o on o.id = p.order_id
     where p.provider = $1 and ($2::uuid is null or o.user_id = $2)
       and ($3::uuid is null or o.id = $3) and ($4::text is null or p.ref = $4)
     order by p.paid_at desc, p.ref limit $5`,
    [provider, by.userId ?? null, by.orderId ?? null, by.ref ?? null, most],
  );
  return rows.map((row) => ({
    ref: row.ref,
    orderId: row.order_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    paidAt: row.paid_at,
    kind: row.kind,
    userId: row.user_id ?? undefined,
  }));
}

/**
 * Notes that a refund is asked for, alone of all who ask at once.
 * @returns false where one was asked for after `since`, or the payment went back already
 */
export async function claimRefund(
  store: Queries,
  provider: ProviderName,
  ref: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const rows = await store.query(
    `update payments set refund_asked_at = $3
     where provider = $1 and ref = $2 and status = 'paid'
       and (refund_asked_at is null or refund_asked_at <= $4)
     returning ref`,
    [provider, ref, now, since],
  );
  return rows.length > 0;
}

/** What was asked for did not happen: whoever asks next need not wait. */
export async function releaseRefund(
  store: Queries,
  provider: ProviderName,
  ref: string,
): Promise<void> {
  await store.query('update payments set refund_asked_at = null where provider = $1 and ref = $2', [
    provider,
    ref,
  ]);
}

/** Whether orders of the person run at a provider other than the one in use. */
export async function runsElsewhere(
  store: Queries,
  provider: ProviderName | undefined,
  userId: string,
): Promise<boolean> {
  const [row] = await store.query<{ runs: boolean }>(
    `select exists (
       select from payment_orders
       where user_id = $1 and provider = 'stripe' and provider is distinct from $2::text
         and kind = 'monthly' and status in ('active', 'past_due')
     ) as runs`,
    [userId, provider ?? null],
  );
  return row?.runs ?? false;
}

export async function isEventApplied(
  store: Queries,
  provider: ProviderName,
  id: string,
): Promise<boolean> {
  const rows = await store.query('select id from payment_events where provider = $1 and id = $2', [
    provider,
    id,
  ]);
  return rows.length > 0;
}

/** @returns false where it was there already */
export async function insertEvent(
  store: Queries,
  provider: ProviderName,
  event: { id: string; type: string; orderId: string | null; receivedAt: Date },
): Promise<boolean> {
  const rows = await store.query(
    `insert into payment_events (provider, id, type, order_id, received_at)
     values ($1, $2, $3, $4, $5) on conflict (provider, id) do nothing returning id`,
    [provider, event.id, event.type, event.orderId, event.receivedAt],
  );
  return rows.length > 0;
}
