import { Stripe } from 'stripe';
import type { Clock } from '#platform/clock.ts';

/** An event that is not taken, and would not be if it came again. */
export abstract class RefusedEvent extends Error {
  abstract readonly code: string;
}

/** Not signed by the provider, or not in the last minutes. */
export class BadSignature extends RefusedEvent {
  readonly code = 'bad_signature';
}

/** Signed, but not what the endpoint is to be sent. */
export class UnreadableEvent extends RefusedEvent {
  readonly code = 'unreadable_event';
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
  if (!isSigned(body, signature ?? '', secret, now))
    throw new BadSignature('The signature of the event is not good.');
  return body.toString('utf8');
}

function isSigned(body: Buffer, signature: string, secret: string, now: number): boolean {
  const { signature: library } = Stripe.webhooks;
  try {
    return library?.verifyHeader(body, signature, secret, TOLERANCE_S, undefined, now) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** The header that `readSigned` accepts. */
export function sign(body: string, secret: string, now: Date): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now.getTime() / 1_000),
  });
}
