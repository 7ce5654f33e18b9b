import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { writeAudit } from '../users/audit.ts';
import {
  giveUpOrder,
  insertEvent,
  isEventApplied,
  lockBuyer,
  orderById,
  orderByRef,
  ordersOf,
  paymentsBy,
  updateOrder,
  writePayment,
  type Order,
} from '../users/payment-orders.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { mustEnd, paidUntilOf, premiumUntil } from './premium.ts';
import {
  isRunning,
  PaymentProviderError,
  type OrderState,
  type PaymentState,
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

/** What was found of an order before it is written. */
interface Findings {
  /** Why it is not the order that was begun. */
  fault: string | undefined;
  /** Payments that count for nothing, and are given back. */
  odd: PaymentState[];
  /** Why it gives nothing. */
  inVain: string | undefined;
}

const NOT_OF_ITS_ORDER = 'a payment is not of its order';

/** How often state is asked for again because somebody wrote meanwhile. */
const ATTEMPTS = 20;
/** More than a month after another makes in a lifetime. */
const PAYMENTS_AT_MOST = 1_000;

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

  /** @throws RefusedEvent, PaymentProviderError, or what the store throws; then it will be sent again */
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
      const all = await this.#ordersOf(store, order);
      const looked = await provider.look({ kind: order.kind, ref }, event.payment);
      const fault = faultOf(order, looked);
      const { state, odd } = withoutOdd(order, looked);
      const others = all.filter(({ id }) => id !== order.id);
      let inVain: string | undefined;
      if (fault === undefined) {
        inVain = await this.#followUp(order, state, others);
        // Taken at another price than was agreed: it buys nothing.
        for (const { ref: payment, status } of odd)
          if (status === 'paid') await provider.refund(payment);
      }
      const isDone = await store
        .tx(async (queries) => {
          await this.#standStill(queries, order, all);
          return this.#apply(queries, event, order, state, { fault, odd, inVain });
        })
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

  /** Those of the order's buyer, itself among them. */
  async #ordersOf(queries: Queries, { userId }: Order): Promise<Order[]> {
    const { provider, clock } = this.#parts;
    return userId === undefined ? [] : ordersOf(queries, provider.name, userId, clock());
  }

  /**
   * What an order gives depends on the buyer's others: they must be as they were read.
   * @throws Outdated where they are not, or the account is gone
   */
  async #standStill(queries: Queries, order: Order, read: readonly Order[]): Promise<void> {
    if (order.userId === undefined) return;
    if (!(await lockBuyer(queries, order.userId))) throw new Outdated();
    const now = await this.#ordersOf(queries, order);
    const isSame = now.every(
      ({ id, version }, i) => read[i]?.id === id && read[i].version === version,
    );
    if (now.length !== read.length || !isSame) throw new Outdated();
  }

  /**
   * What has to be done at the provider, before it is written: tried again, it is done once.
   * @returns why the order gives nothing, where it was paid in vain
   */
  async #followUp(
    order: Order,
    state: OrderState,
    others: readonly Order[],
  ): Promise<string | undefined> {
    const { provider, store, logger } = this.#parts;
    const inVain = await this.#whyInVain(order, state, others);
    if (inVain === undefined) {
      if (mustEnd(state)) await provider.end(state);
      const isNews = order.status !== 'paid' && order.status !== 'disputed';
      if (state.kind === 'lifetime' && state.status === 'paid' && isNews)
        await this.#endMonths(order, state, others);
      return undefined;
    }
    const isUnpaid = state.status !== 'ended' && state.payments.length === 0;
    if (isUnpaid || isRunning(state)) await provider.end(state);
    const told = await paymentsBy(store, provider.name, { orderId: order.id }, PAYMENTS_AT_MOST);
    for (const { ref, status } of state.payments) {
      // What was told already bought something at its time.
      if (status !== 'paid' || told.some((known) => known.ref === ref)) continue;
      await provider.refund(ref);
      logger.warn({ orderId: order.id, inVain }, 'a payment that buys nothing was given back');
    }
    return inVain;
  }

  async #whyInVain(
    { userId, status }: Order,
    state: OrderState,
    others: readonly Order[],
  ): Promise<string | undefined> {
    // Paid by a slow bank after the account was deleted: it buys nobody anything.
    if (userId === undefined) return 'account gone';
    const isForLife = others.some(({ kind, premium }) => kind === 'lifetime' && premium);
    if (state.kind === 'lifetime')
      return isForLife && status !== 'paid' && status !== 'disputed' ? 'paid twice' : undefined;
    if (isForLife) return 'lifetime access';
    if (state.status !== 'active' || isRunning({ status })) return undefined;
    for (const { kind, ref, ...other } of others) {
      if (kind !== 'monthly' || ref === undefined || !isRunning(other)) continue;
      // It may have ended without our being told.
      const there = await this.#parts.provider.look({ kind, ref });
      if (isRunning(there) && !mustEnd(there)) return 'paid twice';
    }
    return undefined;
  }

  /** Lifetime access ends what is paid by the month, and what was about to be; what was paid since goes back. */
  async #endMonths(
    { userId }: Order,
    { payments: [lifetime] }: OrderState,
    others: readonly Order[],
  ): Promise<void> {
    const { provider, store } = this.#parts;
    for (const { id, kind, ref, status } of others) {
      if (kind !== 'monthly' || status === 'ended') continue;
      if (ref === undefined) await giveUpOrder(store, id);
      else await provider.end({ kind, ref });
    }
    if (userId === undefined || lifetime === undefined) return;
    for (const paid of await paymentsBy(store, provider.name, { userId }, PAYMENTS_AT_MOST))
      if (paid.kind === 'monthly' && paid.status === 'paid' && paid.paidAt > lifetime.paidAt)
        await provider.refund(paid.ref);
  }

  async #apply(
    queries: Queries,
    event: ProviderEvent,
    order: Order,
    state: OrderState,
    { fault, odd, inVain }: Findings,
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
      logger.error({ orderId: order.id, eventId: event.id, fault }, NOT_OF_ITS_ORDER);
      await note('payment.unexpected', { fault });
      return true;
    }
    const paidUntil = paidUntilOf(state, order.paidUntil);
    const until = inVain === undefined ? premiumUntil(state, paidUntil) : null;
    if (!(await updateOrder(queries, order, state, { premiumUntil: until, paidUntil })))
      throw new Outdated();
    for (const { ref, amount, currency } of odd) {
      logger.error({ orderId: order.id, eventId: event.id, fault: 'payment' }, NOT_OF_ITS_ORDER);
      await note('payment.unexpected', { fault: 'payment', payment: ref, amount, currency });
    }
    for (const payment of state.payments) {
      const before = await writePayment(queries, provider.name, order.id, payment);
      if (before !== payment.status)
        await note(`payment.${payment.status}`, {
          payment: payment.ref,
          amount: payment.amount,
          currency: payment.currency,
          ...(inVain === undefined ? {} : { inVain }),
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

/**
 * Amount, currency and buyer must be what was ordered. Only its own account at the provider can set what is paid by
 * the month anew: there each payment is looked at for itself, so that what is taken too much goes back.
 */
function faultOf(order: Order, state: OrderState): string | undefined {
  const { userId } = order;
  if (state.orderId !== order.id) return 'order';
  if (userId !== undefined && state.userId !== userId) return 'user';
  if (state.kind === 'lifetime' && state.amount !== order.amount) return 'amount';
  return state.currency === order.currency ? undefined : 'currency';
}

/**
 * A credit or a coupon may take off a month's price. A month that was taken at more, or in another
 * currency, counts as unpaid and is given back; what else the provider says of the subscription holds.
 */
function withoutOdd(order: Order, state: OrderState): { state: OrderState; odd: PaymentState[] } {
  const isOdd = ({ amount, currency }: PaymentState): boolean =>
    amount > order.amount || currency !== order.currency;
  const odd = state.payments.filter(isOdd);
  if (odd.length === 0) return { state, odd };
  const payments = state.payments.filter((payment) => !isOdd(payment));
  return { state: { ...state, payments, latest: undefined }, odd };
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isUuid = (text: string): boolean => UUID.test(text);
