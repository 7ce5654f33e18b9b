import type { z } from 'zod';
import {
  contribute,
  listContributions,
  removeContribution,
  type ownContribution,
} from '#schemas/api/contribution.ts';
import { Attempts, personKey } from '../auth/attempts.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Contributions } from '../contributions/contributions.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { KeptContribution } from '../users/contributions.ts';
import type { UserStore } from '../users/store.ts';

/**
 * More than anybody buys: what one account may send or take back in a day, repeats and all. Who may do
 * both without end could measure the figures by their own.
 */
const CONTRIBUTIONS_A_DAY = 20;
const DAY = 86_400;

const SHARED = 'Thank you for contributing!';
const UNVERIFIED =
  'This purchase counts once your e-mail is verified: please follow the link that was mailed to you.';
const KEPT_OUT =
  'This purchase stays out of every figure until you let it in by your privacy settings and your e-mail is verified.';

interface Parts {
  store: UserStore;
  contributions: Contributions;
  signedIn: SignedInRoute;
}

/** Purchases people share, and what becomes of them. */
export function contributionRoutes({ store, contributions, signedIn }: Parts): Route[] {
  const attempts = new Attempts(store, 'contribute-of', CONTRIBUTIONS_A_DAY, DAY);
  return [
    signedIn(contribute, async ({ session, body, response }) => {
      await attempts.count(personKey(session.userId), response);
      const { id, contributionId, wanted } = await contributions.contribute(session.userId, body);
      const shared = contributionId !== null;
      const message = shared ? SHARED : wanted ? UNVERIFIED : KEPT_OUT;
      return { id, shared, message };
    }),
    signedIn(listContributions, async ({ session }) =>
      (await contributions.of(session.userId)).map(ownAnswer),
    ),
    signedIn(removeContribution, async ({ session, params, response }) => {
      await attempts.count(personKey(session.userId), response);
      if (!(await contributions.remove(session.userId, params.id)))
        throw new Problem(404, 'unknown_contribution', 'There is no such contribution.');
      return { message: 'The contribution is taken back.' };
    }),
  ];
}

/** Without its name in the log, which nobody needs to know. */
export const ownAnswer = ({
  id,
  purchase,
  contributedAt,
  contributionId,
}: KeptContribution): z.input<typeof ownContribution> => ({
  id,
  contributedAt: contributedAt.toISOString(),
  shared: contributionId !== null,
  purchase,
});
