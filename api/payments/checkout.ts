import { UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';
import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import {
  closeUnpaidOrder,
  customerOf,
  giveUpOrder,
  insertCustomer,
  openOrder,
  ordersOf,
  setOrderRef,
  type Order,
} from '../users/payment-orders.ts';
import { personById } from '../users/people.ts';
import type { UserStore } from '../users/store.ts';
import { signedOut } from '../auth/sessions.ts';
import type { OrderKind, OrderState, PaymentProvider } from './provider.ts';

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
    const { provider, store, clock, newId } = this.#parts;
    const orders = await ordersOf(store, provider.name, userId, clock());
    if (orders.some((order) => order.kind === 'lifetime' && order.premium))
      throw new Problem(
        409,
        'already_lifetime',
        'You have lifetime access already. Nothing was charged.',
      );
    if (orders.some(({ status }) => status === 'processing')) throw underWay();
    const running = orders.find(({ status }) => status === 'active' || status === 'past_due');
    if (kind === 'monthly' && running !== undefined) {
      const owed = await this.#owed(running);
      if (owed !== undefined) return owed;
    }
    // Closed by the provider meanwhile, an order is begun anew, once.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const price = { amount: UNLIMITED_PRICE_CENTS, currency: CURRENCY };
      const order = await openOrder(
        store,
        provider.name,
        { id: newId(), userId, kind, ...price },
        clock(),
      );
      if (order === undefined) continue;
      const state = await this.#stateOf(order, userId);
      if (state.clientSecret !== undefined) return state.clientSecret;
      if (state.status !== 'ended') throw underWay();
      await closeUnpaidOrder(store, order.id);
    }
    throw underWay();
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
    throw new Problem(
      409,
      'already_subscribed',
      'You have Premium by the month already. Nothing was charged.',
    );
  }

  async #stateOf(order: Order, userId: string): Promise<OrderState> {
    const { provider, store } = this.#parts;
    const { id, kind, ref } = order;
    if (ref !== undefined) return provider.look({ kind, ref });
    const state = await this.#beginAt(order, userId).catch(async (error: unknown) => {
      // Stripe answers one order alike for a day, failures too.
      await giveUpOrder(store, id);
      throw error;
    });
    if (await setOrderRef(store, id, state.ref)) return state;
    // Another try of the same person failed at this moment: nobody must pay what is not waited for.
    await provider.end(state);
    throw underWay();
  }

  async #beginAt({ id, kind, amount, currency }: Order, userId: string): Promise<OrderState> {
    const customer = await this.#customer(userId, id);
    return this.#parts.provider.begin({ id, kind, userId, customer, amount, currency });
  }

  async #customer(userId: string, orderId: string): Promise<string> {
    const { provider, store } = this.#parts;
    const known = await customerOf(store, provider.name, userId);
    if (known !== undefined) return known;
    const person = await personById(store, userId);
    if (person === undefined) throw signedOut();
    const made = await provider.makeCustomer({ userId, email: person.email, orderId });
    await insertCustomer(store, provider.name, userId, made);
    return (await customerOf(store, provider.name, userId)) ?? made;
  }
}

const underWay = (): Problem =>
  new Problem(
    409,
    'payment_under_way',
    'A payment of yours is being confirmed by the bank. Nothing more was charged.',
  );
