import { z } from 'zod';
import { defineCall } from './call.ts';

/** As providers write them. */
const reference = z.string().regex(/^[\w-]{1,200}$/, 'There is no such payment');

const done = z.object({ message: z.string() });

export const stripeWebhook = defineCall('POST /api/webhooks/stripe', {
  summary: 'Events of the payment provider, each signed by it',
  response: z.object({ received: z.literal(true) }),
});

/** Numbers the sandbox takes in place of a card, and what comes of each. */
export const SANDBOX_CARDS = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'is declined',
  '4000002500003155': 'asks for 3-D Secure',
  '4000000000000077': 'takes a slow bank',
} as const;
export type SandboxCard = keyof typeof SANDBOX_CARDS;

export const SANDBOX_OUTCOMES = ['succeeded', 'declined', 'requires_action', 'processing'] as const;

export const sandboxPay = defineCall('POST /api/sandbox/pay', {
  summary: 'Pay an intent with a test card; only where no card is charged',
  access: 'signed-in',
  body: z.object({
    clientSecret: reference,
    cardNumber: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/[\s-]/g, ''))
      .pipe(
        z.enum(Object.keys(SANDBOX_CARDS) as [SandboxCard, ...SandboxCard[]], {
          error: 'No card is charged here: use one of the test cards, such as 4242 4242 4242 4242',
        }),
      ),
    /** The answer to 3-D Secure, once it was asked. */
    authenticated: z.boolean().optional(),
  }),
  response: z.object({ status: z.enum(SANDBOX_OUTCOMES), message: z.string() }),
});

const payment = z.object({
  /** The provider's. */
  id: z.string(),
  kind: z.enum(['lifetime', 'monthly']),
  /** Cents. */
  amount: z.number().int(),
  currency: z.string(),
  status: z.enum(['paid', 'refunded', 'disputed']),
  paidAt: z.iso.datetime(),
  /** Whether staff may give it back now. */
  refundable: z.boolean(),
});

export const listPayments = defineCall('GET /api/payments', {
  summary: "A person's payments, the newest first",
  access: 'staff',
  query: z.object({ email: z.email('A valid e-mail is required').max(254) }),
  response: z.array(payment),
});

export const refundPayment = defineCall('POST /api/payments/{id}/refund', {
  summary: 'Give a payment back within 30 days of it; what it paid for ends',
  access: 'staff',
  params: z.object({ id: reference }),
  response: done,
});
