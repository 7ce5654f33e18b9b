import type { Clock } from '#platform/clock.ts';
import type { Logger } from '#platform/logging.ts';
import { Accounts } from './auth/accounts.ts';
import { Allowance } from './auth/allowance.ts';
import { countedRoutes, type CountedRoute } from './auth/counted-route.ts';
import { Sessions } from './auth/sessions.ts';
import { signedInRoutes } from './auth/signed-in-route.ts';
import type { NewId } from './http/guards.ts';
import type { Route } from './http/route.ts';
import { accountRoutes } from './resources/account.ts';
import { profileRoutes } from './resources/profile.ts';
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
}

/** Everything behind sign-in: its routes, and what makes a route of others count. */
export interface People {
  routes: Route[];
  counted: CountedRoute;
}

export function createPeople(options: PeopleOptions): People {
  const { store } = options;
  const sessions = new Sessions(options);
  const allowance = new Allowance(options);
  const signedIn = signedInRoutes(sessions);
  return {
    routes: [
      ...accountRoutes({ store, accounts: new Accounts(options), sessions, signedIn }),
      ...profileRoutes({ ...options, sessions, signedIn, allowance }),
      ...usageRoutes(signedIn, allowance),
    ],
    counted: countedRoutes(sessions, allowance),
  };
}
