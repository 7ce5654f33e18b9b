import type { Request } from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { route } from '#api/http/route.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { keptActivity } from '../support/activity.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const snapshot = snapshotOf(drawMarket({ units: 2_500, seed: 3 }));
const DAY_MS = 86_400_000;
const VISITOR = '203.0.113.1';
const OTHER = '203.0.113.2';

/** What visitors of several addresses ask for, and what the log is told of it. */
async function visited() {
  const { activity, told, time } = keptActivity();
  const app = await serveSnapshot(
    (market) => analysisRoutes(market, route, activity),
    snapshot,
    plainNames,
  );
  app.set('trust proxy', 1);
  const analyse = async (rv: object, from = VISITOR): Promise<void> => {
    await request(app)
      .post(comprehensiveAnalysis.path)
      .set('X-Forwarded-For', from)
      .send({ make: 'make-0', model: 'line0 2600BH', year: 2021, ...rv })
      .expect(200);
  };
  const search = (of: Parameters<typeof activity.search>[1]): void =>
    activity.search({ ip: VISITOR } as Request, of);
  const toldOf = async (): Promise<Record<string, unknown>[]> => {
    await activity.publish();
    return told.splice(0).map(({ event }) => event);
  };
  return { analyse, search, toldOf, time };
}

it('counts a handful a day for a make, however many of its RVs one visitor asks for', async () => {
  const { analyse, toldOf, time } = await visited();
  const askForAll = async (from: string): Promise<void> => {
    for (const model of ['line0', 'line1', 'line2'])
      for (const year of [2018, 2019, 2020, 2021])
        for (const condition of ['new', 'used']) await analyse({ model, year, condition }, from);
  };
  await askForAll(VISITOR);
  expect(await toldOf()).toHaveLength(5);
  await askForAll(OTHER);
  expect(await toldOf()).toHaveLength(5);
  await askForAll(VISITOR);
  expect(await toldOf()).toEqual([]);
  time.now += DAY_MS;
  await askForAll(VISITOR);
  expect(await toldOf()).toHaveLength(5);
});

it('counts each of ten RVs that one visitor compares, once', async () => {
  const { analyse, toldOf } = await visited();
  for (const _ of ['in the morning', 'again'])
    for (const make of ['make-0', 'make-1', 'make-2', 'make-3', 'make-4'])
      for (const model of ['line0', 'line1']) await analyse({ make, model });
  const told = await toldOf();
  expect(told).toHaveLength(10);
  expect(new Set(told.map(({ lineId }) => lineId)).size).toBe(10);
});

const searchOf = (lineId: string) =>
  ({ sample: false, makeId: 'make-0', lineId, type: '', region: '', results: 1 }) as const;

it('counts the searches and the analyses of one visitor for a make together', async () => {
  const { analyse, search, toldOf } = await visited();
  for (const model of ['line0', 'line1', 'line2']) {
    search(searchOf(`make-0/${model}`));
    await analyse({ model });
  }
  const topics = (await toldOf()).map((event) => ('results' in event ? 'search' : 'analysis'));
  expect(topics.toSorted()).toEqual(['analysis', 'analysis', 'search', 'search', 'search']);
});

it('does not count a visitor anew who has asked for very much', async () => {
  const { search, toldOf } = await visited();
  for (let at = 0; at < 120_000; at += 1) search(searchOf(`make-0/line${at}`));
  search(searchOf('make-0/line0'));
  expect(await toldOf()).toHaveLength(5);
});
