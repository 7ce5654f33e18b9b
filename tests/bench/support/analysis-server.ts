import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { createMarketReads } from '#api/market-reads.ts';
import { createPeople } from '#api/people.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import type { UserStore } from '#api/users/store.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logging.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { marketOf, serveApp } from './serve-app.ts';
import { keptActivity } from '../../support/activity.ts';

/**
 * The same app twice in one process: with the analysis, and with a handler that sends a prebuilt
 * string. Prints both ports, then serves until it is ended.
 */
const market = await marketOf(process.argv[2] ?? '');
const example = market.current.evaluator.value({
  make: 'Keystone',
  model: 'Montana',
  year: 2021,
  condition: 'used',
  mileage: undefined,
});
const prebuilt = JSON.stringify(example);
const bare: RequestHandler = (_request, response) => void response.type('json').send(prebuilt);

// Nobody is signed in: a store that is asked would fail the measure.
const people = createPeople({
  store: {} as UserStore,
  clock: systemClock,
  newId: randomUUID,
  logger: createLogger('silent'),
  secrets: [randomUUID()],
  publicUrl: undefined,
  signInsPerAddress: 1,
  registrationsPerAddress: 1,
  freePerMonth: 1,
  staffEmails: [],
  inProduction: false,
  findListings: async () => new Map(),
  marketReads: createMarketReads(),
  mailer: { send: async () => undefined, close: async () => undefined },
  portalUrl: '',
  paymentProvider: undefined,
});
const analysis = await serveApp(
  market,
  analysisRoutes(market, people.counted, keptActivity().activity),
);
const bareRoute = await serveApp(market, [{ call: comprehensiveAnalysis, handle: bare }]);
console.log(JSON.stringify({ analysis, bareRoute }));
