import { listReplays } from '#schemas/api/staff-data.ts';
import type { SignedInRoute } from '../auth/signed-in-route.ts';
import type { Route } from '../http/route.ts';
import type { Replays } from '../staff-data/replays.ts';

/** What reading the log anew by a better normaliser changed. */
export const replayRoutes = (staff: SignedInRoute, replays: Replays): Route[] => [
  staff(listReplays, () => ({ replays: replays.all })),
];
