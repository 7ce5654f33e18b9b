import { Stripe } from 'stripe';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import {
  CustomerGone,
  PaymentProviderError,
  PaymentRefused,
  type OrderState,
  type PaymentProvider,
} from './provider.ts';
import { BadSignature, readSigned, UnreadableEvent } from './signed-event.ts';
import {
  aboutWhat,
  lifetimeState,
  monthlyState,
  paymentOf,
  paymentsOfInvoice,
} from './stripe-objects.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  /** Another host than Stripe's, for tests. */
  baseUrl: string | undefined;
  clock: Clock;
}

/** The product our monthly prices hang on; made with the first subscription. */
const PRODUCT = { id: 'rigworth_premium', name: 'RigWorth Premium' };
const LIVE_KEY = /^[sr]k_live_/;
const TIMEOUT_MS = 10_000;

const SUBSCRIPTION_EXPAND = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];

/** Stripe through its own library, which is pinned to the API version its types are of. */
export function openStripe(options: StripeOptions): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...hostOf(options.baseUrl),
  });
  const isLive = LIVE_KEY.test(options.secretKey);
  let product: Promise<void> | undefined;
  const ensureProduct = (): Promise<void> => {
    product ??= unless(['resource_already_exists'], () => stripe.products.create(PRODUCT));
    // One that failed is tried anew by the next.
    product.catch(() => (product = undefined));
    return product;
  };

  /** Money that was taken for an intent, and whether it went back. */
  const paymentState = async (intent: Stripe.PaymentIntent) => {
    const charge = intent.latest_charge;
    const isDisputed = charge !== null && typeof charge === 'object' && charge.disputed;
    const disputes = isDisputed
      ? (await stripe.disputes.list({ payment_intent: intent.id, limit: 10 })).data
      : [];
    return paymentOf(intent, disputes);
  };
  const lookAtPayment = async (ref: string) =>
    paymentState(await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }));

  const lookAtSubscription = async (
    subscription: Stripe.Subscription,
    payment?: string,
  ): Promise<OrderState> => {
    const refs = new Set(paymentsOfInvoice(subscription));
    if (payment !== undefined) refs.add(payment);
    const payments = await Promise.all([...refs].map(lookAtPayment));
    return monthlyState(
      subscription,
      payments.filter((found) => found !== undefined),
    );
  };

  return {
    name: isLive ? 'stripe' : 'stripe-test',
    publishableKey: options.publishableKey,
    makeCustomer: ({ userId, email, orderId }) =>
      guarded(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { user: userId } },
          { idempotencyKey: `customer-${orderId}` },
        );
        return customer.id;
      }),
    begin: ({ id, kind, userId, customer, amount, currency }) =>
      guarded(async () => {
        const idempotency = { idempotencyKey: `order-${id}` };
        const metadata = { order: id, user: userId };
        if (kind === 'lifetime') {
          const intent = await stripe.paymentIntents.create(
            {
              amount,
              currency,
              customer,
              metadata,
              description: 'RigWorth Premium, lifetime access',
              automatic_payment_methods: { enabled: true },
            },
            idempotency,
          );
          return lifetimeState(intent, undefined);
        }
        await ensureProduct();
        const subscription = await stripe.subscriptions.create(
          {
            customer,
            metadata,
            items: [
              {
                price_data: {
                  currency,
                  unit_amount: amount,
                  product: PRODUCT.id,
                  recurring: { interval: 'month' },
                },
              },
            ],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            expand: SUBSCRIPTION_EXPAND,
          },
          idempotency,
        );
        return monthlyState(subscription, []);
      }),
    look: ({ kind, ref }, payment) =>
      guarded(async () => {
        if (kind === 'lifetime') {
          const intent = await stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] });
          return lifetimeState(intent, await paymentState(intent));
        }
        const subscription = await stripe.subscriptions.retrieve(ref, {
          expand: SUBSCRIPTION_EXPAND,
        });
        return lookAtSubscription(subscription, payment);
      }),
    cancelAtPeriodEnd: (ref) =>
      guarded(async () => {
        await unless(['resource_missing'], () =>
          stripe.subscriptions.update(ref, { cancel_at_period_end: true }),
        );
      }),
    resume: (ref) =>
      guarded(async () => {
        await stripe.subscriptions.update(ref, { cancel_at_period_end: false });
      }),
    end: ({ kind, ref }) =>
      guarded(() =>
        kind === 'monthly'
          ? unless(['resource_missing'], () => stripe.subscriptions.cancel(ref))
          : unless(['resource_missing', 'payment_intent_unexpected_state'], () =>
              stripe.paymentIntents.cancel(ref),
            ),
      ),
    // All of it goes back once, whoever asks. By a key of the payment Stripe would also answer a refusal alike for a
    // day, such as that of a balance that is filled since; its library has one of its own for each call it repeats.
    refund: (payment) =>
      guarded(() =>
        unless(['charge_already_refunded'], () =>
          stripe.refunds.create({ payment_intent: payment }),
        ),
      ),
    forget: (customer) =>
      guarded(() => unless(['resource_missing'], () => stripe.customers.del(customer))),
    readEvent(body, signature) {
      const text = readSigned(body, signature, options.webhookSecret, options.clock);
      const event = snapshotIn(text);
      if (event.livemode === !isLive)
        throw new BadSignature('The event is of the other mode: live and test keys were mixed.');
      return aboutWhat(event);
    },
  };
}

const snapshot = z.object({ object: z.literal('event'), data: z.object({ object: z.object({}) }) });

/** Stripe's newer events, called thin, carry ids alone: an endpoint is set up for the one kind or the other. */
function snapshotIn(text: string): Stripe.Event {
  const event: unknown = JSON.parse(text);
  if (!snapshot.safeParse(event).success)
    throw new UnreadableEvent(
      'The event does not hold the object it is about. Set the endpoint up at Stripe for snapshot events, not for thin ones.',
    );
  return event as Stripe.Event;
}

function hostOf(baseUrl: string | undefined): Stripe.StripeConfig {
  if (baseUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
  };
}

/** What Stripe says no to because it is done already, or of what is gone, is done. */
async function unless(codes: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || !codes.includes(error.code ?? ''))
      throw error;
  }
}

/** Stripe's errors carry what was sent and answered, client secrets too: only their names go on. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, param, statusCode, requestId } = error;
    const facts = [type, statusCode, code, param, requestId].filter(Boolean).join(', ');
    if (OF_OUR_KEY.has(statusCode ?? 0))
      throw new PaymentProviderError(`Stripe does not let us in: ${facts}`);
    if (!isRefusal(statusCode)) throw new PaymentProviderError(`Stripe did not answer: ${facts}`);
    const isCustomerGone = code === 'resource_missing' && param === 'customer';
    throw new (isCustomerGone ? CustomerGone : PaymentRefused)(
      `Stripe refused: ${facts}`,
      code ?? type,
    );
  }
}

/** A key that is wrong, or may not do this: ours to mend, and nothing that who pays is to read. */
const OF_OUR_KEY = new Set([401, 403]);
/** Too many calls, and two of one key at once, pass by themselves: https://docs.stripe.com/error-low-level. */
const PASSING = new Set([408, 409, 429]);
const isRefusal = (status = 0): boolean => status >= 400 && status < 500 && !PASSING.has(status);
