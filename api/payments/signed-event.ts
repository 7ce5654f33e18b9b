import { Stripe } from 'stripe';
import type { Clock } from '#platform/clock.ts';

/** Not signed by the provider, or not in the last minutes. */
export class BadSignature extends Error {
  readonly code = 'bad_signature';
}

/** Sooner or later than now, in seconds: Stripe signs anew for every try. */
const TOLERANCE_S = 300;

/**
 * The text of an event, once its signature is found good. The library accepts a time in the future
 * (measured with one hour): a signature that leaked early could be kept for later, so that is bounded here.
 * @throws BadSignature
 */
export function readSigned(
  body: Buffer,
  signature: string | undefined,
  secret: string,
  clock: Clock,
): string {
  const now = clock().getTime();
  const times = (signature ?? '').split(',').filter((item) => item.startsWith('t='));
  const at = Number(times[0]?.slice(2));
  if (times.length !== 1 || !Number.isInteger(at) || at * 1_000 - now > TOLERANCE_S * 1_000)
    throw new BadSignature('The event has no signature of this time.');
  try {
    Stripe.webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE_S, undefined, now);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new BadSignature('The signature of the event is not good.');
    throw error;
  }
  return body.toString('utf8');
}

/** The header that `readSigned` accepts. */
export function sign(body: string, secret: string, now: Date): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now.getTime() / 1_000),
  });
}
