import { REFUND_DAYS } from '#schemas/constants.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import { writeAudit } from '../users/audit.ts';
import { customerOf, deleteCustomer, goneCustomers } from '../users/payment-customers.ts';
import {
  claimRefund,
  closeUnpaidOrder,
  isPremium,
  ordersOf,
  paymentsBy,
  releaseRefund,
  runsElsewhere,
  unpaidOrdersOfNobody,
  type Order,
  type Payment,
} from '../users/payment-orders.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { Checkout } from './checkout.ts';
import { isRunning, type OrderKind, type PaymentProvider } from './provider.ts';
import { PaymentWebhooks } from './webhooks.ts';

export interface PaymentsOptions {
  /** Undefined where payments are not set up: then nothing can be paid and nobody is premium. */
  provider: PaymentProvider | undefined;
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

interface Buyer {
  orders: Order[];
  customer: string | undefined;
}

const PAYMENTS_SHOWN = 100;
/** By then the provider has told that a refund went through; else it may be asked for again. */
const REFUND_HEARD_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/** Everything about money that the rest of the api asks for. */
export class Payments {
  readonly #options: PaymentsOptions;
  readonly #inUse:
    { provider: PaymentProvider; checkout: Checkout; webhooks: PaymentWebhooks } | undefined;

  constructor(options: PaymentsOptions) {
    this.#options = options;
    const { provider } = options;
    if (provider === undefined) return;
    const parts = { ...options, provider };
    this.#inUse = {
      provider,
      checkout: new Checkout(parts),
      webhooks: new PaymentWebhooks(parts),
    };
  }

  get name(): PaymentProvider['name'] | 'off' {
    return this.#options.provider?.name ?? 'off';
  }

  async isPremium(userId: string): Promise<boolean> {
    const { provider, store, clock } = this.#options;
    return provider !== undefined && isPremium(store, provider.name, userId, clock());
  }

  /** @throws Problem 409 where there is nothing to pay, 503 where payments are not set up */
  async begin(kind: OrderKind, userId: string) {
    const { provider, checkout } = this.#use();
    return {
      clientSecret: await checkout.begin(kind, userId),
      publishableKey: provider.publishableKey,
      sandbox: provider.name === 'sandbox',
    };
  }

  /** @throws RefusedEvent, or what made it fail: then the provider sends the event again */
  async receive(body: Buffer, signature: string | undefined): Promise<void> {
    await this.#use().webhooks.receive(body, signature);
  }

  /** The subscription that runs; undefined without one, and with lifetime access. */
  async subscriptionOf(userId: string): Promise<Order | undefined> {
    const { store, clock, provider } = this.#options;
    if (provider === undefined) return undefined;
    const orders = await ordersOf(store, provider.name, userId, clock());
    if (orders.some(({ kind, premium }) => kind === 'lifetime' && premium)) return undefined;
    return orders.find(isRunning);
  }

  /**
   * Every one that runs, also beside lifetime access: none may go on taking money.
   * @returns whether all of them have ended, none lasting to the end of a paid period
   * @throws Problem 404 without a subscription
   */
  async cancelSubscription(userId: string): Promise<boolean> {
    const { provider } = this.#use();
    const { store, clock } = this.#options;
    const running = (await ordersOf(store, provider.name, userId, clock())).filter(isRunning);
    if (running.length === 0)
      throw new Problem(404, 'no_subscription', 'You have no subscription to cancel.');
    let endsNow = true;
    for (const { id, kind, ref, status } of running) {
      // What is owed would be tried again until the period's end, which nothing was paid for: it ends now.
      const isOwed = ref !== undefined && status === 'past_due' && (await this.#isOwed(kind, ref));
      if (isOwed) await provider.end({ kind, ref });
      else if (ref !== undefined) await provider.cancelAtPeriodEnd(ref);
      endsNow &&= isOwed;
      await this.#note(userId, 'subscription.cancelled', userId, { order: id });
    }
    return endsNow;
  }

  /**
   * The month that was cancelled, and runs still, is followed by another.
   * @throws Problem 404 without one, 409 where it was ended otherwise meanwhile
   */
  async resumeSubscription(userId: string): Promise<void> {
    const { provider } = this.#use();
    const running = await this.subscriptionOf(userId);
    if (running?.ref === undefined || !running.cancelsAtEnd)
      throw new Problem(404, 'no_subscription', 'You have no cancelled subscription.');
    const { id, kind, ref } = running;
    await provider.resume(ref);
    const { status, period } = await provider.look({ kind, ref });
    if (status !== 'active' || period?.cancelsAtEnd !== false)
      throw new Problem(
        409,
        'not_resumable',
        'Your subscription has an end that cannot be taken back. Nothing was charged.',
      );
    await this.#note(userId, 'subscription.resumed', userId, { order: id });
  }

  /** A renewal that was refused may have been paid since, and its event not told so yet. */
  async #isOwed(kind: OrderKind, ref: string): Promise<boolean> {
    return (await this.#use().provider.look({ kind, ref })).status !== 'active';
  }

  /**
   * Nothing more is taken from a person whose account is about to be deleted, and the provider forgets them.
   * @throws PaymentProviderError, or Problem 503: the account must then stay
   */
  async endAll(userId: string): Promise<void> {
    const { provider, store } = this.#options;
    if (await runsElsewhere(store, provider?.name, userId)) throw notSetUp();
    if (provider === undefined) return;
    const buyer = await this.#buyer(store, userId);
    await this.#end(buyer);
    if (buyer.orders.length > 0) await this.#note(userId, 'account.orders_ended', userId, {});
  }

  /**
   * What accounts that are gone left at the provider: what was begun while one was on its way out, and who they
   * were. What fails is told, and done by the next call.
   */
  async forgetGone(): Promise<void> {
    const { provider, store, clock, logger } = this.#options;
    if (provider === undefined) return;
    const orders = await unpaidOrdersOfNobody(store, provider.name, clock());
    const customers = await goneCustomers(store, provider.name);
    for (const left of [
      ...orders.map((order) => ({ orders: [order], customer: undefined })),
      ...customers.map((customer) => ({ orders: [], customer })),
    ])
      await this.#end(left).catch((error: unknown) =>
        logger.warn(
          { err: error },
          'the payment provider may still know somebody whose account is gone; it is tried again',
        ),
      );
  }

