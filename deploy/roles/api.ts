import { randomInt, randomUUID } from 'node:crypto';
import { Activity } from '#api/activity.ts';
import { createApp } from '#api/app.ts';
import { PRICE_ALERTS_EVERY_MS } from '#api/alerts/price-alerts.ts';
import { RELAY_EVERY_MS, relayOutbox } from '#api/contributions/relay.ts';
import { followSnapshots } from '#api/follow-snapshots.ts';
import { healthCheck, type Parts, type PartState } from '#api/health.ts';
import { createMarketReads } from '#api/market-reads.ts';
import { MarketHolder } from '#api/market.ts';
import type { Mailer } from '#api/mail/mailer.ts';
import type { PaymentProvider } from '#api/payments/provider.ts';
import { createPeople } from '#api/people.ts';
import type { Portal } from '#api/portal.ts';
import { repeat } from '#api/repeat.ts';
import { accuracyRoutes } from '#api/resources/accuracy.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { catalogueRoutes } from '#api/resources/catalogue.ts';
import { contributionStatsRoutes } from '#api/resources/contribution-stats.ts';
import { askSources } from '#api/collection/ask-sources.ts';
import { collectionRoutes } from '#api/resources/collection.ts';
import { dataStatusRoutes } from '#api/resources/data-status.ts';
import { findListings, listingRoutes } from '#api/resources/listings.ts';
import { marketAnalysisRoutes } from '#api/resources/market-analysis.ts';
import { marketDataRoutes } from '#api/resources/market-data.ts';
import { reportRoutes } from '#api/resources/report.ts';
import { storyRoutes, storyTellingRoutes } from '#api/resources/stories.ts';
import { Collecting } from '#api/collection/collecting.ts';
import { ComputeHistory } from '#api/compute-history.ts';
import type { UserStore } from '#api/users/store.ts';
import { systemClock } from '#platform/clock.ts';
import type { Catalogue } from '#domain/catalogue/catalogue.ts';
import type { NameResolver } from '#domain/names/resolve.ts';
import type { Config } from '#platform/config/load.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import type { Metrics } from '#platform/metrics.ts';
import { computeRun } from '#schemas/events/compute-run.ts';
import { snapshotPublished } from '#schemas/events/snapshot-published.ts';
import type { Warehouse } from '#warehouse/client.ts';
import type { HttpServer } from '../http-server.ts';
import { followCollecting } from './follow-collecting.ts';
import { follow } from './follow.ts';
import { startStaffData } from './staff-data.ts';
import { startStaffHealth } from './staff-health.ts';

export interface ApiRole {
  config: Config<
    | 'SAMPLE'
    | 'RATE_LIMIT_PER_MINUTE'
    | 'TRUST_PROXY'
    | 'PUBLIC_URL'
    | 'SIGN_INS_PER_ADDRESS'
    | 'REGISTRATIONS_PER_ADDRESS'
    | 'FREE_ANALYSES_PER_MONTH'
    | 'STAFF_EMAILS'
    | 'ALERT_WEBHOOK_URL'
    | 'NODE_ENV'
    | 'TZ'
  >;
  http: HttpServer;
  log: EventLog;
  warehouse: Warehouse;
  users: UserStore;
  /** What signs the sessions, then what did before. */
  secrets: readonly [string, ...string[]];
  mailer: Mailer;
  /** Undefined where payments are off. */
  payments: PaymentProvider | undefined;
  portal: Portal | undefined;
  catalogue: Catalogue;
  resolver: NameResolver;
  logger: Logger;
  metrics: Metrics;
  /** Whether `/metrics` is served beside the API. */
  servesMetrics: boolean;
  lifecycle: Lifecycle;
}

/**
 * Serves the newest snapshot, the search and the portal; follows snapshots and runs in groups of its own.
 * @returns `looked` resolves once it was looked at what there is to serve, which is never before the first
 * snapshot is published
 */
