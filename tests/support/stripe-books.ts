export type Fields = Record<string, unknown>;
export interface Thing extends Fields {
  id: string;
  object: string;
}
export interface Intent extends Thing {
  status: string;
  amount: number;
  amount_received: number;
  latest_charge: Charge | null;
  subscription: string | undefined;
}
interface Charge extends Thing {
  refunded: boolean;
  disputed: boolean;
}
interface Item extends Fields {
  price: { unit_amount: number };
  quantity: number;
}
export interface Subscription extends Thing {
  status: string;
  items: { data: Item[] };
  latest_invoice: string;
}
export interface Invoice extends Thing {
  status: string;
  intent: string;
}

const MONTH_S = 30 * 24 * 3_600;

/** The few objects of Stripe's that we use, kept in memory, with what happens to them and the events it makes. */
export class StripeBooks {
  clock: () => Date = () => new Date('2026-11-21T12:00:00Z');
  /** What happened, in order; nothing is sent unless a test does. */
  readonly events: Fields[] = [];
  /** Of the events. */
  livemode = false;
  protected readonly things = new Map<string, Thing>();
  protected readonly disputes: (Thing & { payment_intent: string; status: string })[] = [];
  #count = 0;

  /** What happened since, leaving nothing. */
  take(): Fields[] {
    return this.events.splice(0);
  }

