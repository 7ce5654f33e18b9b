import { randomUUID } from 'node:crypto';
import { alertIncidents, INCIDENTS_EVERY_MS } from '#api/alerts/incident-alerts.ts';
import { createWebhook } from '#api/alerts/webhook.ts';
import type { SignedInRoute } from '#api/auth/signed-in-route.ts';
import type { Collecting } from '#api/collection/collecting.ts';
import type { Route } from '#api/http/route.ts';
import type { MarketHolder } from '#api/market.ts';
import { repeat } from '#api/repeat.ts';
import { staffHealthRoutes } from '#api/resources/staff-health.ts';
import { LAG_EVERY_MS } from '#api/staff-health/lag-watch.ts';
import type { SourceRow } from '#api/staff-health/run-log.ts';
import { StaffHealth } from '#api/staff-health/staff-health.ts';
import type { UserStore } from '#api/users/store.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { ingestAlive } from '#schemas/events/ingest-alive.ts';
import { ingestCollection } from '#schemas/events/ingest-collection.ts';
import { ingestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { PIPELINE_CONSUMERS } from './consumers.ts';
import { follow } from './follow.ts';

export interface StaffHealthRole {
  config: Config<'ALERT_WEBHOOK_URL'>;
  log: EventLog;
  warehouse: Warehouse;
  users: UserStore;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** Follows the runs of sources, watches the lag, and alerts; gives the routes that show it to staff, and how each source is. */
export async function startStaffHealth(
  role: StaffHealthRole,
  {
    market,
    collecting,
    staff,
    portalUrl,
  }: { market: MarketHolder; collecting: Collecting; staff: SignedInRoute; portalUrl: string },
): Promise<{ routes: Route[]; judged: () => SourceRow[] }> {
  const { config, log, warehouse, users: store, logger, lifecycle } = role;
  const health = new StaffHealth({
    log,
    warehouse,
    clock: systemClock,
    consumers: PIPELINE_CONSUMERS,
    plan: () => collecting.plan,
    served: () => market.snapshot,
  });
  const runsRead = await follow(role, ingestRun, (event) => health.runs.applyRun(event));
  const alivesRead = await follow(role, ingestAlive, (event) => health.runs.applyAlive(event));
  const collectionsRead = await follow(role, ingestCollection, (event) =>
    health.runs.applyCollection(event),
  );
  const funnelsRead = await follow(role, ingestFunnel, (event) => health.runs.applyFunnel(event));
  await health.lag.look();
  const say = (error: unknown): void =>
    logger.warn({ err: error }, 'alerts wait, the user store cannot be reached');
  const looking = repeat(() => health.lag.look(), LAG_EVERY_MS, say);
  const { ALERT_WEBHOOK_URL: webhook } = config;
  const parts = {
    store,
    clock: systemClock,
    newId: randomUUID,
    logger,
    facts: () =>
      health.watched(
        [runsRead, alivesRead, collectionsRead, funnelsRead, collecting.hasRead].every((hasRead) =>
          hasRead(),
        ),
      ),
    onJudged: (at: Date) => void (health.judgedAt = at),
    send: webhook === undefined ? undefined : createWebhook(webhook),
    portalUrl,
  };
  const alerting = repeat(() => alertIncidents(parts), INCIDENTS_EVERY_MS, say);
  lifecycle.onStop('lag', () => looking.stop());
  lifecycle.onStop('incidents', () => alerting.stop());
  const hasWebhook = webhook !== undefined;
  return {
    routes: staffHealthRoutes({ health, store, staff, clock: systemClock, hasWebhook }),
    judged: () => health.sources(),
  };
}
