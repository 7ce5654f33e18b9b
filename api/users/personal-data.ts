import type { OrderKind, PaymentStatus } from '../payments/provider.ts';
import type { Queries } from './store.ts';

/** What is kept of a person that no screen of theirs shows, whoever takes payments now. */
export async function keptUnseenOf(store: Queries, userId: string) {
  const orders = await store.query<{
    id: string;
    provider: string;
    kind: OrderKind;
    amount: number;
    currency: string;
    status: string;
    created_at: Date;
  }>(
    `select id, provider, kind, amount, currency, status, created_at from payment_orders
     where user_id = $1 order by created_at, id`,
    [userId],
  );
  const payments = await store.query<{
    kind: OrderKind;
    amount: number;
    currency: string;
    status: PaymentStatus;
    paid_at: Date;
  }>(
    `select o.kind, p.amount, p.currency, p.status, p.paid_at
     from payments p join payment_orders o on o.id = p.order_id
     where o.user_id = $1 order by p.paid_at desc, p.ref`,
    [userId],
  );
  const customers = await store.query<{ provider: string; customer: string }>(
    'select provider, ref as customer from payment_customers where user_id = $1 order by provider',
    [userId],
  );
  const alerts = await store.query<{ written_at: Date; changes: unknown }>(
    'select written_at, changes from price_alerts where user_id = $1 order by written_at, id',
    [userId],
  );
  const answered = await store.query<{ answered_at: Date }>(
    'select answered_at from answered_questions where user_id = $1 order by answered_at',
    [userId],
  );
  // Who else of the staff it was is theirs, not the person's.
  const audit = await store.query<{
    at: Date;
    by: 'you' | 'staff' | 'payment provider';
    action: string;
    details: unknown;
  }>(
    `select at, action, details, case when actor is null then 'payment provider'
       when actor = audit_id then 'you' else 'staff' end as by
     from audit join users on audit_id in (subject, actor) where users.id = $1 order by at, audit.id`,
    [userId],
  );
  return {
    payments: payments.map(({ paid_at, ...payment }) => ({
      ...payment,
      paidAt: paid_at.toISOString(),
    })),
    orders: orders.map(({ created_at, ...order }) => ({
      ...order,
      orderedAt: created_at.toISOString(),
    })),
    paymentCustomers: customers,
    questionsAnswered: answered.map(({ answered_at: at }) => at.toISOString()),
    priceAlertsWaiting: alerts.map(({ written_at, changes }) => ({
      writtenAt: written_at.toISOString(),
      changes,
    })),
    audit: audit.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  };
}