  /** The card of whoever has the secret pays. */
  pay(clientSecret: string): void {
    const intent = this.#intentOf(clientSecret);
    const charge: Charge = {
      ...this.new('ch', 'charge'),
      created: this.#now(),
      payment_intent: intent.id,
      metadata: intent['metadata'],
      refunded: false,
      disputed: false,
    };
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge,
    });
    this.tell('charge.succeeded', charge);
    this.tell('payment_intent.succeeded', intent);
    if (intent.subscription !== undefined) this.#paidMonth(intent.subscription);
  }

  decline(clientSecret: string): void {
    this.tell('payment_intent.payment_failed', this.#intentOf(clientSecret));
  }

  slowBank(clientSecret: string): void {
    const intent = this.#intentOf(clientSecret);
    intent.status = 'processing';
    this.tell('payment_intent.processing', intent);
  }

  /** The next month begins; its payment goes through or is refused. */
  renew(ref: string, isPaid = true): void {
    const subscription = this.#nextMonth(ref);
    this.tell('customer.subscription.updated', subscription);
    const secret = this.secretOf(ref);
    if (isPaid) return this.pay(secret);
    subscription.status = 'past_due';
    this.tell('invoice.payment_failed', this.get(subscription.latest_invoice));
    this.tell('customer.subscription.updated', subscription);
  }

  /** The next month begins, and a coupon takes all of its price. */
  renewForNothing(ref: string): void {
    const { latest_invoice: invoice } = this.#nextMonth(ref);
    this.get<Invoice>(invoice).intent = '';
    this.#paidMonth(ref);
  }

  #nextMonth(ref: string): Subscription {
    const subscription = this.get<Subscription>(ref);
    const [item] = subscription.items.data;
    const start = Number(item?.['current_period_end']);
    Object.assign(item ?? {}, { current_period_start: start, current_period_end: start + MONTH_S });
    this.#newInvoice(subscription);
    return subscription;
  }

  /** What is paid a month is set anew in Stripe's own dashboard, from the next month on. */
  setItem(ref: string, item: { quantity?: number; price?: { unit_amount: number } }): void {
    const subscription = this.get<Subscription>(ref);
    Object.assign(subscription.items.data[0] ?? {}, item);
    this.tell('customer.subscription.updated', subscription);
  }

  /** The event of a subscription that was changed. */
  updated(ref: string): Fields {
    this.tell('customer.subscription.updated', this.get(ref));
    return this.events.pop() ?? {};
  }

  /** An unpaid subscription is given up, or a cancelled one has run out. */
  close(ref: string, status: 'incomplete_expired' | 'canceled'): void {
    const subscription = this.get<Subscription>(ref);
    subscription.status = status;
    this.tell('customer.subscription.deleted', subscription);
  }

  /** @param status other than of a dispute: `warning_…` of a bank's question, for which no money was taken */
  dispute(payment: string, status = 'needs_response'): void {
    const intent = this.get<Intent>(payment);
    if (intent.latest_charge) intent.latest_charge.disputed = true;
    const dispute = {
      ...this.new('dp', 'dispute'),
      payment_intent: payment,
      status,
    };
    this.disputes.push(dispute);
    this.tell('charge.dispute.created', dispute);
  }

  closeDispute(payment: string, status: 'won' | 'lost'): void {
    const dispute = this.disputes.find(({ payment_intent }) => payment_intent === payment);
    if (dispute === undefined) throw new Error(`${payment} is not disputed`);
    dispute.status = status;
    this.tell('charge.dispute.closed', dispute);
  }

  /** A refund made in Stripe's own dashboard. */
  refund(payment: string): Thing {
    const intent = this.get<Intent>(payment);
    if (intent.latest_charge) intent.latest_charge.refunded = true;
    this.tell('charge.refunded', intent.latest_charge ?? {});
    return { ...this.new('re', 'refund'), payment_intent: payment };
  }

  change(ref: string, fields: Fields): void {
    Object.assign(this.get(ref), fields);
  }

  /** The intent that pays the latest invoice of a subscription. */
  paymentOf(ref: string): string {
    return this.get<Invoice>(this.get<Subscription>(ref).latest_invoice).intent;
  }

  secretOf(ref: string): string {
    return String(this.get(this.paymentOf(ref))['client_secret']);
  }

  status(ref: string): unknown {
    return this.get(ref)['status'];
  }

  /** Whom it knows by what we call a person. */
  customersOf(userId: string): string[] {
    return [...this.things.values()]
      .filter((one) => one.object === 'customer' && (one['metadata'] as Fields)['user'] === userId)
      .map(({ id }) => id);
  }

  protected newIntent(body: Fields, subscription: string | undefined): Intent {
    const made = this.new('pi', 'payment_intent');
    const intent = this.add<Intent>({
      metadata: {},
      ...body,
      ...made,
      created: this.#now(),
      amount: Number(body['amount']),
      amount_received: 0,
      status: 'requires_payment_method',
      client_secret: `${made.id}_secret_hunter2`,
      latest_charge: null,
      subscription,
    });
    this.tell('payment_intent.created', intent);
    return intent;
  }

  protected cancelIntent(intent: Intent): Fields {
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      return { refused: 'payment_intent_unexpected_state', status: 400 };
    intent.status = 'canceled';
    this.tell('payment_intent.canceled', intent);
    return intent;
  }

  protected newSubscription(body: Fields): Subscription {
    const [item] = body['items'] as { price_data: Fields }[];
    const price = item?.price_data ?? {};
    const start = this.#now();
    const subscription = this.add<Subscription>({
      metadata: {},
      ...body,
      ...this.new('sub', 'subscription'),
      status: 'incomplete',
      currency: price['currency'],
      cancel_at: null,
      cancel_at_period_end: false,
      items: {
        data: [
          {
            price: { unit_amount: Number(price['unit_amount']) },
            quantity: 1,
            current_period_start: start,
            current_period_end: start + MONTH_S,
          },
        ],
      },
      latest_invoice: '',
    });
    this.#newInvoice(subscription);
    this.tell('customer.subscription.created', subscription);
    return subscription;
  }

  #newInvoice(subscription: Subscription): void {
    const { price, quantity } = subscription.items.data[0] as Item;
    const intent = this.newIntent(
      { amount: price.unit_amount * quantity, currency: subscription['currency'] },
      subscription.id,
    );
    const invoice = this.add<Invoice>({
      ...this.new('in', 'invoice'),
      status: 'open',
      intent: intent.id,
      parent: {
        subscription_details: {
          subscription: subscription.id,
          metadata: subscription['metadata'],
        },
      },
    });
    subscription.latest_invoice = invoice.id;
  }

  #paidMonth(ref: string): void {
    const subscription = this.get<Subscription>(ref);
    const invoice = this.get<Invoice>(subscription.latest_invoice);
    invoice.status = 'paid';
    subscription.status = 'active';
    this.tell('invoice.paid', invoice);
    this.tell('customer.subscription.updated', subscription);
  }

  protected update(thing: Thing, body: Fields): Thing {
    if (body['cancel_at_period_end'] !== undefined)
      thing['cancel_at_period_end'] = body['cancel_at_period_end'] === 'true';
    this.tell('customer.subscription.updated', thing);
    return thing;
  }

  protected tell(type: string, thing: Fields): void {
    this.events.push({
      ...this.new('evt', 'event'),
      type,
      created: this.#now(),
      livemode: this.livemode,
      data: { object: structuredClone(thing) },
    });
  }

  protected new(prefix: string, object: string): Thing {
    this.#count += 1;
    return { id: `${prefix}_${this.#count}`, object };
  }

  protected add<T extends Thing>(thing: T): T {
    this.things.set(thing.id, thing);
    return thing;
  }

  protected get<T extends Thing>(ref: string): T {
    const thing = this.things.get(ref);
    if (thing === undefined) throw new Error(`the fake has no ${ref}`);
    return thing as T;
  }

  #intentOf(clientSecret: string): Intent {
    return this.get<Intent>(clientSecret.split('_secret_')[0] ?? '');
  }

  #now(): number {
    return Math.floor(this.clock().getTime() / 1_000);
  }
}
