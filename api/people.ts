import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import { alertPrices } from './alerts/price-alerts.ts';
import { Accounts } from './auth/accounts.ts';
import { Allowance } from './auth/allowance.ts';
import { countedRoutes, type CountedRoute } from './auth/counted-route.ts';
import { MailedLinks } from './auth/mailed-links.ts';
import { Sessions } from './auth/sessions.ts';
import { planOf, type AsksPremium } from './auth/plan.ts';
import { premiumRoutes } from './auth/premium-route.ts';
import { signedInRoutes, type SignedInRoute } from './auth/signed-in-route.ts';
import { namedStaffOf, staffRights, staffRoutes, type StaffRoutesOptions } from './auth/staff.ts';
import { Contributions } from './contributions/contributions.ts';
import type { NewId } from './http/guards.ts';
import type { Route } from './http/route.ts';
import type { Turns } from './http/turns.ts';
import { Background } from './mail/background.ts';
import type { Mailer } from './mail/mailer.ts';
import { Payments } from './payments/payments.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { Sandbox } from './payments/sandbox.ts';
import { accountRoutes } from './resources/account.ts';
import { contributionRoutes } from './resources/contributions.ts';
import { mailedLinkRoutes } from './resources/mailed-links.ts';
import { paymentRoutes } from './resources/payments.ts';
import { profileRoutes } from './resources/profile.ts';
import { savedRvRoutes, type FindListings } from './resources/saved-rvs.ts';
import { usageRoutes } from './resources/usage.ts';
import type { UserStore } from './users/store.ts';

export interface PeopleOptions {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** What signs the sessions, then what did before. */
  secrets: readonly [string, ...string[]];
  publicUrl: string | undefined;
  /** Failed sign-ins of one address in 15 minutes. */
  signInsPerAddress: number;
  /** Accounts one address may ask for in an hour. */
  registrationsPerAddress: number;
  freePerMonth: number;
  /** In lower case; empty: any signed-in person is staff. */
  staffEmails: readonly string[];
  /** For people in earnest: what goes beyond the specification is for named staff alone. */
  inProduction: boolean;
  findListings: FindListings;
  marketReads: Turns;
  mailer: Mailer;
  /** Where links in mails lead. */
  portalUrl: string;
  /** Undefined where payments are not set up. */
  paymentProvider: PaymentProvider | undefined;
}

/** Everything behind sign-in: its routes, and what makes a route of others count. */
export interface People {
  routes: Route[];
  counted: CountedRoute;
  signedIn: SignedInRoute;
  /** Calls for staff, each for those whom its access lets in. */
  staff: SignedInRoute;
  premium: SignedInRoute;
  asksPremium: AsksPremium;
  payments: Payments;
  /** Mails what saved RVs ask now, to members of Premium. */
  alertPrices(): Promise<number>;
  /** Has the payment provider forget whose accounts are gone, where that failed at the time. */
  forgetGone(): Promise<void>;
  /** From then on sign-outs of other processes hold here at once. */
  hearSignOuts(): Promise<void>;
  /** When what no answer waited for is done, such as mails. */
  settled(): Promise<void>;
}

export function createPeople(options: PeopleOptions): People {
  const { store } = options;
  const payments = new Payments({ ...options, provider: options.paymentProvider });
  const sandbox = options.paymentProvider instanceof Sandbox ? options.paymentProvider : undefined;
  sandbox?.deliverTo((body, signature) => payments.receive(body, signature));
  const sessions = new Sessions(options);
  const background = new Background(options.logger);
  const accounts = new Accounts({ ...options, payments, background });
  const links = new MailedLinks({ ...options, background });
  const allowance = new Allowance({ ...options, isPremium: (id) => payments.isPremium(id) });
  const contributions = new Contributions(options);
  const rights = staffRights(options.staffEmails, options.inProduction);
  const isNamed = namedStaffOf(options.staffEmails);
  const signedIn = signedInRoutes(sessions);
  const staffOnly = (mayUse: StaffRoutesOptions['mayUse']) =>
    staffRoutes({ ...options, sessions, mayUse });
  return {
    routes: [
      ...accountRoutes({ store, accounts, contributions, sessions, signedIn, links, rights }),
      ...mailedLinkRoutes({ ...options, accounts, sessions, signedIn, links, contributions }),
      ...profileRoutes({
        ...options,
        sessions,
        signedIn,
        allowance,
        contributions,
        rights,
      }),
      ...savedRvRoutes({ ...options, signedIn }),
      ...contributionRoutes({ store, contributions, signedIn }),
      ...usageRoutes(signedIn, allowance),
      ...paymentRoutes({
        ...options,
        payments,
        sandbox,
        signedIn,
        namedStaff: staffOnly(() => isNamed),
      }),
    ],
    signedIn,
    staff: staffOnly((access) =>
      access === 'staff-controls' ? rights.mayControl : rights.isStaff,
    ),
    premium: premiumRoutes({ store, sessions, isPremium: (id) => payments.isPremium(id) }),
    asksPremium: planOf(sessions, (id) => payments.isPremium(id)),
    payments,
    counted: countedRoutes(sessions, allowance),
    async alertPrices() {
      const provider = payments.name;
      return provider === 'off' ? 0 : alertPrices({ ...options, provider });
    },
    forgetGone: () => payments.forgetGone(),
    hearSignOuts: () => sessions.hearEnds(),
    settled: () => background.settled(),
  };
}
