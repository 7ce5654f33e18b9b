import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { createMarketReads } from '#api/market-reads.ts';
import { createPeople } from '#api/people.ts';
import { MarketHolder } from '#api/market.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { migrate } from '#api/users/migrate.ts';
import { loadNames } from '#deploy/names.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logging.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { subscriptionStatus } from '#schemas/api/account.ts';
import { collectionStatus } from '#schemas/api/data.ts';
import { serveApp } from './serve-app.ts';
import { keptActivity } from '../../support/activity.ts';

/**
 * Accounts on an embedded store, an analysis, and the same prebuilt answer twice: for the staff, which
 * any signed-in person is here, and bare. Prints its port, then serves until it is ended.
 */
const store = await openEmbeddedPostgres(process.argv[2] ?? '');
await migrate(store);
const { catalogue, resolver } = loadNames();
const market = new MarketHolder(catalogue, resolver);
market.swap(snapshotOf(drawMarket({ units: 2_500, seed: 3 })));
const people = createPeople({
  store,
  clock: systemClock,
  newId: randomUUID,
  logger: createLogger('silent'),
  secrets: [randomUUID()],
  publicUrl: undefined,
  signInsPerAddress: 1_000_000,
  registrationsPerAddress: 1_000,
  freePerMonth: 3,
  staffEmails: [],
  inProduction: false,
  findListings: async () => new Map(),
  marketReads: createMarketReads(),
  mailer: { send: async () => undefined, close: async () => undefined },
  portalUrl: '',
  paymentProvider: undefined,
});
const answer = { tier: 'free' as const, usageCount: 1, usageLimit: 3 };
const prebuilt = JSON.stringify(answer);
const bare: RequestHandler = (_request, response) => void response.type('json').send(prebuilt);
const read = people.signedIn(subscriptionStatus, () => answer);
const port = await serveApp(market, [
  ...people.routes.filter(({ call }) => call !== subscriptionStatus),
  read,
  { call: collectionStatus, handle: bare },
  ...analysisRoutes(market, people.counted, keptActivity().activity),
]);
console.log(JSON.stringify({ port }));
