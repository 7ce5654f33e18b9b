import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SANDBOX_OUTCOMES, SandboxCard } from '#schemas/api/payments.ts';
import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import {
  dueSandboxObjects,
  insertSandboxObject,
  markSandboxObjectTold,
  sandboxObject,
  untoldSandboxObjects,
  updateSandboxObject,
  type SandboxRow,
} from '../users/sandbox-objects.ts';
import type { UserStore } from '../users/store.ts';
import {
  PaymentRefused,
  type NewOrder,
  type OrderKind,
  type OrderState,
  type OrderStatus,
  type PaymentProvider,
  type PaymentStatus,
  type ProviderEvent,
} from './provider.ts';
import { readSigned, sign } from './signed-event.ts';

interface Options {
  store: UserStore;
  clock: Clock;
  logger: Logger;
}

/** What is kept of an order. Instants are ISO texts. */
interface Kept {
  kind: OrderKind;
  orderId: string;
  amount: number;
  currency: string;
  secret: string;
  status: OrderStatus;
  period: { start: string; end: string; cancelsAtEnd: boolean } | null;
  payments: { ref: string; status: PaymentStatus; paidAt: string }[];
}

export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];
type Deliver = (body: Buffer, signature: string) => Promise<void>;

const SLOW_BANK_MS = 10_000;

const event = z.object({
  id: z.string(),
  type: z.string(),
  orderId: z.string(),
  order: z.object({ kind: z.enum(['lifetime', 'monthly']), ref: z.string() }),
});

/**
 * A payment provider that charges nobody: orders are rows of the user store, test cards say what happens,
 * and its events are signed and taken in as Stripe's are.
 */
