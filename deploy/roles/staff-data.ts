import { randomUUID } from 'node:crypto';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import type { Route } from '#api/http/route.ts';
import type { MarketHolder } from '#api/market.ts';
import type { UserStore } from '#api/users/store.ts';
import { aliasRoutes } from '#api/resources/aliases.ts';
import { deadLetterRoutes } from '#api/resources/dead-letters.ts';
import { qualityRoutes } from '#api/resources/quality.ts';
import { replayRoutes } from '#api/resources/replays.ts';
import { AliasProposals } from '#api/staff-data/alias-proposals.ts';
import { QualityOfMarket } from '#api/staff-data/quality.ts';
import { Redrives } from '#api/staff-data/redrives.ts';
import { Replays } from '#api/staff-data/replays.ts';
import { AliasDecisions, ofName, ofType } from '#domain/names/alias-decisions.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { systemClock } from '#platform/clock.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { catalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { redriveRun } from '#schemas/events/redrive.ts';
import { replayRun } from '#schemas/events/replay.ts';
import { typeDecision } from '#schemas/events/type-decision.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { follow } from './follow.ts';

export interface StaffDataRole {
  log: EventLog;
  warehouse: Warehouse;
  users: UserStore;
  lifecycle: Lifecycle;
}

/** Follows what is done to the data; gives the routes by which staff see it and do it. */
export async function startStaffData(
  role: StaffDataRole,
  { market, staff }: { market: MarketHolder; staff: SignedInRoute },
): Promise<Route[]> {
  const { log, warehouse, users: store } = role;
  const redrives = new Redrives();
  await follow(role, redriveRun, (run) => redrives.apply(run));
  const replays = new Replays();
  await follow(role, replayRun, (run) => replays.apply(run));
  const { catalogue } = market;
  const decisions = new AliasDecisions();
  await follow(role, catalogueDecision, (decision) => {
    if (decisions.apply(ofName(decision)))
      market.understandBy(createNameResolver(catalogue, decisions.accepted));
  });
  await follow(role, typeDecision, (decision) => void decisions.apply(ofType(decision)));
  const clock = systemClock;
  const parts = { warehouse, log, store, staff, clock, newId: randomUUID };
  const snapshotId = () => market.snapshot?.id;
  const proposals = new AliasProposals({ warehouse, catalogue, decisions, clock, snapshotId });
  return [
    ...deadLetterRoutes({ ...parts, redrives }),
    ...aliasRoutes({ ...parts, catalogue, proposals, decisions }),
    ...replayRoutes(staff, replays),
    ...qualityRoutes(staff, market, new QualityOfMarket(warehouse)),
  ];
}
