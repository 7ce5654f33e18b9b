import type { Response } from 'express';
import type { z } from 'zod';
import {
  cancelSubscription,
  createPaymentIntent,
  createSubscriptionIntent,
  getSubscription,
  resumeSubscription,
} from '#schemas/api/account.ts';
import { listPayments, refundPayment, sandboxPay, stripeWebhook } from '#schemas/api/payments.ts';
import { UNLIMITED_PRICE_CENTS } from '#schemas/constants.ts';
import type { Logger } from '#platform/logging.ts';
import { Attempts, personKey } from '../auth/attempts.ts';
import type { Session } from '../auth/sessions.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import type { Payments } from '../payments/payments.ts';
import type { Sandbox, SandboxOutcome } from '../payments/sandbox.ts';
import { RefusedEvent } from '../payments/signed-event.ts';
import { personByEmail } from '../users/people.ts';
import type { UserStore } from '../users/store.ts';

interface Parts {
  payments: Payments;
  sandbox: Sandbox | undefined;
  store: UserStore;
  signedIn: SignedInRoute;
  /** Only those whom STAFF_EMAILS names. */
  namedStaff: SignedInRoute;
  logger: Logger;
}

const HOUR = 3_600;
/** What one person may ask of the provider: beginning to pay, cancelling, going on. */
const TRIES_AN_HOUR = 20;

/** Paying, what the provider says of it, and giving money back. */
export function paymentRoutes(parts: Parts): Route[] {
  const { payments, sandbox, store, signedIn, namedStaff, logger } = parts;
  const tries = new Attempts(store, 'pay-of', TRIES_AN_HOUR, HOUR);
  const count = ({ userId }: Session, response: Response) =>
    tries.count(personKey(userId), response);
  return [
    signedIn(createPaymentIntent, async ({ session, body: { amount }, response }) => {
      // The price is ours; a page that shows another must not be paid.
      if (amount !== UNLIMITED_PRICE_CENTS / 100)
        throw new Problem(
          422,
          'wrong_amount',
          `The price is $${UNLIMITED_PRICE_CENTS / 100}, not $${amount}. Please reload the page.`,
        );
      await count(session, response);
      return payments.begin('lifetime', session.userId);
    }),
    signedIn(createSubscriptionIntent, async ({ session, response }) => {
      await count(session, response);
      return payments.begin('monthly', session.userId);
    }),
    signedIn(getSubscription, async ({ session }) =>
      subscriptionAnswer(await payments.subscriptionOf(session.userId)),
    ),
    signedIn(cancelSubscription, async ({ session, response }) => {
      await count(session, response);
      const endsNow = await payments.cancelSubscription(session.userId);
      const message = endsNow
        ? 'Your subscription has ended, and nothing more is taken.'
        : 'Your subscription will end at the current billing period.';
      return { message, endsNow };
    }),
    signedIn(resumeSubscription, async ({ session, response }) => {
      await count(session, response);
      await payments.resumeSubscription(session.userId);
      return { message: 'Your subscription goes on with the next billing period.' };
    }),
    route(stripeWebhook, async ({ request }) => {
      try {
        const body: unknown = request.body;
        await payments.receive(
          Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          request.get('stripe-signature'),
        );
      } catch (error) {
        if (!(error instanceof RefusedEvent)) throw error;
        logger.warn({ reason: error.message }, 'an event of the payment provider was refused');
        throw new Problem(400, error.code, error.message);
      }
      return { received: true as const };
    }),
    signedIn(sandboxPay, async ({ session, body }) => {
      if (sandbox === undefined)
        throw new Problem(404, 'no_sandbox', 'This server takes no test payments.');
      const status = await sandbox.pay(body, session.userId);
      if (status === undefined)
        throw new Problem(404, 'unknown_payment', 'There is no such payment to make.');
      return { status, message: SAID[status] };
    }),
    namedStaff(listPayments, async ({ session, query: { email } }) => {
      const person = await personByEmail(store, email);
      if (person === undefined)
        throw new Problem(404, 'unknown_person', `Nobody has an account with '${email}'.`);
      return (await payments.paymentsFor(session.userId, person.id)).map(
        ({ ref, kind, amount, currency, status, paidAt, refundable }) => ({
          id: ref,
          kind,
          amount,
          currency,
          status,
          paidAt: paidAt.toISOString(),
          refundable,
        }),
      );
    }),
    namedStaff(refundPayment, async ({ session, params }) => {
      await payments.refund(params.id, session.userId);
      return { message: 'The payment is given back; what it paid for ends within moments.' };
    }),
  ];
}

const SAID: Readonly<Record<SandboxOutcome, string>> = {
  succeeded: 'The test payment succeeded. No card was charged.',
  declined: 'Your card was declined.',
  requires_action: 'Your bank asks you to confirm the payment.',
  processing: 'Your bank is working on the payment.',
};

function subscriptionAnswer(
  order: Awaited<ReturnType<Payments['subscriptionOf']>>,
): z.input<typeof getSubscription.response> {
  if (order === undefined || order.periodEnd === null) return null;
  const { amount, status, periodEnd, cancelsAtEnd } = order;
  return {
    amount,
    status,
    currentPeriodEnd: periodEnd.toISOString(),
    cancelAtPeriodEnd: cancelsAtEnd,
  };
}
