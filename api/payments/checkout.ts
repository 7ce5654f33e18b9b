import { UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';
import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import {
  customerOf,
  deleteCustomer,
  insertCustomer,
  insertGoneCustomer,
} from '../users/payment-customers.ts';
import {
  closeUnpaidOrder,
  giveUpOrder,
  lockBuyer,
  openOrder,
  ordersOf,
  setOrderRef,
  type Order,
} from '../users/payment-orders.ts';
import { personById } from '../users/people.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { signedOut } from '../auth/sessions.ts';
import {
  CustomerGone,
  isRunning,
  type OrderKind,
  type OrderState,
  type PaymentProvider,
} from './provider.ts';

const CURRENCY = 'usd';

interface Parts {
  provider: PaymentProvider;
  store: UserStore;
  clock: Clock;
  newId: NewId;
}

/** Beginning to pay: what a browser needs to hand a card to the provider. It gives nobody anything. */
export class Checkout {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * One open order a person and kind: a second click, or a second tab, pays the same one.
   * @returns the secret the browser pays with
   * @throws Problem 409 where there is nothing to pay
   */
  async begin(kind: OrderKind, userId: string): Promise<string> {
    const { provider, store, clock } = this.#parts;
    const orders = await ordersOf(store, provider.name, userId, clock());
    refuseMore(orders);
    const running = orders.find(isRunning);
    if (kind === 'monthly' && running !== undefined) {
      const owed = await this.#owed(running);
      if (owed !== undefined) return owed;
    }
    await this.#refuseUntold(orders.find((one) => one.kind !== kind && one.status === 'open'));
    // Closed by the provider meanwhile, an order is begun anew, once.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const order = await store.tx((queries) => this.#open(queries, kind, userId, running?.id));
      const state = order && (await this.#stateOf(order, userId));
      if (order === undefined || state === undefined) continue;
      if (state.clientSecret !== undefined) return state.clientSecret;
      if (state.status !== 'ended') throw underWay();
      await closeUnpaidOrder(store, order.id);
    }
    throw underWay();
  }

  /**
   * The person's open order, else a new one; no event is applied to their orders meanwhile.
   * @param known a subscription that was found to have ended
   */
  async #open(
    queries: Queries,
    kind: OrderKind,
    userId: string,
    known: string | undefined,
  ): Promise<Order | undefined> {
    const { provider, clock, newId } = this.#parts;
    if (!(await lockBuyer(queries, userId))) throw signedOut();
    const orders = await ordersOf(queries, provider.name, userId, clock());
    refuseMore(orders);
    if (kind === 'monthly' && orders.some((one) => isRunning(one) && one.id !== known))
      throw alreadySubscribed();
    const price = { amount: UNLIMITED_PRICE_CENTS, currency: CURRENCY };
    return openOrder(queries, provider.name, { id: newId(), userId, kind, ...price }, clock());
  }

  /** What was paid a moment ago, and whose event has not told so yet, must not be paid in another way. */
  async #refuseUntold(other: Order | undefined): Promise<void> {
    if (other?.ref === undefined) return;
    const { kind, ref } = other;
    const { status } = await this.#parts.provider.look({ kind, ref });
    if (status !== 'open' && status !== 'ended') throw underWay();
  }

  /**
   * A subscription whose renewal was refused is paid with another card; else there is nothing to pay.
   * @returns undefined for one that ended, and whose event has not told so yet
   */
  async #owed({ ref, kind, status, premium }: Order): Promise<string | undefined> {
    const isInDoubt = status === 'past_due' || !premium;
    const state =
      isInDoubt && ref !== undefined ? await this.#parts.provider.look({ kind, ref }) : undefined;
    if (state?.status === 'ended') return undefined;
    if (state?.clientSecret !== undefined) return state.clientSecret;
    throw alreadySubscribed();
  }

  /** @returns undefined where the provider did not begin it, and another order is to be tried */
  async #stateOf(order: Order, userId: string): Promise<OrderState | undefined> {
    const { provider, store } = this.#parts;
    const { id, kind, ref } = order;
    if (ref !== undefined) return provider.look({ kind, ref });
    const state = await this.#beginAt(order, userId).catch(async (error: unknown) => {
      // Stripe answers one order alike for a day, failures too.
      await giveUpOrder(store, id);
      if (error instanceof CustomerGone) return undefined;
      throw error;
    });
    if (state === undefined) return undefined;
    const status = await setOrderRef(store, id, state.ref);
    if (status === 'open') return state;
    // Another try of the same person had this answer before, and what came of it was told already.
    if (status !== undefined) return provider.look(state);
    // Another try of the same person failed at this moment: nobody must pay what is not waited for.
    await provider.end(state);
    throw underWay();
  }

  async #beginAt({ id, kind, amount, currency }: Order, userId: string): Promise<OrderState> {
    const { provider, store } = this.#parts;
    const customer = await this.#customer(userId, id);
    return provider
      .begin({ id, kind, userId, customer, amount, currency })
      .catch(async (error: unknown) => {
        if (error instanceof CustomerGone) await deleteCustomer(store, provider.name, customer);
        throw error;
      });
  }

  async #customer(userId: string, orderId: string): Promise<string> {
    const { provider, store } = this.#parts;
    const known = await customerOf(store, provider.name, userId);
    if (known !== undefined) return known;
    const person = await personById(store, userId);
    if (person === undefined) throw signedOut();
    const made = await provider.makeCustomer({ userId, email: person.email, orderId });
    await insertCustomer(store, provider.name, userId, made);
    const kept = await customerOf(store, provider.name, userId);
    if (kept === made) return made;
    // It holds an e-mail: noted first, so that it is forgotten later where that does not work now.
    await insertGoneCustomer(store, provider.name, made);
    await provider.forget(made);
    await deleteCustomer(store, provider.name, made);
    if (kept === undefined) throw signedOut();
    return kept;
  }
}

/** @throws Problem 409 for who has it for life, and while a bank works on a payment */
function refuseMore(orders: readonly Order[]): void {
  if (orders.some((order) => order.kind === 'lifetime' && order.premium))
    throw new Problem(
      409,
      'already_lifetime',
      'You have lifetime access already. Nothing was charged.',
    );
  if (orders.some(({ status }) => status === 'processing')) throw underWay();
}

const alreadySubscribed = (): Problem =>
  new Problem(
    409,
    'already_subscribed',
    'You have Premium by the month already. Nothing was charged.',
  );

const underWay = (): Problem =>
  new Problem(
    409,
    'payment_under_way',
    'A payment of yours is being confirmed by the bank. Nothing more was charged.',
  );
