import {
  requestPasswordReset,
  requestVerification,
  resetPassword,
  verifyEmail,
} from '#schemas/api/profile.ts';
import type { Clock } from '#platform/clock.ts';
import type { Accounts } from '../auth/accounts.ts';
import { refuseCommonPassword } from '../auth/common-passwords.ts';
import type { MailedLinks } from '../auth/mailed-links.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import { route, type Route } from '../http/route.ts';
import { verifyEmailOf } from '../users/people.ts';
import type { UserStore } from '../users/store.ts';

interface Parts {
  store: UserStore;
  clock: Clock;
  accounts: Accounts;
  sessions: Sessions;
  signedIn: SignedInRoute;
  links: MailedLinks;
}

/** A new password, and a verified e-mail, by a link that was mailed. */
export function mailedLinkRoutes(parts: Parts): Route[] {
  const { store, clock, accounts, sessions, signedIn, links } = parts;
  return [
    route(requestPasswordReset, async ({ body, request, response }) => {
      await links.offerReset(body.email, request, response);
      return { message: 'If this e-mail has an account, a link is on its way to it.' };
    }),
    route(resetPassword, async ({ body }) => {
      // Before the link is used up: the person may choose again.
      refuseCommonPassword(body.password);
      const userId = await links.follow(body.token, 'reset-password');
      await accounts.setPassword(userId, body.password);
      await verifyEmailOf(store, userId, clock());
      await sessions.revokeAll(userId);
      return { message: 'Your password is set. Please sign in with it.' };
    }),
    signedIn(requestVerification, async ({ session }) => {
      links.offerVerification(session.userId);
      return { message: 'A link is on its way to your e-mail.' };
    }),
    route(verifyEmail, async ({ body }) => {
      await verifyEmailOf(store, await links.follow(body.token, 'verify-email'), clock());
      return { message: 'Your e-mail is verified.' };
    }),
  ];
}
