import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import { sign } from '#api/payments/signed-event.ts';
import {
  StripeBooks,
  type Fields,
  type Intent,
  type Invoice,
  type Subscription,
  type Thing,
} from './stripe-books.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';
export const SECRET_KEY = 'sk_test_hunter2';

interface Failure {
  status: number;
  error: Fields;
}

/**
 * Stripe's books answered over HTTP as Stripe does, with the events it would send. It is ours: what Stripe itself
 * says of the calls' shape is asked of stripe-mock.
 */
export class FakeStripe extends StripeBooks {
  readonly calls: { call: string; body: Fields; key: string | undefined }[] = [];
  /** Answers so many calls with an error of Stripe's own. */
  failures = 0;
  /** So many with its no to what is asked. */
  refusals = 0;
  /** It lets nobody in with our key any more. */
  keyIsRevoked = false;
  readonly #server: Server;
  readonly #byKey = new Map<string, Thing>();
  readonly #failed = new Map<string, Failure>();

  private constructor() {
    super();
    const app = express();
    app.use(express.urlencoded({ extended: true }));
    app.use((request, response) => this.#answer(request, response));
    this.#server = app.listen(0, '127.0.0.1');
  }

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    await new Promise((resolve) => fake.#server.once('listening', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** An event as it is sent: its bytes and their signature. */
  signed(event: object, at: Date = this.clock(), secret = WEBHOOK_SECRET) {
    const body = JSON.stringify(event);
    return { body, signature: sign(body, secret, at) };
  }

  #answer(request: Request, response: Response): void {
    const call = `${request.method} ${request.path}`;
    const key = request.get('idempotency-key');
    const body = (request.body ?? {}) as Fields;
    this.calls.push({ call, body, key });
    // Stripe answers a key alike for a day, failures too.
    const failed = this.#failed.get(key ?? '') ?? this.#failing();
    if (failed !== undefined) {
      if (key !== undefined) this.#failed.set(key, failed);
      // Its library is not to try the same again and again, as it does by itself.
      response.set('stripe-should-retry', 'false');
      refuse(response, failed.status, {
        ...failed.error,
        payment_intent: { client_secret: 'pi_secret_hunter2' },
      });
      return;
    }
    const known = key === undefined ? undefined : this.#byKey.get(key);
    const thing = known ?? this.#do(call, body, request.query);
    if ('refused' in thing) {
      refuse(response, Number(thing['status']), { code: thing['refused'], param: thing['param'] });
      return;
    }
    if (key !== undefined) this.#byKey.set(key, thing as Thing);
    response.json(this.#shown(thing as Thing));
  }

  #failing(): Failure | undefined {
    if (this.keyIsRevoked) return { status: 401, error: { code: 'api_key_expired' } };
    if (this.failures > 0) {
      this.failures -= 1;
      return { status: 500, error: { type: 'api_error' } };
    }
    if (this.refusals === 0) return undefined;
    this.refusals -= 1;
    return { status: 400, error: { code: 'insufficient_funds' } };
  }

  #do(call: string, body: Fields, query: Fields): Fields {
    const [, method = '', kind = '', ref = '', action = ''] =
      /^(\w+) \/v1\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(call) ?? [];
    if (ref !== '' && !this.things.has(ref)) return { refused: 'resource_missing', status: 404 };
    const { customer } = body;
    if (typeof customer === 'string' && !this.things.has(customer))
      return { refused: 'resource_missing', param: 'customer', status: 400 };
    switch (`${method} ${kind} ${action}`.trim()) {
      case 'POST customers':
        return this.add({ ...this.new('cus', 'customer'), ...body });
      case 'DELETE customers':
        this.things.delete(ref);
        return { id: ref, object: 'customer', deleted: true };
      case 'POST products':
        return this.things.has(String(body['id']))
          ? { refused: 'resource_already_exists', status: 400 }
          : this.add({ object: 'product', ...body } as Thing);
      case 'POST payment_intents':
        return this.newIntent(body, undefined);
      case 'GET payment_intents':
        return this.get(ref);
      case 'POST payment_intents cancel':
        return this.cancelIntent(this.get<Intent>(ref));
      case 'POST subscriptions':
        return ref === '' ? this.newSubscription(body) : this.update(this.get(ref), body);
      case 'GET subscriptions':
        return this.get(ref);
      case 'DELETE subscriptions':
        if (this.get<Subscription>(ref).status === 'canceled')
          return { refused: 'resource_missing', status: 404 };
        this.close(ref, 'canceled');
        return this.get(ref);
      case 'POST refunds':
        return this.get<Intent>(String(body['payment_intent'])).latest_charge?.refunded === true
          ? { refused: 'charge_already_refunded', status: 400 }
          : this.refund(String(body['payment_intent']));
      case 'GET disputes':
        return {
          object: 'list',
          data: this.disputes.filter((one) => one.payment_intent === query['payment_intent']),
        };
      default:
        return { refused: 'unknown_call', status: 404 };
    }
  }

  /** With what we ask to be expanded; without what only the fake knows. */
  #shown(thing: Thing): Fields {
    if (thing.object !== 'subscription') return thing;
    const invoice = this.get<Invoice>((thing as Subscription).latest_invoice);
    const status = invoice.status === 'paid' ? 'paid' : 'open';
    if (invoice.intent === '') return { ...thing, latest_invoice: invoice };
    const intent = this.get<Intent>(invoice.intent);
    return {
      ...thing,
      latest_invoice: {
        ...invoice,
        confirmation_secret: { client_secret: intent['client_secret'], type: 'payment_intent' },
        payments: {
          data: [{ status, payment: { type: 'payment_intent', payment_intent: intent.id } }],
        },
      },
    };
  }
}

function refuse(response: Response, status: number, error: Fields): void {
  response
    .status(status)
    .json({ error: { type: 'invalid_request_error', message: 'No hunter2.', ...error } });
}