  /** Those of a person whom one of the staff looks at, which is written down. */
  async paymentsFor(actor: string, userId: string): Promise<(Payment & { refundable: boolean })[]> {
    await this.#note(actor, 'payments.read', userId, {});
    const { provider, store } = this.#options;
    if (provider === undefined) return [];
    const found = await paymentsBy(store, provider.name, { userId }, PAYMENTS_SHOWN);
    return found.map((payment) => ({
      ...payment,
      refundable: this.#whyNotRefundable(payment) === undefined,
    }));
  }

  /**
   * Gives a payment back; what it paid for ends when the provider says that it did.
   * @param actor who of the staff does it
   * @throws Problem 404 without such a payment, 409 where it went back already, is about to or is too old
   */
  async refund(ref: string, actor: string): Promise<void> {
    const { provider } = this.#use();
    const { store, clock } = this.#options;
    const [payment] = await paymentsBy(store, provider.name, { ref }, 1);
    if (payment === undefined)
      throw new Problem(404, 'unknown_payment', `There is no payment '${ref}'.`);
    const reason = this.#whyNotRefundable(payment);
    if (reason !== undefined) throw new Problem(409, 'not_refundable', reason);
    const now = clock();
    const since = new Date(now.getTime() - REFUND_HEARD_MS);
    if (!(await claimRefund(store, provider.name, ref, { now, since })))
      throw new Problem(
        409,
        'refund_under_way',
        'Somebody has just asked for this refund. Please look again in a minute.',
      );
    try {
      // First who asked for it: a refund without a name would be worse than a name without a refund.
      await this.#note(actor, 'refund.asked', payment.userId ?? null, {
        payment: ref,
        amount: payment.amount,
      });
      await provider.refund(ref);
    } catch (error) {
      await releaseRefund(store, provider.name, ref);
      throw error;
    }
  }

  /** A person as the provider has them: what may still take their money, and what it calls them. */
  async #buyer(queries: Queries, userId: string): Promise<Buyer> {
    const { provider } = this.#use();
    const orders = await ordersOf(queries, provider.name, userId, this.#options.clock());
    return { orders, customer: await customerOf(queries, provider.name, userId) };
  }

  async #end({ orders, customer }: Buyer): Promise<void> {
    const { provider } = this.#use();
    const { store } = this.#options;
    for (const { id, kind, ref, status } of orders) {
      if (status === 'ended' || status === 'paid' || status === 'disputed') continue;
      if (ref !== undefined) await provider.end({ kind, ref });
      await closeUnpaidOrder(store, id);
    }
    if (customer === undefined) return;
    await provider.forget(customer);
    // Should the account stay after all, its next payment makes another customer.
    await deleteCustomer(store, provider.name, customer);
  }

  #whyNotRefundable({ status, paidAt }: Payment): string | undefined {
    if (status !== 'paid') return `The payment is ${status} already.`;
    const age = this.#options.clock().getTime() - paidAt.getTime();
    return age > REFUND_DAYS * DAY_MS
      ? `The payment is older than ${REFUND_DAYS} days.`
      : undefined;
  }

  #note(
    actor: string,
    action: string,
    subject: string | null,
    details: Record<string, string | number>,
  ): Promise<void> {
    const { store, newId, clock } = this.#options;
    return writeAudit(store, { id: newId(), at: clock(), actor, action, subject, details });
  }

  #use() {
    if (this.#inUse === undefined) throw notSetUp();
    return this.#inUse;
  }
}

const notSetUp = (): Problem =>
  new Problem(
    503,
    'payments_not_set_up',
    'Payments are not set up on this server at this moment. Nothing was charged.',
  );