export async function startApiRole(role: ApiRole): Promise<{ looked: Promise<void> }> {
  const { config, warehouse, catalogue, resolver, logger, lifecycle } = role;
  const market = new MarketHolder(catalogue, resolver);
  const collecting = new Collecting(systemClock, config.TZ);
  const computes = new ComputeHistory(systemClock);
  const health = watchParts(role, market);
  const marketReads = createMarketReads();
  const activity = tellActivity(role);
  const portalUrl = config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${role.http.port}`;
  const people = createPeople({
    store: role.users,
    clock: systemClock,
    newId: randomUUID,
    logger,
    secrets: role.secrets,
    publicUrl: config.PUBLIC_URL,
    signInsPerAddress: config.SIGN_INS_PER_ADDRESS,
    registrationsPerAddress: config.REGISTRATIONS_PER_ADDRESS,
    freePerMonth: config.FREE_ANALYSES_PER_MONTH,
    staffEmails: config.STAFF_EMAILS ?? [],
    inProduction: config.NODE_ENV === 'production',
    findListings: findListings(market, warehouse),
    marketReads,
    mailer: role.mailer,
    portalUrl,
    paymentProvider: role.payments,
  });
  await people.hearSignOuts();
  lifecycle.onStop('mail', async () => {
    await people.settled();
    await role.mailer.close();
  });
  const { staff } = people;
  const staffHealth = await startStaffHealth(role, { market, collecting, staff, portalUrl });
  const app = createApp({
    routes: [
      ...people.routes,
      ...staffHealth.routes,
      ...(await startStaffData(role, { market, staff })),
      ...catalogueRoutes(market),
      ...analysisRoutes(market, people.counted, activity, people.asksPremium),
      ...reportRoutes(market, people.premium, systemClock),
      ...accuracyRoutes(market),
      ...listingRoutes(market, warehouse, activity, marketReads),
      ...marketAnalysisRoutes(market, people.asksPremium),
      ...marketDataRoutes(market),
      ...storyRoutes(market),
      ...storyTellingRoutes({
        market,
        computes,
        log: role.log,
        clock: systemClock,
        store: role.users,
        staff,
      }),
      ...dataStatusRoutes({
        market,
        collecting,
        computes,
        askSources: askSources(warehouse, systemClock),
        judged: staffHealth.judged,
        clock: systemClock,
      }),
      ...collectionRoutes({
        market,
        collecting,
        log: role.log,
        clock: systemClock,
        warehouse,
        store: role.users,
        staff,
      }),
      ...contributionStatsRoutes(market, warehouse, systemClock),
    ],
    health: healthCheck(health, { payments: people.payments.name }),
    markMarket: market.markAnswer,
    portal: role.portal,
    logger,
    metrics: role.metrics,
    servesMetrics: role.servesMetrics,
    newId: randomUUID,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
    takesCards: people.payments.name.startsWith('stripe'),
  });
  await followCollecting(role, collecting);
  await follow(role, computeRun, (event) => computes.apply(event));
  const snapshots = await followSnapshots(
    { ...role, newId: randomUUID, refused: config.SAMPLE === 'off' ? 'sample' : 'empty' },
    market,
  );
  lifecycle.onStop('snapshots', () => snapshots.stop());
  snapshots.finished.catch((error: unknown) => lifecycle.failWith(error));
  relayContributions(role);
  const alerts = repeat(
    () => people.alertPrices(),
    PRICE_ALERTS_EVERY_MS,
    (error) => logger.warn({ err: error }, 'price alerts wait, saved RVs cannot be compared'),
  );
  lifecycle.onStop('price alerts', () => alerts.stop());
  const forgetting = repeat(
    () => people.forgetGone(),
    FORGET_GONE_EVERY_MS,
    (error) => logger.warn({ err: error }, 'whose accounts are gone cannot be looked up'),
  );
  lifecycle.onStop('accounts that are gone', () => forgetting.stop());
  role.http.serve(app);
  return { looked: snapshots.looked };
}

/** What people look for goes to the log every few seconds, the last of it before the log is closed. */
function tellActivity({ log, logger, lifecycle }: ApiRole): Activity {
  const activity = new Activity({ log, clock: systemClock, newId: randomUUID });
  const say = (error: unknown): void =>
    logger.warn({ err: error }, 'what people look for waits, publishing failed');
  const telling = repeat(() => activity.publish(), ACTIVITY_EVERY_MS, say);
  lifecycle.onStop('activity', async () => {
    await telling.stop();
    await activity.publish().catch(say);
  });
  return activity;
}

/** What people shared goes out to the log from here; other processes may do the same. */
function relayContributions({ users: store, log, logger, lifecycle }: ApiRole): void {
  const relay = repeat(
    () => relayOutbox({ store, log, clock: systemClock, random: (below) => randomInt(below) }),
    RELAY_EVERY_MS,
    (error) => logger.warn({ err: error }, 'contributions wait in the outbox, publishing failed'),
  );
  lifecycle.onStop('contributions', () => relay.stop());
}

const FORGET_GONE_EVERY_MS = 10 * 60_000;
const ACTIVITY_EVERY_MS = 2_000;
const PING_EVERY_MS = 5_000;

/** Asks each part every few seconds whether it answers, so that health costs nothing to be asked. */
function watchParts(
  { log, warehouse, users, lifecycle }: ApiRole,
  market: MarketHolder,
): () => Parts {
  const states = { log: 'ok', warehouse: 'ok', users: 'ok' } as Record<
    'log' | 'warehouse' | 'users',
    PartState
  >;
  const ask = async (): Promise<void> => {
    const answers = async (work: Promise<unknown>): Promise<PartState> =>
      work.then(
        () => 'ok' as const,
        () => 'down' as const,
      );
    states.log = await answers(log.positions(snapshotPublished, 'health'));
    states.warehouse = await answers(warehouse.ping());
    states.users = await answers(users.query('select 1'));
  };
  const timer = setInterval(() => void ask(), PING_EVERY_MS);
  lifecycle.onStop('health', async () => clearInterval(timer));
  return () => ({ ...states, snapshot: market.snapshot === undefined ? 'starting' : 'ok' });
}
