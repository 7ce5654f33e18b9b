import {
  requestPasswordReset,
  requestVerification,
  resetPassword,
  verifyEmail,
} from '#schemas/api/mailed-links.ts';
import type { Clock } from '#platform/clock.ts';
import type { Accounts } from '../auth/accounts.ts';
import { isLinkOver, type MailedLinks } from '../auth/mailed-links.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Contributions } from '../contributions/contributions.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import { personById, verifyEmailOf } from '../users/people.ts';
import type { Queries, UserStore } from '../users/store.ts';

interface Parts {
  store: UserStore;
  clock: Clock;
  accounts: Accounts;
  sessions: Sessions;
  signedIn: SignedInRoute;
  links: MailedLinks;
  contributions: Contributions;
}

/** A new password, and a verified e-mail, by a link that was mailed. */
export function mailedLinkRoutes(parts: Parts): Route[] {
  const { store, clock, accounts, sessions, signedIn, links, contributions } = parts;
  // What the person shared waited for it.
  const verified = async (queries: Queries, userId: string): Promise<void> => {
    await verifyEmailOf(queries, userId, clock());
    await contributions.shareAsChosen(queries, userId);
  };
  const follow = async (token: string, userId: string): Promise<void> => {
    // Whoever reads the mail may not be who made the account: both must be the same person.
    if ((await links.ownerOf(token, 'verify-email')) !== userId)
      throw new Problem(
        403,
        'link_of_another',
        'This link is for another account. Please sign in with the e-mail it was mailed to.',
      );
    await store.tx(async (queries) => {
      await verified(queries, userId);
      await links.follow(queries, token, 'verify-email');
    });
  };
  return [
    route(requestPasswordReset, async ({ body, request, response }) => {
      await links.offerReset(body.email, request, response);
      return { message: 'If this e-mail has an account, a link is on its way to it.' };
    }),
    route(resetPassword, async ({ body, request, response }) => {
      const userId = await accounts.resetPassword(links, body, request, response);
      // Before the e-mail is verified, which may make staff of the account: whoever else made it is out.
      sessions.forgetAllOf(userId);
      await store.tx((queries) => verified(queries, userId));
      return { message: 'Your password is set. Please sign in with it.' };
    }),
    signedIn(requestVerification, async ({ session, request, response }) => {
      await links.offerVerification(session.userId, request, response);
      return { message: 'A link is on its way to your e-mail, or came within the last hour.' };
    }),
    signedIn(verifyEmail, async ({ session, body: { token } }) => {
      try {
        await follow(token, session.userId);
        return { message: 'Your e-mail is verified.' };
      } catch (error) {
        const person = isLinkOver(error) && (await personById(store, session.userId));
        if (!person || person.emailVerifiedAt === null) throw error;
        // Followed again, in the mail or on another device; for another account, the words tell whose is meant.
        return { message: `The e-mail of this account is verified: ${person.email}.` };
      }
    }),
  ];
}
