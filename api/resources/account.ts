import type { z } from 'zod';
import {
  currentUser,
  login,
  logout,
  logoutPage,
  register,
  type user,
} from '#schemas/api/account.ts';
import { changePassword, deleteAccount } from '#schemas/api/profile.ts';
import type { Accounts } from '../auth/accounts.ts';
import { signedOut, type Sessions } from '../auth/sessions.ts';
import type { StaffRights } from '../auth/staff.ts';
import type { MailedLinks } from '../auth/mailed-links.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Contributions } from '../contributions/contributions.ts';
import { route, type Route } from '../http/route.ts';
import { personById, type Person } from '../users/people.ts';
import type { Queries, UserStore } from '../users/store.ts';

interface Parts {
  store: UserStore;
  accounts: Accounts;
  contributions: Contributions;
  sessions: Sessions;
  signedIn: SignedInRoute;
  links: MailedLinks;
  rights: StaffRights;
}

/** Making an account, signing in and out, and who is signed in. */
export function accountRoutes(parts: Parts): Route[] {
  const { store, accounts, contributions, sessions, signedIn, links, rights } = parts;
  return [
    signedIn(currentUser, async ({ session }) => {
      const person = await personById(store, session.userId);
      if (person === undefined) throw signedOut();
      return userOf(person, rights);
    }),
    route(register, async ({ body, request, response }) => {
      const person = await accounts.register(body, request, response);
      await sessions.begin(request, response, person);
      links.welcome(person.id);
      return userOf(person, rights);
    }),
    route(login, async ({ body, request, response }) => {
      const person = await accounts.authenticate(body, request, response);
      await sessions.begin(request, response, person);
      return userOf(person, rights);
    }),
    route(logout, async ({ request, response }) => {
      await sessions.end(request, response);
      return { message: 'Signed out.' };
    }),
    signedIn(changePassword, async ({ body, session, request, response }) => {
      const person = await accounts.changePassword(session.userId, body, request, response);
      sessions.forgetAllOf(session.userId);
      await sessions.begin(request, response, person);
      return { message: 'Your password is changed. Other devices are signed out.' };
    }),
    signedIn(deleteAccount, async ({ body, session, request, response }) => {
      const { userId } = session;
      const before = async (queries: Queries): Promise<void> => {
        if (body.withdrawContributions) await contributions.withdrawAll(queries, userId);
      };
      links.forget(await accounts.delete(userId, body.password, request, response, before));
      sessions.forgetAllOf(userId);
      await sessions.end(request, response);
      return { message: 'Your account is deleted.' };
    }),
    {
      call: logoutPage,
      handle: async (request, response) => {
        // A link or an image of another site must not sign anybody out.
        const site = request.get('sec-fetch-site');
        const ours = site === 'same-origin' || site === 'none';
        if (ours) await sessions.end(request, response);
        response.set('Cache-Control', 'no-store').redirect(ours ? '/?auth=logout' : '/');
      },
    },
  ];
}

export const userOf = (person: Person, rights: StaffRights): z.input<typeof user> => ({
  id: person.id,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  profileImageUrl: null,
  hasContributedData: person.hasContributed,
  emailVerified: person.emailVerifiedAt !== null,
  staff: rights.isStaff(person),
  staffControls: rights.mayControl(person),
});
