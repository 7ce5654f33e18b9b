import type { Stripe } from 'stripe';
import type {
  OrderState,
  OrderStatus,
  PaymentState,
  PaymentStatus,
  ProviderEvent,
} from './provider.ts';

const instant = (seconds: number): Date => new Date(seconds * 1_000);
const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id;

/** Disputes in which the money is with us: inquiries, and those that we won or that were stopped. */
const SETTLED = new Set(['won', 'prevented', 'warning_closed']);
const isOpen = ({ status }: Stripe.Dispute): boolean =>
  !SETTLED.has(status) && !status.startsWith('warning_');

/** @returns undefined where nothing was taken */
export function paymentOf(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): PaymentState | undefined {
  if (intent.status !== 'succeeded') return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const status: PaymentStatus =
    charge?.refunded === true ? 'refunded' : disputes.some(isOpen) ? 'disputed' : 'paid';
  return {
    ref: intent.id,
    amount: intent.amount_received,
    currency: intent.currency,
    status,
    paidAt: instant(charge?.created ?? intent.created),
  };
}

export function lifetimeState(
  intent: Stripe.PaymentIntent,
  payment: PaymentState | undefined,
): OrderState {
  const status = lifetimeStatus(intent, payment);
  return {
    ref: intent.id,
    kind: 'lifetime',
    orderId: intent.metadata['order'],
    userId: intent.metadata['user'],
    amount: payment?.amount ?? intent.amount,
    currency: intent.currency,
    status,
    clientSecret: status === 'open' ? (intent.client_secret ?? undefined) : undefined,
    period: undefined,
    payments: payment === undefined ? [] : [payment],
    latest: payment?.status,
  };
}

function lifetimeStatus(
  { status }: Stripe.PaymentIntent,
  payment: PaymentState | undefined,
): OrderStatus {
  if (payment !== undefined) return payment.status === 'refunded' ? 'ended' : payment.status;
  if (status === 'processing') return 'processing';
  return status === 'canceled' ? 'ended' : 'open';
}

/** A subscription that is unpaid may still be paid; what is paused or expired is begun anew. */
const SUBSCRIPTION_STATUS: Readonly<Record<string, OrderStatus>> = {
  incomplete: 'open',
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
};

export function monthlyState(
  subscription: Stripe.Subscription,
  payments: PaymentState[],
): OrderState {
  const [item] = subscription.items.data;
  const invoice = invoiceOf(subscription);
  const status = SUBSCRIPTION_STATUS[subscription.status] ?? 'ended';
  const isPayable = status === 'open' || status === 'past_due';
  return {
    ref: subscription.id,
    kind: 'monthly',
    orderId: subscription.metadata['order'],
    userId: subscription.metadata['user'],
    amount: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    currency: subscription.currency,
    status,
    clientSecret: isPayable ? invoice?.confirmation_secret?.client_secret : undefined,
    period: item && {
      start: instant(item.current_period_start),
      end: instant(subscription.cancel_at ?? item.current_period_end),
      cancelsAtEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      isGivenUp: subscription.status === 'unpaid',
    },
    payments,
    latest:
      payments.find(({ ref }) => paymentsOfInvoice(subscription).includes(ref))?.status ??
      (invoice?.status === 'paid' ? 'paid' : undefined),
  };
}

/** The intents that paid the latest invoice. */
export function paymentsOfInvoice(subscription: Stripe.Subscription): string[] {
  return (invoiceOf(subscription)?.payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .flatMap(({ payment }) => idOf(payment.payment_intent) ?? []);
}

function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | undefined {
  return typeof invoice === 'object' && invoice !== null ? invoice : undefined;
}

/** The order or the payment an event names, and our own id of the order where it was handed on. */
export function aboutWhat(event: Stripe.Event): ProviderEvent {
  const about: ProviderEvent = {
    id: event.id,
    type: event.type,
    orderId: undefined,
    order: undefined,
    payment: undefined,
  };
  const { object } = event.data;
  if (!('object' in object)) return about;
  switch (object.object) {
    case 'payment_intent': {
      const orderId = object.metadata['order'];
      // Without our mark it is of a subscription's invoice.
      return orderId === undefined
        ? { ...about, payment: object.id }
        : { ...about, orderId, order: { kind: 'lifetime', ref: object.id } };
    }
    case 'charge':
    case 'dispute':
    case 'refund':
      return { ...about, payment: idOf(object.payment_intent) };
    case 'subscription':
      return {
        ...about,
        orderId: object.metadata['order'],
        order: { kind: 'monthly', ref: object.id },
      };
    case 'invoice': {
      const details = object.parent?.subscription_details;
      const ref = idOf(details?.subscription);
      return ref === undefined
        ? about
        : { ...about, orderId: details?.metadata?.['order'], order: { kind: 'monthly', ref } };
    }
    default:
      return about;
  }
}
