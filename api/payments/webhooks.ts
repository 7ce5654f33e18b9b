import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { writeAudit } from '../users/audit.ts';
import {
  insertEvent,
  isEventApplied,
  orderById,
  orderByRef,
  ordersOf,
  updateOrder,
  writePayment,
  type Order,
} from '../users/payment-orders.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { mustEnd, premiumUntil } from './premium.ts';
import {
  PaymentProviderError,
  type OrderState,
  type PaymentProvider,
  type ProviderEvent,
} from './provider.ts';

interface Parts {
  provider: PaymentProvider;
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

/** How often state is asked for again because somebody wrote meanwhile. */
const ATTEMPTS = 20;

/**
 * What the provider's events do: the only place where premium is given and taken. An event says that
 * something changed, never what: the order is asked for anew, so that events may come in any order and
 * any number. It is kept in the same transaction as its effect: what fails on the way is answered as a
 * failure, and the provider sends it again.
 */
export class PaymentWebhooks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws BadSignature, PaymentProviderError, or what the store throws; then it will be sent again */
  async receive(body: Buffer, signature: string | undefined): Promise<void> {
    const { provider, store, clock } = this.#parts;
    const event = provider.readEvent(body, signature);
    if (await isEventApplied(store, provider.name, event.id)) return;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const order = await this.#orderOf(event);
      const ref = order?.ref ?? event.order?.ref;
      if (order === undefined || ref === undefined) {
        // Other business of the same account at the provider: noted, so that it is not looked at again.
        const received = { ...event, orderId: null, receivedAt: clock() };
        await insertEvent(store, provider.name, received);
        return;
      }
      const state = await provider.look({ kind: order.kind, ref }, event.payment);
      const fault = faultOf(order, state);
      if (fault === undefined) await this.#followUp(order, state);
      const isDone = await store
        .tx((queries) => this.#apply(queries, event, order, state, fault))
        .catch((error: unknown) => {
          if (error instanceof Outdated) return false;
          throw error;
        });
      if (isDone) return;
    }
    throw new PaymentProviderError(`The order of event ${event.id} changed again and again.`);
  }

  async #orderOf({ orderId, order, payment }: ProviderEvent): Promise<Order | undefined> {
    const { provider, store, clock } = this.#parts;
    const now = clock();
    const ref = order?.ref ?? payment;
    const known = ref && (await orderByRef(store, provider.name, ref, now));
    if (known || orderId === undefined || order === undefined) return known || undefined;
    // The event was faster than the answer to what began the order.
    const named = isUuid(orderId) ? await orderById(store, orderId, now) : undefined;
    return named?.kind === order.kind && named.ref === undefined ? named : undefined;
  }

  /** What has to be done at the provider, before it is written: tried again, it is done once. */
  async #followUp(order: Order, state: OrderState): Promise<void> {
    const { provider, store, clock, logger } = this.#parts;
    if (mustEnd(state)) await provider.end(state);
    const isPaid = state.status === 'paid' || state.status === 'active';
    if (!isPaid) return;
    if (order.userId === undefined) {
      // Paid by a slow bank after the account was deleted: it buys nobody anything.
      for (const { ref, status } of order.status === state.status ? [] : state.payments)
        if (status === 'paid') await provider.refund(ref);
      if (state.kind === 'monthly') await provider.end(state);
      logger.warn({ orderId: order.id }, 'money for an account that is gone was given back');
      return;
    }
    if (state.kind !== 'lifetime') return;
    // Lifetime access ends what is paid by the month, and what was about to be.
    const others = await ordersOf(store, provider.name, order.userId, clock());
    for (const { kind, ref, status } of others)
      if (kind === 'monthly' && status !== 'ended' && ref !== undefined)
        await provider.end({ kind, ref });
  }

  async #apply(
    queries: Queries,
    event: ProviderEvent,
    order: Order,
    state: OrderState,
    fault: string | undefined,
  ): Promise<boolean> {
    const { provider, clock, newId, logger } = this.#parts;
    const at = clock();
    const received = { ...event, orderId: order.id, receivedAt: at };
    if (!(await insertEvent(queries, provider.name, received))) return true;
    const note = (action: string, details: Record<string, string | number | null>) =>
      writeAudit(queries, {
        id: newId(),
        at,
        actor: null,
        action,
        subject: order.userId ?? null,
        details: { order: order.id, event: event.id, ...details },
      });
    if (fault !== undefined) {
      logger.error(
        { orderId: order.id, eventId: event.id, fault },
        'a payment is not of its order',
      );
      await note('payment.unexpected', { fault });
      return true;
    }
    const until = order.userId === undefined ? null : premiumUntil(state);
    if (!(await updateOrder(queries, order, state, until))) throw new Outdated();
    for (const payment of state.payments) {
      const before = await writePayment(queries, provider.name, order.id, payment);
      if (before !== payment.status)
        await note(`payment.${payment.status}`, {
          payment: payment.ref,
          amount: payment.amount,
          currency: payment.currency,
        });
    }
    const after = await orderById(queries, order.id, at);
    if (after !== undefined && after.premium !== order.premium)
      await note(after.premium ? 'premium.granted' : 'premium.taken', { kind: order.kind });
    return true;
  }
}

/** Somebody wrote the order since it was read. */
class Outdated extends Error {}

/** Amount, currency and buyer must be what was ordered. */
function faultOf(order: Order, state: OrderState): string | undefined {
  const { userId } = order;
  if (state.orderId !== order.id) return 'order';
  if (userId !== undefined && state.userId !== userId) return 'user';
  if (state.amount !== order.amount) return 'amount';
  if (state.currency !== order.currency) return 'currency';
  const wrong = state.payments.find(
    ({ amount, currency }) => amount !== order.amount || currency !== order.currency,
  );
  return wrong && 'payment';
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isUuid = (text: string): boolean => UUID.test(text);
