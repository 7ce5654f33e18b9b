import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import request from 'supertest';
import { createApp } from '#api/app.ts';
import type { AsksPremium } from '#api/auth/plan.ts';
import type { CountedRoute } from '#api/auth/counted-route.ts';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import { healthCheck } from '#api/health.ts';
import type { Route } from '#api/http/route.ts';
import type { Mail, Mailer } from '#api/mail/mailer.ts';
import { createMarketReads } from '#api/market-reads.ts';
import type { PaymentProvider } from '#api/payments/provider.ts';
import { createPeople } from '#api/people.ts';
import type { FindListings } from '#api/resources/saved-rvs.ts';
import type { UserStore } from '#api/users/store.ts';
import type { Clock } from '#platform/clock.ts';
import { createLogger, type Logger } from '#platform/logging.ts';
import { createMetrics } from '#platform/metrics.ts';
import { keepLog } from './logs.ts';

export interface AccountsOptions {
  secrets?: readonly [string, ...string[]];
  publicUrl?: string;
  trustProxy?: number;
  signInsPerAddress?: number;
  registrationsPerAddress?: number;
  freePerMonth?: number;
  mailer?: Mailer;
  staffEmails?: string[];
  inProduction?: boolean;
  findListings?: FindListings;
  /** Calls that go deeper for members of Premium. */
  planned?: (asksPremium: AsksPremium) => Route[];
  /** Calls of Premium. */
  premium?: ((premium: SignedInRoute) => Route)[];
  /** Of this process's clock and logger; not given: payments are off. */
  payments?: (parts: { clock: Clock; logger: Logger }) => PaymentProvider;
  /** Calls that use up an analysis. */
  counted?: ((counted: CountedRoute) => Route)[];
  /** Calls of the staff. */
  staff?: ((staff: SignedInRoute) => Route | Route[])[];
}

export const SECRET = 'a secret of the tests, of 32 bytes or more';
export const PASSWORD = 'a caravan in the rain';

/** One api process on a user store: its app, its clock, and what it logged. */
export function openAccounts(store: UserStore, options: AccountsOptions = {}) {
  const log: string[] = keepLog([]);
  const logger = createLogger(
    'info',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log.push(chunk.toString());
        done();
      },
    }),
  );
  const time = { now: new Date('2026-11-21T12:00:00Z') };
  const clock = () => time.now;
  const mails: Mail[] = [];
  const mailer: Mailer = {
    send: async (mail) => void mails.push(mail),
    close: async () => undefined,
  };
  const people = createPeople({
    store,
    clock,
    newId: randomUUID,
    logger,
    secrets: options.secrets ?? [SECRET],
    publicUrl: options.publicUrl,
    signInsPerAddress: options.signInsPerAddress ?? 1_000,
    registrationsPerAddress: options.registrationsPerAddress ?? 1_000,
    freePerMonth: options.freePerMonth ?? 3,
    staffEmails: options.staffEmails ?? [],
    inProduction: options.inProduction ?? false,
    findListings: options.findListings ?? (async () => new Map()),
    marketReads: createMarketReads(),
    mailer: options.mailer ?? mailer,
    portalUrl: 'https://rv.example.com',
    paymentProvider: options.payments?.({ clock, logger }),
  });
  const app = createApp({
    routes: [
      ...people.routes,
      ...(options.counted?.map((make) => make(people.counted)) ?? []),
      ...(options.planned?.(people.asksPremium) ?? []),
      ...(options.premium?.map((make) => make(people.premium)) ?? []),
      ...(options.staff?.flatMap((make) => make(people.staff)) ?? []),
    ],
    health: healthCheck(() => ({ log: 'ok', warehouse: 'ok', users: 'ok', snapshot: 'ok' })),
    markMarket: (_request, _response, next) => next(),
    portal: undefined,
    logger,
    metrics: createMetrics(),
    newId: randomUUID,
    rateLimitPerMinute: 100_000,
    trustProxy: options.trustProxy ?? 0,
  });
  return {
    app,
    log,
    /** What went out, once all that is under way has. */
    async mails(): Promise<Mail[]> {
      await people.settled();
      return mails;
    },
    /** A browser of its own, with its cookies. */
    browser: () => request.agent(app),
    clock,
    payments: people.payments,
    /** When what no answer waited for is done. */
    settled: () => people.settled(),
    alertPrices: () => people.alertPrices(),
    hearSignOuts: () => people.hearSignOuts(),
    pass: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
  };
}

let people = 0;

/** Somebody who has no account yet. */
export function somebody() {
  people += 1;
  return {
    email: `person-${people}-${process.pid}@example.com`,
    password: PASSWORD,
    firstName: 'Ada',
    lastName: 'Byron',
  };
}

/** The session cookie an answer sets, as a browser sends it back. */
export function cookieOf(response: request.Response): string {
  const [cookie] = ([] as string[]).concat(response.headers['set-cookie'] ?? []);
  if (cookie === undefined) throw new Error(`${response.status} set no cookie: ${response.text}`);
  return cookie.split(';')[0] ?? '';
}

/** Somebody with an account, and one browser they are signed in with. */
export async function member(api: ReturnType<typeof openAccounts>) {
  const person = somebody();
  const answer = await request(api.app).post('/api/auth/email/register').send(person).expect(200);
  return { person, id: String(answer.body.id), ...deviceOf(api, cookieOf(answer)) };
}

/** Another device the person signs in with. */
export async function signIn(
  api: ReturnType<typeof openAccounts>,
  person: { email: string; password: string },
  device = '',
) {
  const answer = await request(api.app)
    .post('/api/auth/email/login')
    .set('User-Agent', device)
    .send(person)
    .expect(200);
  return deviceOf(api, cookieOf(answer));
}

const deviceOf = ({ app }: ReturnType<typeof openAccounts>, cookie: string) => ({
  cookie,
  get: (path: string) => request(app).get(path).set('Cookie', cookie),
  post: (path: string, body?: object) => request(app).post(path).set('Cookie', cookie).send(body),
  put: (path: string, body: object) => request(app).put(path).set('Cookie', cookie).send(body),
  delete: (path: string) => request(app).delete(path).set('Cookie', cookie),
});

/** Somebody with an account, and the browser it was made in. */
export async function registered(api: ReturnType<typeof openAccounts>) {
  const browser = api.browser();
  const person = somebody();
  const answer = await browser.post('/api/auth/email/register').send(person).expect(200);
  return { api, browser, person, answer, cookie: cookieOf(answer) };
}