export class Sandbox implements PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = null;
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** Of this process alone: it tells itself only. */
  readonly #secret = randomBytes(32).toString('base64url');
  #deliver: Deliver | undefined;
  #isTelling = false;

  constructor({ store, clock, logger }: Options) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Who takes the events in. */
  deliverTo(deliver: Deliver): void {
    this.#deliver = deliver;
  }

  async makeCustomer({ orderId }: { orderId: string }): Promise<string> {
    return `sandbox_customer_${orderId}`;
  }

  async forget(): Promise<void> {
    // Whose an order is goes with the account by itself.
  }

  async begin({ id, kind, userId, amount, currency }: NewOrder): Promise<OrderState> {
    const ref = `sandbox_${id}`;
    const secret = `${ref}_secret_${randomBytes(16).toString('base64url')}`;
    const order = { kind, orderId: id, amount, currency, secret };
    const kept: Kept = { ...order, status: 'open', period: null, payments: [] };
    await insertSandboxObject(this.#store, ref, secret, userId, kept);
    return this.look({ ref });
  }

  async look({ ref }: { ref: string }): Promise<OrderState> {
    const found = await sandboxObject<Kept>(this.#store, { ref });
    if (found === undefined)
      throw new PaymentRefused(`The sandbox has no '${ref}'.`, 'unknown_order');
    return stateOf(found);
  }

  cancelAtPeriodEnd(ref: string): Promise<void> {
    return this.#endsWithPeriod(ref, true);
  }

  resume(ref: string): Promise<void> {
    return this.#endsWithPeriod(ref, false);
  }

  async #endsWithPeriod(ref: string, cancelsAtEnd: boolean): Promise<void> {
    await this.#change({ ref }, (kept) => {
      if (kept.status !== 'active' || kept.period === null) return undefined;
      return { ...kept, period: { ...kept.period, cancelsAtEnd } };
    });
  }

  async end({ ref }: { ref: string }): Promise<void> {
    await this.#change({ ref }, (kept) =>
      kept.status === 'paid' || kept.status === 'ended' ? undefined : { ...kept, status: 'ended' },
    );
  }

  async refund(payment: string): Promise<void> {
    await this.#change({ payment }, (kept) => ({
      ...kept,
      status: kept.kind === 'lifetime' ? 'ended' : kept.status,
      payments: kept.payments.map((one) =>
        one.ref === payment ? { ...one, status: 'refunded' } : one,
      ),
    }));
  }

  readEvent(body: Buffer, signature: string | undefined): ProviderEvent {
    const text = readSigned(body, signature, this.#secret, this.#clock);
    return { ...event.parse(JSON.parse(text)), payment: undefined };
  }

  /**
   * What the card does with an order of the person.
   * @returns undefined where the person has no such order to pay
   */
  async pay(
    { clientSecret, cardNumber, authenticated }: PaidWith,
    userId: string,
  ): Promise<SandboxOutcome | undefined> {
    let outcome: SandboxOutcome | undefined;
    await this.#change({ secret: clientSecret }, (kept, { user_id: owner }) => {
      if (owner !== userId || kept.status !== 'open') return undefined;
      outcome = outcomeOf(cardNumber, authenticated);
      if (outcome === 'succeeded') return this.#paid(kept);
      return outcome === 'processing' ? { ...kept, status: 'processing' } : undefined;
    });
    return outcome;
  }

  /** What time has brought: a slow bank's answer, the next month. Then tells what has not been told. */
  async settle(): Promise<void> {
    const now = this.#clock();
    for (const ref of await dueSandboxObjects(this.#store, now))
      await this.#change({ ref }, (kept, { due_at: dueAt }) => {
        // Another process may have been first, or it was ended at this moment.
        if (dueAt === null || dueAt > now) return undefined;
        const isOver = kept.status === 'active' && kept.period?.cancelsAtEnd === true;
        return isOver ? { ...kept, status: 'ended' } : this.#paid(kept);
      });
    await this.#tell();
  }

  #paid(kept: Kept): Kept {
    const now = this.#clock();
    const payment = {
      ref: `sandbox_${kept.orderId}_payment_${kept.payments.length + 1}`,
      status: 'paid' as const,
      paidAt: now.toISOString(),
    };
    const payments = [payment, ...kept.payments];
    if (kept.kind === 'lifetime') return { ...kept, status: 'paid', payments };
    const start = kept.period?.end ?? now.toISOString();
    const end = monthAfter(new Date(start)).toISOString();
    return { ...kept, status: 'active', payments, period: { start, end, cancelsAtEnd: false } };
  }

  async #change(
    by: { ref?: string; secret?: string; payment?: string },
    work: (kept: Kept, row: SandboxRow<Kept>) => Kept | undefined,
  ): Promise<void> {
    const isChanged = await this.#store.tx(async (queries) => {
      const found = await sandboxObject<Kept>(queries, by, 'for update');
      const changed = found && work(found.data, found);
      if (found === undefined || changed === undefined) return false;
      await updateSandboxObject(queries, found.ref, changed, this.#dueAt(changed));
      return true;
    });
    if (isChanged) await this.#tell();
  }

  #dueAt({ status, period }: Kept): Date | null {
    if (status === 'processing') return new Date(this.#clock().getTime() + SLOW_BANK_MS);
    return status === 'active' && period !== null ? new Date(period.end) : null;
  }

  /** Every event that was not taken yet; one that fails is told again with the next. */
  async #tell(): Promise<void> {
    // Taking an event in may change another order: whoever is telling finds it.
    if (this.#isTelling || this.#deliver === undefined) return;
    this.#isTelling = true;
    try {
      const failed = new Set<string>();
      for (;;) {
        const untold = await untoldSandboxObjects(this.#store);
        const next = untold.find(({ ref, version }) => !failed.has(`${ref}-${version}`));
        if (next === undefined) return;
        const id = `${next.ref}-${next.version}`;
        await this.#tellOne(id, next.ref).then(
          () => markSandboxObjectTold(this.#store, next.ref, next.version),
          (error: unknown) => {
            failed.add(id);
            this.#logger.warn({ err: error }, 'an event of the sandbox was not taken');
          },
        );
      }
    } finally {
      this.#isTelling = false;
    }
  }

  async #tellOne(id: string, ref: string): Promise<void> {
    const { kind, orderId } = await this.look({ ref });
    const body = JSON.stringify({ id, type: 'order.changed', orderId, order: { kind, ref } });
    await this.#deliver?.(Buffer.from(body), sign(body, this.#secret, this.#clock()));
  }
}

interface PaidWith {
  clientSecret: string;
  cardNumber: SandboxCard;
  authenticated?: boolean | undefined;
}

function outcomeOf(card: SandboxCard, authenticated: boolean | undefined): SandboxOutcome {
  if (card === '4000000000000002') return 'declined';
  if (card === '4000000000000077') return 'processing';
  if (card === '4242424242424242') return 'succeeded';
  if (authenticated === undefined) return 'requires_action';
  return authenticated ? 'succeeded' : 'declined';
}

function stateOf({ ref, user_id: userId, data: kept }: SandboxRow<Kept>): OrderState {
  const { kind, orderId, amount, currency, status, period, secret } = kept;
  return {
    ref,
    kind,
    orderId,
    userId: userId ?? undefined,
    amount,
    currency,
    status,
    clientSecret: status === 'open' ? secret : undefined,
    period:
      period === null
        ? undefined
        : {
            start: new Date(period.start),
            end: new Date(period.end),
            cancelsAtEnd: period.cancelsAtEnd,
            isGivenUp: false,
          },
    payments: kept.payments.map((payment) => ({
      ref: payment.ref,
      status: payment.status,
      paidAt: new Date(payment.paidAt),
      amount,
      currency,
    })),
    latest: kept.payments[0]?.status,
  };
}

/** The same day of the next month, or its last. */
function monthAfter(day: Date): Date {
  const next = new Date(day);
  next.setUTCMonth(day.getUTCMonth() + 1);
  if (next.getUTCDate() !== day.getUTCDate()) next.setUTCDate(0);
  return next;
}
