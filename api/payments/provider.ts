/** Lifetime access for one payment, or a month after another. */
export type OrderKind = 'lifetime' | 'monthly';

/**
 * `open`: not paid yet. `processing`: a bank takes its time. `paid`: lifetime. `disputed`: the bank took the
 * money back for now. `active`, `past_due`: a subscription. `ended`: cancelled, run out or refunded.
 */
export type OrderStatus =
  'open' | 'processing' | 'paid' | 'disputed' | 'active' | 'past_due' | 'ended';

export type PaymentStatus = 'paid' | 'refunded' | 'disputed';

/** A subscription that takes a payment a month, or tries to. */
export const isRunning = ({ status }: { status: OrderStatus }): boolean =>
  status === 'active' || status === 'past_due';

/** Money that moved. */
export interface PaymentState {
  ref: string;
  /** Cents. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  paidAt: Date;
}

export interface Period {
  start: Date;
  end: Date;
  /** It was cancelled, and runs until the end of what is paid. */
  cancelsAtEnd: boolean;
  /** A renewal was refused so often that the provider tries no more. */
  isGivenUp: boolean;
}

/** An order as the provider knows it now: the only truth about money there is. */
export interface OrderState {
  ref: string;
  kind: OrderKind;
  /** What we named it and its buyer by when it was begun. */
  orderId: string | undefined;
  userId: string | undefined;
  /** Cents. */
  amount: number;
  currency: string;
  status: OrderStatus;
  /** What a browser pays with, while there is something to pay. */
  clientSecret: string | undefined;
  period: Period | undefined;
  /** Of a subscription those of the latest month, and the one asked for. */
  payments: PaymentState[];
  /**
   * What became of the latest payment, `paid` also where a credit or coupon left nothing to pay; undefined
   * before the first, and while a renewal is under way.
   */
  latest: PaymentStatus | undefined;
}

export interface NewOrder {
  id: string;
  kind: OrderKind;
  userId: string;
  customer: string;
  /** Cents. */
  amount: number;
  currency: string;
}

/** What an event is about; its content is not believed but asked for anew. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Our own id of the order, where the event carries it. */
  orderId: string | undefined;
  /** The provider's id of the order, or of one payment of it. */
  order: { kind: OrderKind; ref: string } | undefined;
  payment: string | undefined;
}

/**
 * Who takes the money: Stripe or the sandbox. Both pass `tests/contract/payment-provider.ts`. Every method
 * may be called again with the same arguments and does the thing once.
 * @throws PaymentProviderError when the provider refuses or does not answer
 */
export interface PaymentProvider {
  /** What is kept of one counts for nothing at another: test keys take no money. */
  readonly name: 'stripe' | 'stripe-test' | 'sandbox';
  /** What the browser opens the provider's form with; null in the sandbox. */
  readonly publishableKey: string | null;
  /**
   * @param person.orderId what they are about to order: for one order a person is made once
   * @returns the provider's id of the person
   */
  makeCustomer(person: { userId: string; email: string; orderId: string }): Promise<string>;
  /** @throws CustomerGone where the provider does not know the customer */
  begin(order: NewOrder): Promise<OrderState>;
  /** @param payment an older payment of a subscription whose state is wanted too */
  look(order: { kind: OrderKind; ref: string }, payment?: string): Promise<OrderState>;
  cancelAtPeriodEnd(subscription: string): Promise<void>;
  /** Takes that back. What has ended stays so, and so does an end that was set at the provider itself. */
  resume(subscription: string): Promise<void>;
  /** A subscription ends now; a payment that was not made cannot be made any more. */
  end(order: { kind: OrderKind; ref: string }): Promise<void>;
  /** All of it. */
  refund(payment: string): Promise<void>;
  /** Takes the person out of the provider's books. */
  forget(customer: string): Promise<void>;
  /**
   * @throws BadSignature where the provider did not sign exactly these bytes in the last minutes, UnreadableEvent
   * where they are no event that says what it is about
   */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent;
}

/** The provider refused or did not answer. It says which rule, never what was sent or answered. */
export class PaymentProviderError extends Error {
  readonly code = 'payment_provider';
}

/** The provider was reached and said no: the same again is answered alike until its reason is gone. */
export class PaymentRefused extends PaymentProviderError {
  /** The provider's word for why, fit to be shown. */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** The provider has forgotten the customer: another must be made. */
export class CustomerGone extends PaymentRefused {}
