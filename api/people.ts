import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import { Accounts } from './auth/accounts.ts';
import { Allowance } from './auth/allowance.ts';
import { countedRoutes, type CountedRoute } from './auth/counted-route.ts';
import { MailedLinks } from './auth/mailed-links.ts';
import { Sessions } from './auth/sessions.ts';
import { signedInRoutes, type SignedInRoute } from './auth/signed-in-route.ts';
import { staffOf, staffRoutes } from './auth/staff.ts';
import { Contributions } from './contributions/contributions.ts';
import type { NewId } from './http/guards.ts';
import type { Route } from './http/route.ts';
import { Background } from './mail/background.ts';
import type { Mailer } from './mail/mailer.ts';
import { accountRoutes } from './resources/account.ts';
import { contributionRoutes } from './resources/contributions.ts';
import { mailedLinkRoutes } from './resources/mailed-links.ts';
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
  findListings: FindListings;
  mailer: Mailer;
  /** Where links in mails lead. */
  portalUrl: string;
}

/** Everything behind sign-in: its routes, and what makes a route of others count. */
export interface People {
  routes: Route[];
  counted: CountedRoute;
  signedIn: SignedInRoute;
  staff: SignedInRoute;
  /** When mails that are under way have gone out. */
  settled(): Promise<void>;
}

export function createPeople(options: PeopleOptions): People {
  const { store } = options;
  const sessions = new Sessions(options);
  const accounts = new Accounts(options);
  const background = new Background(options.logger);
  const links = new MailedLinks({ ...options, background });
  const allowance = new Allowance(options);
  const contributions = new Contributions(options);
  const isStaff = staffOf(options.staffEmails);
  const signedIn = signedInRoutes(sessions);
  return {
    routes: [
      ...accountRoutes({ store, accounts, contributions, sessions, signedIn, links, isStaff }),
      ...mailedLinkRoutes({ ...options, accounts, sessions, signedIn, links }),
      ...profileRoutes({ ...options, sessions, signedIn, allowance, contributions, isStaff }),
      ...savedRvRoutes({ ...options, signedIn }),
      ...contributionRoutes({ store, contributions, signedIn }),
      ...usageRoutes(signedIn, allowance),
    ],
    signedIn,
    staff: staffRoutes(store, sessions, isStaff),
    counted: countedRoutes(sessions, allowance),
    settled: () => background.settled(),
  };
}
