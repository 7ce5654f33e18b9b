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
import type { StaffRights } from '../auth/staff.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Contributions } from '../contributions/contributions.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { analysesByMonth } from '../users/analyses.ts';
import { lockContributionsOf } from '../users/contributions.ts';
import { personById, updatePerson, type Person } from '../users/people.ts';
import { keptUnseenOf } from '../users/personal-data.ts';
import { watchedRvs } from '../users/price-alerts.ts';
import { savedRvsOf } from '../users/saved-rvs.ts';
import { sessionsOf, type SessionRecord } from '../users/sessions.ts';
import { saveSettings, settingsOf, type Settings } from '../users/settings.ts';
import type { UserStore } from '../users/store.ts';
import { userOf } from './account.ts';
import { ownAnswer } from './contributions.ts';

/** It puts all that a person shared back into the figures; to take it out is never refused. */
const SHARED_AGAIN_A_DAY = 15;
const DAY = 86_400;

interface Parts {
  store: UserStore;
  clock: Clock;
  sessions: Sessions;
  signedIn: SignedInRoute;
  allowance: Allowance;
  contributions: Contributions;
  rights: StaffRights;
}

/** What a person sees and changes of their own account. */
export function profileRoutes(parts: Parts): Route[] {
  const { store, clock, sessions, signedIn, allowance, contributions, rights } = parts;
  const profileOf = async (person: Person | undefined): Promise<z.input<typeof profile>> => {
    if (person === undefined) throw signedOut();
    const { firstName, lastName, email, phone, location } = person;
    const { analysesUsed, analysesLimit, isOneKept, isPremium } = await allowance.usageOf(
      person.id,
    );
    return {
      firstName,
      lastName,
      email,
      phone,
      location,
      subscriptionStatus: isPremium ? 'premium' : 'free',
      analysesUsed,
      analysesLimit,
      isOneKept,
      lastAnalysisAt: person.lastAnalysisAt?.toISOString() ?? null,
      joinedAt: person.createdAt.toISOString(),
    };
  };
  const devicesOf = async (session: Session) =>
    (await sessionsOf(store, session.userId, clock())).map((record) =>
      deviceOf(record, session.id),
    );

  const sharedAgain = new Attempts(store, 'share-again-of', SHARED_AGAIN_A_DAY, DAY);
  /** @returns false, with nothing saved, where it shares again and that may not be */
  const save = (
    userId: string,
    chosen: Partial<Settings>,
    mayShareAgain: boolean,
  ): Promise<boolean> =>
    store.tx(async (queries) => {
      // First the person, as everywhere: who locks in another order waits for each other for ever.
      if (!(await lockContributionsOf(queries, userId))) throw signedOut();
      const before = await settingsOf(queries, userId);
      if (chosen.shareContributions && !before.shareContributions && !mayShareAgain) return false;
      await saveSettings(queries, userId, { ...before, ...chosen });
      await contributions.shareAsChosen(queries, userId);
      return true;
    });

  return [
    signedIn(getProfile, async ({ session }) => profileOf(await personById(store, session.userId))),
    signedIn(updateProfile, async ({ session, body }) =>
      profileOf(await updatePerson(store, session.userId, body)),
    ),
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
      const chosen = { ...body.notifications, ...body.privacy };
      if (!(await save(userId, chosen, false))) {
        await sharedAgain.count(personKey(userId), response);
        await save(userId, chosen, true);
      }
      return settingsAnswer(await settingsOf(store, userId));
    }),
    signedIn(personalData, async ({ session, response }) => {
      const { userId } = session;
      const person = await personById(store, userId);
      if (person === undefined) throw signedOut();
      const told = new Map(
        (await watchedRvs(store, userId)).map(({ id, toldPrice }) => [id, toldPrice]),
      );
      response.attachment('rigworth-my-data.json');
      return {
        user: userOf(person, rights),
        profile: await profileOf(person),
        settings: settingsAnswer(await settingsOf(store, userId)),
        sessions: await devicesOf(session),
        analyses: await analysesByMonth(store, userId),
        savedRvs: (await savedRvsOf(store, userId)).map(
          ({ id, listingId, savedAt, name, priceWhenSaved, lastPrice }) => ({
            listingId,
            savedAt: savedAt.toISOString(),
            name,
            priceWhenSaved,
            toldPrice: told.get(id) ?? null,
            lastPrice,
          }),
        ),
        contributions: (await contributions.of(userId)).map(ownAnswer),
        emailVerifiedAt: person.emailVerifiedAt?.toISOString() ?? null,
        ...(await keptUnseenOf(store, userId)),
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
