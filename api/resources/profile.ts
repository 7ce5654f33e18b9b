import type { z } from 'zod';
import { getProfile, updateProfile, type profile } from '#schemas/api/account.ts';
import {
  type deviceSession,
  getSettings,
  listSessions,
  personalData,
  revokeSession,
  updateSettings,
  type settings,
} from '#schemas/api/profile.ts';
import type { Clock } from '#platform/clock.ts';
import type { Allowance } from '../auth/allowance.ts';
import { signedOut, type Session, type Sessions } from '../auth/sessions.ts';
import { Attempts, personKey } from '../auth/attempts.ts';
import type { IsStaff } from '../auth/staff.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Contributions } from '../contributions/contributions.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { Payments } from '../payments/payments.ts';
import { analysesByMonth } from '../users/analyses.ts';
import { lockContributionsOf } from '../users/contributions.ts';
import { personById, updatePerson, type Person } from '../users/people.ts';
import { savedRvsOf } from '../users/saved-rvs.ts';
import { sessionsOf, type SessionRecord } from '../users/sessions.ts';
import { saveSettings, settingsOf, type Settings } from '../users/settings.ts';
import type { UserStore } from '../users/store.ts';
import { userOf } from './account.ts';
import { ownAnswer } from './contributions.ts';

/** A change takes all that a person shared out of the figures, or puts it back. */
const SETTINGS_A_DAY = 30;
const DAY = 86_400;

interface Parts {
  store: UserStore;
  clock: Clock;
  sessions: Sessions;
  signedIn: SignedInRoute;
  allowance: Allowance;
  payments: Payments;
  contributions: Contributions;
  isStaff: IsStaff;
}

/** What a person sees and changes of their own account. */
export function profileRoutes(parts: Parts): Route[] {
  const { store, clock, sessions, signedIn, allowance, payments, contributions, isStaff } = parts;
  const profileOf = async (person: Person | undefined): Promise<z.input<typeof profile>> => {
    if (person === undefined) throw signedOut();
    const { firstName, lastName, email, phone, location } = person;
    const { analysesUsed, analysesLimit, isPremium } = await allowance.usageOf(person.id);
    return {
      firstName,
      lastName,
      email,
      phone,
      location,
      subscriptionStatus: isPremium ? 'premium' : 'free',
      analysesUsed,
      analysesLimit,
      lastAnalysisAt: person.lastAnalysisAt?.toISOString() ?? null,
      joinedAt: person.createdAt.toISOString(),
    };
  };
  const devicesOf = async (session: Session) =>
    (await sessionsOf(store, session.userId, clock())).map((record) =>
      deviceOf(record, session.id),
    );

  const changes = new Attempts(store, 'settings-of', SETTINGS_A_DAY, DAY);

  return [
    signedIn(getProfile, async ({ session }) => profileOf(await personById(store, session.userId))),
    signedIn(updateProfile, async ({ session, body: { firstName, lastName, ...rest } }) => {
      const { phone, location } = rest;
      const changes = {
        firstName,
        lastName,
        ...(phone === undefined ? {} : { phone }),
        ...(location === undefined ? {} : { location }),
      };
      return profileOf(await updatePerson(store, session.userId, changes));
    }),
    signedIn(listSessions, ({ session }) => devicesOf(session)),
    signedIn(revokeSession, async ({ session, params, request, response }) => {
      if (params.id === session.id) await sessions.end(request, response);
      else if (!(await sessions.revoke(params.id, session.userId)))
        throw new Problem(404, 'unknown_session', 'There is no such device.');
      return { message: 'The device is signed out.' };
    }),
    signedIn(getSettings, async ({ session }) =>
      settingsAnswer(await settingsOf(store, session.userId)),
    ),
    signedIn(updateSettings, async ({ session, body, response }) => {
      const { userId } = session;
      await changes.count(personKey(userId), response);
      await store.tx(async (queries) => {
        // First the person, as everywhere: who locks in another order waits for each other for ever.
        if (!(await lockContributionsOf(queries, userId))) throw signedOut();
        await saveSettings(queries, userId, { ...body.notifications, ...body.privacy });
        await contributions.shareAsChosen(queries, userId);
      });
      return body;
    }),
    signedIn(personalData, async ({ session, response }) => {
      const { userId } = session;
      const person = await personById(store, userId);
      if (person === undefined) throw signedOut();
      response.attachment('rigworth-my-data.json');
      return {
        user: userOf(person, isStaff),
        profile: await profileOf(person),
        settings: settingsAnswer(await settingsOf(store, userId)),
        sessions: await devicesOf(session),
        analyses: await analysesByMonth(store, userId),
        payments: (await payments.paymentsOf(userId)).map((payment) => ({
          ...payment,
          paidAt: payment.paidAt.toISOString(),
        })),
        savedRvs: (await savedRvsOf(store, userId)).map(
          ({ listingId, savedAt, priceWhenSaved }) => ({
            listingId,
            savedAt: savedAt.toISOString(),
            priceWhenSaved,
          }),
        ),
        contributions: (await contributions.of(userId)).map(ownAnswer),
      };
    }),
  ];
}

const deviceOf = (
  { id, device, createdAt, lastSeenAt }: SessionRecord,
  current: string,
): z.input<typeof deviceSession> => ({
  id,
  device,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  current: id === current,
});

const settingsAnswer = ({
  priceAlerts,
  shareContributions,
}: Settings): z.input<typeof settings> => ({
  notifications: { priceAlerts },
  privacy: { shareContributions },
});
